import { REPORT_TEXT_MAX_LENGTH, reportAbuse } from '@mahlzeit/contract';
import type { Contact, ReportForm } from '@mahlzeit/contract';
import { errorText, useCollection, useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import { Button, Label, Stack, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { RadioGroup, TextArea } from '@mahlzeit/shared-ui/ui/form';
import { ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { useState } from 'react';
import styled from 'styled-components';
import { liveBlockedUsers } from '../contacts';
import { useBlocking, useTexts } from './person-actions';

const reasons = ['harassment', 'spam', 'illegal', 'other'] as const satisfies readonly ReportForm['reason'][];

/** What is reported, and of whom it is. */
interface Report {
  readonly subject: Pick<ReportForm, 'kind' | 'key' | 'chatKey'>;
  /** Names the sheet: „Mehmet Aydın melden“. */
  readonly title: string;
  /** What was said, by whom and when; of messages alone. */
  readonly quote?: { readonly heading: string; readonly text: string };
  /** Whom to block as well; null where the account is gone. */
  readonly person: Pick<Contact, 'key' | 'name'> | null;
}

interface ReportSheetProps extends Report {
  /** It was sent, or given up. */
  readonly onClose: () => void;
}

/** Asks why something is reported, and sends that to the operator; then it offers to block whose it is. */
export const ReportSheet = ({ subject, title, quote, person, onClose }: ReportSheetProps) => {
  const t = useTexts();
  const { apiClient, snackbar, track } = useShell();
  const blocked = useCollection(liveBlockedUsers).items;
  const { offer } = useBlocking();
  const [reason, setReason] = useState<ReportForm['reason'] | null>(null);
  const [typed, setTyped] = useState('');
  const { isBusy, run } = useSingleFlight();
  const length = [...typed].length;
  const textError = length > REPORT_TEXT_MAX_LENGTH ? t('ReportTooLong') : undefined;

  const send = async (): Promise<void> => {
    if (reason === null) return;
    const answer = await track(
      apiClient.call(reportAbuse, { body: { ...subject, reason, ...(typed.trim() === '' ? {} : { text: typed }) } }),
    );
    if (!answer.ok) return snackbar({ tone: 'error', text: errorText(answer.error) });
    snackbar({ tone: 'success', text: t('SuccessReported') });
    onClose();
    // Not awaited: the question is answered in the alert.
    if (person !== null && !blocked.some(({ key }) => key === person.key)) void offer(person);
  };

  return (
    <ActionSheet title={title} text={t('ReportExplanation')} onClose={onClose}>
      <Stack $gap={16}>
        {quote !== undefined && (
          <Quote>
            <Label>{quote.heading}</Label>
            {quote.text}
          </Quote>
        )}
        <RadioGroup
          label={t('ReportReason')}
          options={reasons.map((id) => ({ id, label: t(`ReportReason_${id}`) }))}
          chosenId={reason}
          onChoose={setReason}
        />
        <TextArea
          label={t('ReportText')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={textError}
          counter={{ length, max: REPORT_TEXT_MAX_LENGTH }}
          rows={3}
        />
        <Button
          isBlock
          isBusy={isBusy}
          disabledReason={reason === null ? t('ReportReasonMissing') : textError}
          onClick={() => run(send)}
        >
          {t('SendReport')}
        </Button>
      </Stack>
    </ActionSheet>
  );
};

/** Of a person, what can be reported. */
export type ReportedPart = 'user' | 'picture';

/** Reports somebody, or the picture that they show. */
export const PersonReportSheet = ({
  person,
  part,
  onClose,
}: {
  readonly person: Pick<Contact, 'key' | 'name'>;
  readonly part: ReportedPart;
  readonly onClose: () => void;
}) => {
  const t = useTexts();
  const title =
    part === 'user' ? t('ReportTitle', { name: person.name }) : t('ReportPictureTitle', { name: person.name });
  return <ReportSheet subject={{ kind: part, key: person.key }} title={title} person={person} onClose={onClose} />;
};

const Quote = styled.blockquote`
  ${textStyles.body}
  display: grid;
  gap: 2px;
  margin: 0;
  padding: 12px 16px;
  border-left: 3px solid ${tokens.color.lineStrong};
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.sunken};
  overflow-wrap: anywhere;
`;
