import { REPORT_TEXT_MAX_LENGTH, reportAbuse } from '@mahlzeit/contract';
import type { Contact, ReportForm } from '@mahlzeit/contract';
import { textLength } from '@mahlzeit/contract/rules';
import { errorText, useCollection, useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import { Button, Label, Stack, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { RadioGroup, TextArea } from '@mahlzeit/shared-ui/ui/form';
import { ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { useState } from 'react';
import styled from 'styled-components';
import { liveBlockedUsers } from '../contacts';
import { useBlockPerson, useTexts } from './person-actions';

type ReportReason = ReportForm['reason'];

/** Text key of each reason for a report, in the order of the form. */
const REASON_TEXTS = {
  harassment: 'ReportReason_harassment',
  spam: 'ReportReason_spam',
  illegal: 'ReportReason_illegal',
  other: 'ReportReason_other',
} as const satisfies Readonly<Record<ReportReason, string>>;

const isReportReason = (key: string): key is ReportReason => key in REASON_TEXTS;

const reportReasons = Object.keys(REASON_TEXTS).filter(isReportReason);

/** Content of a report: the reported object, and the person who is responsible for it. */
interface ReportDetails {
  readonly subject: Pick<ReportForm, 'kind' | 'key' | 'chatKey'>;
  /** Title of the sheet, for example „Mehmet Aydın melden“. */
  readonly title: string;
  /** Text, author and time of a reported message. */
  readonly quote?: { readonly heading: string; readonly text: string };
  /** Person whom the sheet offers to block after the report; null for a deleted account. */
  readonly person: Pick<Contact, 'key' | 'name'> | null;
}

interface ReportSheetProps extends ReportDetails {
  /** Called after the report was sent, or when the user closes the sheet. */
  readonly onClose: () => void;
}

/**
 * Sheet that asks for the reason and sends the report to the operator. After a success, it offers to block the person.
 */
export const ReportSheet = ({ subject, title, quote, person, onClose }: ReportSheetProps) => {
  const t = useTexts();
  const { apiClient, snackbar, track } = useShell();
  const blockedUsers = useCollection(liveBlockedUsers).items;
  const { offer } = useBlockPerson();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [reportText, setReportText] = useState('');
  const { isBusy, run } = useSingleFlight();
  const reportTextLength = textLength(reportText);
  const reportTextError = reportTextLength > REPORT_TEXT_MAX_LENGTH ? t('ReportTooLong') : undefined;

  const sendReport = async (): Promise<void> => {
    if (reason === null) return;
    const reportAnswer = await track(
      apiClient.call(reportAbuse, {
        body: { ...subject, reason, ...(reportText.trim() === '' ? {} : { text: reportText }) },
      }),
    );
    if (!reportAnswer.ok) return snackbar({ tone: 'error', text: errorText(reportAnswer.error) });
    snackbar({ tone: 'success', text: t('SuccessReported') });
    onClose();
    // The promise isn't awaited, because `offer` opens its confirmation dialog and shows its own result.
    if (person !== null && !blockedUsers.some(({ key }) => key === person.key)) void offer(person);
  };

  return (
    <ActionSheet title={title} text={t('ReportExplanation')} onClose={onClose}>
      <Stack $gap={16}>
        {quote !== undefined && (
          <QuotedText>
            <Label>{quote.heading}</Label>
            {quote.text}
          </QuotedText>
        )}
        <RadioGroup
          label={t('ReportReason')}
          options={reportReasons.map((reasonId) => ({ id: reasonId, label: t(REASON_TEXTS[reasonId]) }))}
          chosenId={reason}
          onChoose={setReason}
        />
        <TextArea
          label={t('ReportText')}
          value={reportText}
          onChange={({ target }) => setReportText(target.value)}
          error={reportTextError}
          characterCount={{ length: reportTextLength, max: REPORT_TEXT_MAX_LENGTH }}
          rows={3}
        />
        <Button
          isBlock
          isBusy={isBusy}
          disabledReason={reason === null ? t('ReportReasonMissing') : reportTextError}
          onClick={() => run(sendReport)}
        >
          {t('SendReport')}
        </Button>
      </Stack>
    </ActionSheet>
  );
};

/** Part of a profile that can be reported. */
export type ReportedPart = 'user' | 'picture';

/** Sheet in which the user reports a person or the person's picture. */
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

const QuotedText = styled.blockquote`
  ${textStyles.body}
  display: grid;
  gap: 2px;
  margin: 0;
  padding: 12px 16px;
  border-left: 3px solid ${tokens.color.lineStrong};
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.sunken};
  overflow-wrap: anywhere;
  /* Hundreds of marks above one letter would otherwise lie over the texts around it. */
  overflow: clip;
`;
