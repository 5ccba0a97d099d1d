import {
  CONNECTION_CODE_MIN_LENGTH,
  connectionCodeOf,
  IMPORT_MAX_EMAILS,
  IMPORT_MIN_EMAILS,
} from '@mahlzeit/contract/rules';
import { useSingleFlight } from '@mahlzeit/shared-ui/platform';
import { Body, Button, Divider, H3, Small, Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { TextArea, TextField } from '@mahlzeit/shared-ui/ui/form';
import { useState } from 'react';
import type { ClipboardEvent, FormEvent } from 'react';
import { useTexts } from '../../social-texts';
import { useContactActions } from '../contacts';
import { readEmails } from './email-list';
import type { EmailList } from './email-list';

interface OnDoneProps {
  /** Called after the user has added contacts. */
  readonly onDone: () => void;
}

// Selects the text of the field before a code is pasted: a pasted code replaces the whole text and isn't appended to a
// wrong code.
const selectTypedCode = ({ currentTarget: input, clipboardData }: ClipboardEvent<HTMLInputElement>): void => {
  if (connectionCodeOf(clipboardData.getData('text')).length >= CONNECTION_CODE_MIN_LENGTH) input.select();
};

/** Adds the owner of a typed code as a contact. Spaces, hyphens and upper or lower case in the code don't matter. */
const ConnectionCodeForm = ({ onDone }: OnDoneProps) => {
  const t = useTexts();
  const { connect } = useContactActions();
  const { isBusy, run } = useSingleFlight();
  const [typedCode, setTypedCode] = useState('');
  const isCodeTooShort = connectionCodeOf(typedCode).length < CONNECTION_CODE_MIN_LENGTH;
  const submitForm = (event: FormEvent): void => {
    event.preventDefault();
    run(async () => {
      if (await connect(typedCode)) onDone();
    });
  };
  return (
    <Stack as="form" $gap={12} noValidate onSubmit={submitForm}>
      <TextField
        label={t('ConnectionCode')}
        value={typedCode}
        onChange={({ target }) => setTypedCode(target.value)}
        onPaste={selectTypedCode}
        autoCapitalize="characters"
        autoCorrect="off"
        autoComplete="off"
        spellCheck={false}
      />
      <Button
        type="submit"
        variant="tint"
        isBlock
        isBusy={isBusy}
        disabledReason={isCodeTooShort ? t('ConnectionCodeTooShort') : undefined}
      >
        {t('Connect')}
      </Button>
    </Stack>
  );
};

interface EmailImportProblem {
  /** Error text below the field for e-mail addresses. */
  readonly error?: string;
  /** Text below the button that explains why it can't be pressed yet. */
  readonly reason?: string;
}

const useEmailImportProblem = ({ count, firstInvalid, isTooLong, isTooShort }: EmailList): EmailImportProblem => {
  const t = useTexts();
  if (isTooLong)
    return {
      error: t('TooManyEmails', { max: IMPORT_MAX_EMAILS }),
      reason: t('TooManyEmails', { max: IMPORT_MAX_EMAILS }),
    };
  if (firstInvalid !== null)
    return {
      error: t('BadEmail', { email: firstInvalid.text }),
      reason: t('FixEmail', { place: firstInvalid.position }),
    };
  if (count === 0) return { reason: t('NoEmails') };
  return isTooShort ? { reason: t('TooFewEmails', { min: IMPORT_MIN_EMAILS }) } : {};
};

/** Adds the owners of many e-mail addresses as contacts. */
const EmailImportForm = ({ onDone }: OnDoneProps) => {
  const t = useTexts();
  const { importAddresses } = useContactActions();
  const { isBusy, run } = useSingleFlight();
  const [typedEmails, setTypedEmails] = useState('');
  const emailList = readEmails(typedEmails);
  const { error, reason } = useEmailImportProblem(emailList);
  const submitForm = (event: FormEvent): void => {
    event.preventDefault();
    run(async () => {
      if (await importAddresses(emailList.emails)) onDone();
    });
  };
  return (
    <Stack as="form" $gap={12} noValidate onSubmit={submitForm}>
      <div>
        <H3 as="h2">{t('FromEmails')}</H3>
        <Small $tone="quiet">{t('FromEmailsExplanation')}</Small>
      </div>
      <TextArea
        label={t('Emails')}
        value={typedEmails}
        onChange={({ target }) => setTypedEmails(target.value)}
        error={error}
        characterCount={{ length: emailList.count, max: IMPORT_MAX_EMAILS }}
        inputMode="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <Button type="submit" isBlock isBusy={isBusy} disabledReason={reason}>
        {t('ImportEmails', { count: emailList.count })}
      </Button>
    </Stack>
  );
};

interface CodeAndEmailSheetProps extends OnDoneProps {
  readonly onClose: () => void;
}

/** Sheet that adds contacts: by the code of a person nearby, or by a list of e-mail addresses. */
export const CodeAndEmailSheet = ({ onDone, onClose }: CodeAndEmailSheetProps) => {
  const t = useTexts();
  return (
    <Sheet title={t('CodeOrEmail')} onClose={onClose}>
      <Stack $gap={24}>
        <Body $tone="quiet">{t('UseCodeExplanation')}</Body>
        <ConnectionCodeForm onDone={onDone} />
        <Divider />
        <EmailImportForm onDone={onDone} />
      </Stack>
    </Sheet>
  );
};
