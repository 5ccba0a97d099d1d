import type { ReleaseToken } from '@mahlzeit/contract';
import { AfterDelay, EmptyState, ErrorState, RowSkeletons, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { useLocationHash, useMedia, usePageTitle } from '@mahlzeit/shared-ui/platform/standalone';
import { ConsoleFrame } from '@mahlzeit/shared-ui/ui/console';
import { PackageOpen } from 'lucide-react';
import { useEffect, useRef } from 'react';
import styled from 'styled-components';
import { consoleErrorText, useTexts } from '../console-texts';
import { History, historyOf } from '../features/history';
import { RemotesTable } from '../features/remotes';
import { useNow, useOverview, useReleases } from '../platform';
import type { RemoteOverview } from '../releases/overview';
import { isOwnRemote } from '../releases/overview';
import { ConsoleHeader } from './console-header';
import { RemoteDetail } from './remote-detail';

interface ConsoleProps {
  readonly token: ReleaseToken;
}

/** Media query for windows that show the table of remotes and the details of one remote side by side. */
const WIDE_MEDIA_QUERY = '(min-width: 1200px)';

/** Returns the chosen remote. A wide window always shows one: the remote of the token's owner, or the first one. */
const chosenRemoteOf = (
  remotes: readonly RemoteOverview[],
  addressedName: string,
  isWide: boolean,
): RemoteOverview | null => {
  const addressedRemote = remotes.find(({ name }) => name === addressedName);
  if (addressedRemote !== undefined) return addressedRemote;
  return isWide ? (remotes.find(isOwnRemote) ?? remotes[0] ?? null) : null;
};

/**
 * Moves the focus when a narrow page changes between the table and the details: to the title of the details, and back
 * to the table row from which the user came. `chosenName` is undefined while the page loads; the first value moves no
 * focus.
 */
const useFocusOfSteps = (isWide: boolean, chosenName: string | null | undefined) => {
  const titleRef = useRef<HTMLHeadingElement>(null);
  const tableRef = useRef<HTMLDivElement>(null);
  const formerName = useRef(chosenName);
  useEffect(() => {
    const leftName = formerName.current;
    formerName.current = chosenName;
    if (isWide || leftName === undefined || leftName === chosenName) return;
    if (chosenName === null)
      tableRef.current?.querySelector<HTMLElement>(`[data-remote="${CSS.escape(leftName ?? '')}"] a`)?.focus();
    else titleRef.current?.focus();
  }, [isWide, chosenName]);
  return { titleRef, tableRef };
};

const LoadingTable = () => {
  const t = useTexts();
  return (
    <>
      <VisuallyHidden role="status">{t('Loading')}</VisuallyHidden>
      <AfterDelay>
        <RowSkeletons />
      </AfterDelay>
    </>
  );
};

/**
 * The whole release console for the owner of a token: the table of remotes, the history, and the details of one remote.
 */
export const Console = ({ token }: ConsoleProps) => {
  const t = useTexts();
  const { refresh } = useReleases();
  usePageTitle(t('PageTitle'));
  const { value: overview, error, isRetrying } = useOverview();
  const now = useNow();
  const isWide = useMedia(WIDE_MEDIA_QUERY);
  // The hash of the URL names the chosen remote (`#mf-social`), so that the browser's back button leads to the table.
  const addressedName = useLocationHash();
  const chosenRemote = overview === null ? null : chosenRemoteOf(overview.remotes, addressedName, isWide);
  const { titleRef, tableRef } = useFocusOfSteps(isWide, overview === null ? undefined : (chosenRemote?.name ?? null));
  const showsTable = isWide || chosenRemote === null;

  const listContent = () => {
    if (overview !== null && overview.remotes.length > 0)
      return (
        <>
          <RemotesTable remotes={overview.remotes} chosenName={chosenRemote?.name ?? null} now={now} />
          <History entries={historyOf(overview)} now={now} />
        </>
      );
    if (overview !== null) return <EmptyState icon={PackageOpen} title={t('EmptyTitle')} text={t('EmptyText')} />;
    if (error === null) return <LoadingTable />;
    return (
      <ErrorState
        title={t('FailedTitle')}
        text={consoleErrorText(error)}
        isRetrying={isRetrying}
        onRetry={() => void refresh()}
      />
    );
  };

  return (
    <ConsoleFrame>
      <ConsoleHeader token={token} now={now} overview={overview} error={error} isRetrying={isRetrying} />
      <ConsoleMain>
        {showsTable && <ListPane ref={tableRef}>{listContent()}</ListPane>}
        {chosenRemote !== null && (
          <RemoteDetail
            key={chosenRemote.name}
            remote={chosenRemote}
            now={now}
            isOffline={error !== null}
            isAlone={!isWide}
            titleRef={titleRef}
          />
        )}
      </ConsoleMain>
    </ConsoleFrame>
  );
};

const ConsoleMain = styled.main`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-height: 0;
  @media (min-width: 1200px) {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 504px;
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
