import type { RemoteName } from '@mahlzeit/contract';
import { CardSkeletons, ListMapSplit, ListPane, MapPane } from '@mahlzeit/shared-ui/ui';
import { useCallback, useEffect, useMemo, useState } from 'react';
import styled from 'styled-components';
import type { ShellServices } from '../chrome';
import { PrerenderPlace } from '../first-view/first-view-place';
import type { ScreenPhase } from '../parcels/visit-screen';
import { useDeclaration } from '../screens/use-declaration';
import { useTexts } from '../shell-texts';
import { useObservable } from '../use-observable';
import { MainError } from './main-failure';
import { usePreload } from './use-preloaded-parts';

const MainFailed = ({ onRetry }: { readonly onRetry: () => void }) => {
  const t = useTexts();
  return <MainError title={t('MainFailedTitle')} text={t('MainFailedText')} onRetry={onRetry} />;
};

interface DeclaredMainProps {
  readonly services: ShellServices;
  readonly placeId: string | null;
  readonly remote: RemoteName;
  readonly screenKey: string;
}

const DeclaredMain = ({ services, placeId, remote, screenKey }: DeclaredMainProps) => {
  const { shell, loader, drawerModule, mainShown, RemoteScreen } = services;
  const access = useObservable(services.access);
  const view = useDeclaration(loader, remote);
  const [phase, setPhase] = useState<ScreenPhase>('loading');
  const prerender = useObservable(services.prerender);
  // What comes after the list waits until it is shown.
  const isShown = phase === 'mounted' && prerender === null;
  usePreload(drawerModule, isShown);
  useEffect(() => {
    if (isShown) mainShown();
  }, [isShown, mainShown]);
  const params = useMemo(() => (placeId === null ? [] : [placeId]), [placeId]);
  const renderFailure = useCallback((retry: () => void) => <MainFailed onRetry={retry} />, []);

  const hasFailed = view.status === 'failed' || phase === 'failed';
  const { dismiss } = services.prerender;
  useEffect(() => {
    if (hasFailed) dismiss();
  }, [hasFailed, dismiss]);

  const screen = view.status === 'ready' ? view.declaration.screens.find(({ key, region }) => key === screenKey && region === 'main') : undefined;
  // S1§4: not initialized until the version is checked. The screen works meanwhile, so that its list comes no later.
  const isLoading = prerender !== null || access === 'unknown' || view.status === 'loading' || (screen !== undefined && phase === 'loading');
  return (
    <>
      {isLoading && (prerender === null ? <MainLoading /> : <PrerenderPlace view={prerender} />)}
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
export const MainScreen = ({ services, placeId }: Pick<DeclaredMainProps, 'services' | 'placeId'>) => {
  const remote = services.lookup.withMainScreen();
  // A registry without a main screen is a release under way: a new page gets a new registry.
  if (remote === undefined) return <MainFailed onRetry={services.reload} />;
  return <DeclaredMain services={services} placeId={placeId} remote={remote.name} screenKey={remote.mainScreen} />;
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
