import { confirmSecondStep } from '@mahlzeit/contract';
import type { SecondStepSecret } from '@mahlzeit/contract';
import { useHoldReload, useShell } from '@mahlzeit/shared-ui/platform';
import { Body, Button, Inline, Small, Stack, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { CodeField } from '@mahlzeit/shared-ui/ui/form';
import { ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { Copy, Printer } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import styled from 'styled-components';
import { useTexts } from '../../account-texts';
import { codeErrorText } from '../second-step-errors';
import { QrCode } from './qr-code';

const isCode = (code: string): boolean => /^\d{6}$/.test(code);

interface SecretFormProps {
  readonly secret: SecondStepSecret;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
}

/**
 * First half of the set-up of a second login step: shows the secret for the authenticator app, and asks for the app's
 * first code.
 */
const SecretForm = ({ secret: { secret, url }, onConfirmed }: SecretFormProps) => {
  const t = useTexts();
  const { apiClient, track } = useShell();
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm({ mode: 'onSubmit', reValidateMode: 'onChange', defaultValues: { code: '' } });
  const confirmCode = async ({ code }: { readonly code: string }): Promise<void> => {
    const confirmation = await track(apiClient.call(confirmSecondStep, { body: { code } }));
    if (confirmation.ok) return onConfirmed(confirmation.value.recoveryCodes);
    setError('code', { type: 'server', message: codeErrorText(confirmation.error) }, { shouldFocus: true });
  };
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={handleSubmit(confirmCode)}>
      <Body $tone="quiet">{t('SecondStepScan')}</Body>
      <QrCode content={url} label={t('SecondStepQrCode')} />
      <div>
        <Small $tone="quiet">{t('SecondStepByHand')}</Small>
        <SecretText>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</SecretText>
      </div>
      <CodeField
        {...register('code', { validate: (code) => isCode(code) || t('CodeIncomplete') })}
        error={errors.code?.message}
        label={t('SecondStepCode')}
      />
      <Button type="submit" isBlock isBusy={isSubmitting}>
        {t('TurnSecondStepOn')}
      </Button>
    </Stack>
  );
};

interface RecoveryCodeListProps {
  readonly recoveryCodes: readonly string[];
  readonly onDone: () => void;
}

/** Second half of the set-up of a second login step: shows the recovery codes, which are never shown again. */
const RecoveryCodeList = ({ recoveryCodes, onDone }: RecoveryCodeListProps) => {
  const t = useTexts();
  const { snackbar } = useShell();
  const copyCodes = async (): Promise<void> => {
    try {
      await window.navigator.clipboard.writeText(recoveryCodes.join('\n'));
      snackbar({ tone: 'success', text: t('RecoveryCodesCopied') });
    } catch {
      // The browser forbids to copy, for instance in a page without https.
      snackbar({ tone: 'error', text: t('RecoveryCodesNotCopied') });
    }
  };
  return (
    <Stack $gap={16}>
      <Body $tone="quiet">{t('RecoveryCodesText')}</Body>
      <CodeGrid aria-label={t('RecoveryCodes')}>
        {recoveryCodes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </CodeGrid>
      <Inline $wrap $gap={8}>
        <Button variant="second" icon={Copy} onClick={() => void copyCodes()}>
          {t('CopyCodes')}
        </Button>
        <Button variant="second" icon={Printer} onClick={() => window.print()}>
          {t('PrintCodes')}
        </Button>
      </Inline>
      <Button isBlock onClick={onDone}>
        {t('RecoveryCodesKept')}
      </Button>
    </Stack>
  );
};

interface SetUpSheetProps {
  readonly secret: SecondStepSecret;
  /** Runs when the second login step is turned on, before the user has seen the recovery codes. */
  readonly onTurnedOn: () => void;
  readonly onClose: () => void;
}

/** Sheet in which the user turns on a second step (a code) for logins. */
export const SetUpSheet = ({ secret, onTurnedOn, onClose }: SetUpSheetProps) => {
  const t = useTexts();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  // A reload of the page would lose the recovery codes, which can't be shown again.
  useHoldReload(true);
  const showRecoveryCodes = (newCodes: readonly string[]): void => {
    setRecoveryCodes(newCodes);
    onTurnedOn();
  };
  return (
    <ActionSheet title={t(recoveryCodes === null ? 'SetUpSecondStep' : 'RecoveryCodes')} onClose={onClose}>
      {recoveryCodes === null ? (
        <SecretForm secret={secret} onConfirmed={showRecoveryCodes} />
      ) : (
        <RecoveryCodeList recoveryCodes={recoveryCodes} onDone={onClose} />
      )}
    </ActionSheet>
  );
};

const SecretText = styled.p`
  ${textStyles.label}
  ${textStyles.digits}
  overflow-wrap: anywhere;
  user-select: all;
`;

const CodeGrid = styled.ul`
  ${textStyles.label}
  ${textStyles.digits}
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(18em, 100%), 1fr));
  gap: 8px 16px;
  padding: 16px;
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.sunken};
  user-select: text;
`;
