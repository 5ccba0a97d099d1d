import type { RemoteName } from '@mahlzeit/contract';
import { CardSkeletons, ListMapSplit, ListPane, MapPane } from '@mahlzeit/shared-ui/ui';
import { useCallback, useEffect, useMemo, useState } from 'react';
import styled from 'styled-components';
import type { Chrome } from '../chrome';
import { FirstViewPlace } from '../first-view';
import type { ScreenPhase } from '../parcels';
import { useDeclaration } from '../screens';
import { useTexts } from '../shell-texts';
import { useObservable } from '../use-observable';
import { MainFailure } from './main-failure';
import { usePreloadedParts } from './use-preloaded-parts';

const MainFailed = ({ onRetry }: { readonly onRetry: () => void }) => {
  const t = useTexts();
  return <MainFailure title={t('MainFailedTitle')} text={t('MainFailedText')} onRetry={onRetry} />;
};

interface DeclaredMainProps {
  readonly chrome: Chrome;
  readonly placeId: string | null;
  readonly remote: RemoteName;
  readonly screenKey: string;
}

const DeclaredMain = ({ chrome, placeId, remote, screenKey }: DeclaredMainProps) => {
  const { shell, loader, drawerParts, mainShown, RemoteScreen } = chrome;
  const access = useObservable(chrome.access);
  const view = useDeclaration(loader, remote);
  const [phase, setPhase] = useState<ScreenPhase>('loading');
  const firstView = useObservable(chrome.firstView);
  // What comes after the list waits until it stands.
  const isShown = phase === 'mounted' && firstView === null;
  usePreloadedParts(drawerParts, isShown);
  useEffect(() => {
    if (isShown) mainShown();
  }, [isShown, mainShown]);
  const params = useMemo(() => (placeId === null ? [] : [placeId]), [placeId]);
  const renderFailure = useCallback((retry: () => void) => <MainFailed onRetry={retry} />, []);

  const hasFailed = view.status === 'failed' || phase === 'failed';
  const { giveWay } = chrome.firstView;
  useEffect(() => {
    if (hasFailed) giveWay();
  }, [hasFailed, giveWay]);

  const screen = view.status === 'ready' ? view.declaration.screens.find(({ key, region }) => key === screenKey && region === 'main') : undefined;
  // S1§4: not initialized until the version is checked. The screen works meanwhile, so that its list comes no later.
  const isLoading = firstView !== null || access === 'unknown' || view.status === 'loading' || (screen !== undefined && phase === 'loading');
  return (
    <>
      {isLoading && (firstView === null ? <MainLoading /> : <FirstViewPlace view={firstView} />)}
      {!isLoading && screen === undefined && <MainFailed onRetry={view.retry} />}
      {screen !== undefined && (
        <ScreenPlace hidden={isLoading}>
          <RemoteScreen remote={remote} screen={screen} params={params} shell={shell} renderFailure={renderFailure} onPhase={setPhase} />
        </ScreenPlace>
      )}
    </>
  );
};

/** The main screen of whichever remote has one; its parameter is the place that the path names. */
export const MainScreen = ({ chrome, placeId }: Pick<DeclaredMainProps, 'chrome' | 'placeId'>) => {
  const remote = chrome.lookup.withMainScreen();
  // A registry without a main screen is a release under way: a new page gets a new registry.
  if (remote === undefined) return <MainFailed onRetry={chrome.reload} />;
  return <DeclaredMain chrome={chrome} placeId={placeId} remote={remote.name} screenKey={remote.mainScreen} />;
};

const MainLoading = () => (
  <ListMapSplit data-view="list">
    <ListPane>
      <CardSkeletons milliseconds={0} />
    </ListPane>
    <MapPane aria-hidden="true" />
  </ListMapSplit>
);

// Hidden while it loads: two halves beside each other would jump when one goes. The containers that a screen is mounted into are no boxes: the region's height goes to the screen itself.
const ScreenPlace = styled.div`
  &:not([hidden]) { display: contents; }
  > div:not([role]), > div:not([role]) > div { display: contents; }
`;
