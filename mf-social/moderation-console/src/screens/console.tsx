import type { Moderator, OpenReport } from '@mahlzeit/contract';
import { isRemovable } from '@mahlzeit/contract/rules';
import { formatTime } from '@mahlzeit/shared-ui/platform';
import { useMedia, usePageTitle } from '@mahlzeit/shared-ui/platform/standalone';
import { EmptyState, ErrorState, tokens } from '@mahlzeit/shared-ui/ui';
import { ConsoleFrame, KeyFooter, StaleLine, useNotice, ViewButton, ViewButtons } from '@mahlzeit/shared-ui/ui/console';
import { CircleCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import styled from 'styled-components';
import { consoleErrorText, useTexts } from '../console-texts';
import { DecidedList } from '../features/decided-list';
import { Decisions, useDecision } from '../features/decision';
import { KEY_HINTS, useKeyCommands } from '../features/keyboard';
import { Queue } from '../features/queue';
import { ReportDetail } from '../features/report';
import { useModeration, useNow, useOpenReports } from '../platform';
import type { ReportList } from '../platform';
import { LoadingRows } from '../ui/loading-rows';
import { ConsoleHeader } from './console-header';
import { useChosenReport } from './use-chosen-report';

interface ConsoleProps {
  readonly moderator: Moderator;
}

type ConsoleView = 'open' | 'decided';

/** Media query for windows that show the list of reports and one report side by side. */
const WIDE_MEDIA_QUERY = '(min-width: 1200px)';

/** Returns the list without the reports that were decided on this page after the gateway had sent the list. */
const useUndecided = (
  list: ReportList<OpenReport> | null,
  closedKeys: ReadonlySet<string>,
): ReportList<OpenReport> | null =>
  useMemo(
    () => list && { ...list, reports: list.reports.filter(({ key }) => !closedKeys.has(key)) },
    [list, closedKeys],
  );

/** Returns the number of open reports as text: `7`, or `50+` when there may be more. */
const openCountOf = ({ reports, hasMore }: ReportList<OpenReport>): string => `${reports.length}${hasMore ? '+' : ''}`;

const Keys = () => {
  const t = useTexts();
  return (
    <KeyFooter label={t('Keys')} hints={KEY_HINTS.map(({ keys, command }) => ({ keys, text: t(`Key_${command}`) }))} />
  );
};

/**
 * The whole moderation console: the open reports, the chosen one with its decisions, and the decisions of the last
 * days.
 */
export const Console = ({ moderator }: ConsoleProps) => {
  const t = useTexts();
  const { openReports } = useModeration();
  const { value, error, isRetrying } = useOpenReports();
  const now = useNow();
  const isWide = useMedia(WIDE_MEDIA_QUERY);
  const showNotice = useNotice();
  const [view, setView] = useState<ConsoleView>('open');
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const decision = useDecision();
  const list = useUndecided(value, decision.closedKeys);
  const keys = useMemo(() => list && list.reports.map(({ key }) => key), [list]);
  const chosenReport = useChosenReport({
    keys,
    isWide,
    onLeft: (reportKey) => {
      if (!decision.isOwn(reportKey)) showNotice({ text: t('AlreadyDecided') });
    },
  });
  const report = list?.reports.find(({ key }) => key === chosenReport.key) ?? null;
  usePageTitle(
    keys === null || keys.length === 0 ? t('PageTitle') : t('PageTitleCount', { count: String(keys.length) }),
  );
  useKeyCommands((command) => {
    if (view !== 'open') return;
    if (command === 'next' || command === 'previous') return chosenReport.move(command);
    if (report !== null && (command !== 'remove' || isRemovable(report.kind))) decision.ask(report, command);
  });
  const showMore = async (): Promise<void> => {
    setIsLoadingMore(true);
    await openReports.showMore();
    setIsLoadingMore(false);
  };

  const listContent = () => {
    if (list !== null && list.reports.length > 0)
      return (
        <Queue
          list={list}
          chosenKey={chosenReport.key}
          now={now}
          isLoadingMore={isLoadingMore}
          onMore={() => void showMore()}
        />
      );
    if (list !== null) return <EmptyState icon={CircleCheck} title={t('EmptyTitle')} text={t('EmptyText')} />;
    if (error === null) return <LoadingRows />;
    return (
      <ErrorState
        title={t('FailedTitle')}
        text={consoleErrorText(error)}
        isRetrying={isRetrying}
        onRetry={() => void openReports.refresh()}
      />
    );
  };
  const openView = () => (
    <PaneGrid $isSplit={report !== null}>
      {(isWide || report === null) && <ListPane ref={chosenReport.queueRef}>{listContent()}</ListPane>}
      {report !== null && (
        <ReportDetail report={report} now={now} isAlone={!isWide} titleRef={chosenReport.titleRef}>
          <Decisions report={report} decision={decision} isOffline={error !== null} />
        </ReportDetail>
      )}
    </PaneGrid>
  );

  return (
    <ConsoleFrame>
      <ConsoleHeader moderator={moderator} />
      <StaleLine
        text={
          error === null || list === null
            ? null
            : `${consoleErrorText(error)} ${t('StaleText', { time: formatTime(list.readAt) })}`
        }
        isOffline={error?.status === 0}
        retryLabel={t('Retry')}
        isRetrying={isRetrying}
        onRetry={() => void openReports.refresh()}
      />
      <ConsoleMain>
        {(isWide || report === null || view === 'decided') && (
          <ViewBar>
            <ViewButton type="button" aria-pressed={view === 'open'} onClick={() => setView('open')}>
              {list === null || list.reports.length === 0
                ? t('ViewOpen')
                : t('ViewOpenCount', { count: openCountOf(list) })}
            </ViewButton>
            <ViewButton type="button" aria-pressed={view === 'decided'} onClick={() => setView('decided')}>
              {t('ViewDecided')}
            </ViewButton>
          </ViewBar>
        )}
        {view === 'open' ? (
          openView()
        ) : (
          <DecidedPane>
            <DecidedList now={now} />
          </DecidedPane>
        )}
      </ConsoleMain>
      <Keys />
    </ConsoleFrame>
  );
};

const ConsoleMain = styled.main`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-height: 0;
`;

const ViewBar = styled(ViewButtons)`
  margin-bottom: 12px;
`;

const PaneGrid = styled.div<{ readonly $isSplit: boolean }>`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-height: 0;
  border-top: 1px solid ${tokens.color.line};
  @media (min-width: 1200px) {
    display: grid;
    grid-template-columns: ${({ $isSplit }) => ($isSplit ? '440px minmax(0, 1fr)' : 'minmax(0, 1fr)')};
  }
`;

const ListPane = styled.div`
  min-width: 0;
  @media (min-width: 1200px) {
    overflow-y: auto;
    overscroll-behavior: contain;
    border-right: 1px solid ${tokens.color.line};
  }
`;

const DecidedPane = styled.div`
  min-height: 0;
  @media (min-width: 1200px) {
    overflow-y: auto;
  }
`;
