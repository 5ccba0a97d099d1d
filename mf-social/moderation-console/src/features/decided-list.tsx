import type { DecidedReport } from '@mahlzeit/contract';
import { formatMoment } from '@mahlzeit/shared-ui/platform';
import { Badge, Button, Caption, EmptyState, ErrorState, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { consoleErrorText, useTexts } from '../console-texts';
import { useDecidedReports, useModeration } from '../platform';
import { LoadingRows } from '../ui/loading-rows';

interface DecidedListProps {
  readonly now: number;
}

const TONE_BY_STATE = { removed: 'err', disabled: 'err', dismissed: 'neutral' } as const;

const DecidedRow = ({ report, now }: DecidedListProps & { readonly report: DecidedReport }) => {
  const t = useTexts();
  const { kind, reason, context, state, closedAt, decidedBy, note } = report;
  const time = formatMoment(closedAt, now);
  return (
    <DecidedItem>
      <RowTitle>
        <span>
          {t(`Kind_${kind}`)} · {t(`Reason_${reason}`)}
        </span>
        <Badge tone={TONE_BY_STATE[state]}>{t(`State_${state}`)}</Badge>
      </RowTitle>
      {kind !== 'picture' && context !== '' && <RowContext dir="auto">{context}</RowContext>}
      {note !== '' && <Small>{t('NoteWas', { note })}</Small>}
      <Caption $tone="quiet">
        {decidedBy === null ? t('DecidedByCommand', { time }) : t('DecidedBy', { time, name: decidedBy })}
      </Caption>
    </DecidedItem>
  );
};

/** List of the moderators' decisions of the last thirty days, the newest first. */
export const DecidedList = ({ now }: DecidedListProps) => {
  const t = useTexts();
  const { decidedReports } = useModeration();
  const { value: list, error, isRetrying } = useDecidedReports();
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const showMore = async (): Promise<void> => {
    setIsLoadingMore(true);
    await decidedReports.showMore();
    setIsLoadingMore(false);
  };
  if (list === null && error !== null)
    return (
      <ErrorState
        title={t('FailedTitle')}
        text={consoleErrorText(error)}
        isRetrying={isRetrying}
        onRetry={() => void decidedReports.refresh()}
      />
    );
  if (list === null) return <LoadingRows />;
  if (list.reports.length === 0)
    return <EmptyState icon={ClipboardCheck} title={t('NoneDecidedTitle')} text={t('NoneDecidedText')} />;
  return (
    <DecidedFrame>
      <DecidedRows aria-label={t('DecidedReports')}>
        {list.reports.map((report) => (
          <DecidedRow key={report.key} report={report} now={now} />
        ))}
      </DecidedRows>
      {list.hasMore && (
        <Button variant="second" isBlock isBusy={isLoadingMore} onClick={() => void showMore()}>
          {t('OlderDecisions')}
        </Button>
      )}
    </DecidedFrame>
  );
};

const DecidedFrame = styled.div`
  display: grid;
  gap: 16px;
  width: min(860px, 100%);
  margin: 0 auto;
  padding: 8px 20px 24px;
`;

const DecidedRows = styled.ul`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
`;

const DecidedItem = styled.li`
  display: grid;
  gap: 4px;
  min-width: 0;
  padding: 14px 0;
  border-bottom: 1px solid ${tokens.color.line};
  overflow-wrap: anywhere;
`;

const RowTitle = styled.div`
  ${textStyles.label}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 4px 12px;
`;

const RowContext = styled.p`
  ${textStyles.small}
  color: ${tokens.color.ink2};
  white-space: pre-wrap;
  unicode-bidi: isolate;
  overflow: clip;
`;
