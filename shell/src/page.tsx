import type { RemoteName } from '@mahlzeit/contract';
import { browserTimers, Slot, useObservable, useSession } from '@mahlzeit/shared-ui/platform';
import {
  AppFrame,
  Body,
  CardSkeletons,
  ErrorState,
  ListMapSplit,
  ListPane,
  MainRegion,
  MapPane,
  SkipLink,
  TopBar,
  TopBarBrand,
  TopBarMenu,
  VisuallyHidden,
} from '@mahlzeit/shared-ui/ui';
import { WifiOff } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ComponentProps, MouseEvent, Ref } from 'react';
import styled from 'styled-components';
import type { LazyModule } from './loading/lazy-module';
import { PrerenderContainer } from './prerender';
import { isConnectionError } from './remotes/load-error';
import type { LoadError } from './remotes/load-error';
import type { ScreenPhase } from './remotes/mount-screen';
import { useDeclaration } from './remotes/remote-screen';
import { MAIN_PATH } from './router/address';
import { isPlainClick } from './router/link-clicks';
import { MAIN_ELEMENT_ID, mainRegion } from './screens/focus-restorer';
import { useIsSlow } from './screens/modal-fallbacks';
import type { ShellServices } from './shell-services';
import { useTexts } from './texts/shell-texts';

/**
 * Error message in the main region, with a retry button. It scrolls by itself, because from 701 px on the page doesn't
 * scroll.
 */
const MainErrorState = ({
  ref,
  ...props
}: Omit<ComponentProps<typeof ErrorState>, 'level'> & { readonly ref?: Ref<HTMLElement> }) => (
  <ErrorSection ref={ref}>
    <ErrorState {...props} level={1} />
  </ErrorSection>
);

const ErrorSection = styled.section`
  flex: 1;
  min-height: 0;
  overflow: auto;
`;

interface MainLoadErrorProps {
  /** Error because of which the screen couldn't be loaded; null if the screen failed in another way. */
  readonly error: LoadError | null;
  readonly onRetry: () => void;
  readonly onShown?: () => void;
}

const MainLoadError = ({ error, onRetry, onShown }: MainLoadErrorProps) => {
  const t = useTexts();
  useEffect(() => onShown?.(), [onShown]);
  const errorRef = useRef<HTMLElement>(null);
  const isConnectionLost = isConnectionError(error);
  // The pressed button disappears during the retry. The region keeps the focus meanwhile, and gives it back to the
  // button if the retry fails.
  useEffect(() => {
    if (document.activeElement === mainRegion()) errorRef.current?.querySelector('button')?.focus();
  }, []);
  const retry = useCallback(() => {
    if (errorRef.current?.contains(document.activeElement) === true) mainRegion()?.focus();
    onRetry();
  }, [onRetry]);
  return (
    <MainErrorState
      ref={errorRef}
      {...(isConnectionLost && { icon: WifiOff })}
      title={t(isConnectionLost ? 'ErrorInternetConnectionTitle' : 'MainFailedTitle')}
      text={t(isConnectionLost ? 'ErrorInternetConnection' : 'MainFailedText')}
      onRetry={retry}
    />
  );
};

const SlowLoadStatus = () => {
  const t = useTexts();
  const isSlow = useIsSlow();
  return (
    <>
      {isSlow && <VisuallyHidden as="h1">{t('MainTitle')}</VisuallyHidden>}
      <div role="status">{isSlow && <Body $tone="quiet">{t('ScreenSlow')}</Body>}</div>
    </>
  );
};

const MainLoading = () => (
  <ListMapSplit data-view="list">
    <ListPane $isLoading>
      <SlowLoadStatus />
      <CardSkeletons milliseconds={0} />
    </ListPane>
    <MapPane aria-hidden="true" />
  </ListMapSplit>
);

// The screen is hidden during loading: otherwise it would be beside the placeholder and would jump when the placeholder
// disappears. `display: contents` removes the boxes of the screen's containers, so that the screen itself gets the
// height of the region.
const ScreenArea = styled.div`
  &:not([hidden]) {
    display: contents;
  }
  > div:not([role]),
  > div:not([role]) > div {
    display: contents;
  }
`;

// Delay in ms before the drawer is preloaded: long enough for the list to be loaded first, short enough to be ready for
// the first tap on the menu.
const PRELOAD_AFTER_MS = 2_000;

/** Preloads drawer and dialogs once the main screen is visible, so that the first tap doesn't wait for them. */
const usePreload = (lazyModule: Pick<LazyModule<unknown>, 'load'>, isMainShown: boolean): void => {
  useEffect(() => {
    if (!isMainShown) return undefined;
    // A failed preload shows no error; only opening the drawer does.
    return browserTimers.after(PRELOAD_AFTER_MS, () => void lazyModule.load());
  }, [lazyModule, isMainShown]);
};

interface DeclaredMainProps {
  readonly services: ShellServices;
  readonly placeId: string | null;
  readonly remote: RemoteName;
  readonly screenKey: string;
  /** Called once the screen is mounted, even if it is still hidden, or has failed. */
  readonly onSettled: () => void;
}

const DeclaredMain = ({ services, placeId, remote, screenKey, onSettled }: DeclaredMainProps) => {
  const { shell, loader, drawerModule, onMainShown, RemoteScreen } = services;
  const access = useObservable(services.access);
  const declarationView = useDeclaration(loader, remote);
  const [phase, setPhase] = useState<ScreenPhase>('loading');
  const prerender = useObservable(services.prerender);
  // The deferred parts of the shell start only when the main screen is visible.
  const isMainShown = phase === 'mounted' && prerender === null;
  usePreload(drawerModule, isMainShown);
  useEffect(() => {
    if (isMainShown) onMainShown();
  }, [isMainShown, onMainShown]);
  const screenParams = useMemo(() => (placeId === null ? [] : [placeId]), [placeId]);
  const { dismiss } = services.prerender;
  // Called for a screen that throws while it renders. Such a screen is mounted, but can no longer remove the
  // prerendered HTML itself.
  const renderFailure = useCallback(
    (retry: () => void, error: LoadError | null) => <MainLoadError error={error} onRetry={retry} onShown={dismiss} />,
    [dismiss],
  );

  const screen =
    declarationView.status === 'ready'
      ? declarationView.declaration.screens.find(({ key, region }) => key === screenKey && region === 'main')
      : undefined;
  // A remote of another release may not declare this screen.
  const hasMainFailed =
    declarationView.status === 'failed' ||
    phase === 'failed' ||
    (declarationView.status === 'ready' && screen === undefined);
  const isMainSettled = phase === 'mounted' || hasMainFailed;
  useEffect(() => {
    if (isMainSettled) onSettled();
  }, [isMainSettled, onSettled]);
  useEffect(() => {
    if (hasMainFailed) dismiss();
  }, [hasMainFailed, dismiss]);

  // The screen is hidden until the version is checked (S1§4). It is already mounted meanwhile, so that its list is
  // loaded without delay.
  const isMainLoading =
    prerender !== null ||
    access === 'unknown' ||
    declarationView.status === 'loading' ||
    (screen !== undefined && phase === 'loading');
  return (
    <>
      {isMainLoading && (prerender === null ? <MainLoading /> : <PrerenderContainer view={prerender} />)}
      {!isMainLoading && screen === undefined && (
        <MainLoadError error={declarationView.error} onRetry={declarationView.retry} />
      )}
      {screen !== undefined && (
        <ScreenArea hidden={isMainLoading}>
          <RemoteScreen
            remote={remote}
            screen={screen}
            params={screenParams}
            shell={shell}
            renderFailure={renderFailure}
            onPhase={setPhase}
          />
        </ScreenArea>
      )}
    </>
  );
};

/** Main screen of the page. Its parameter is the place around which the list searches, from the URL's path. */
const MainScreen = ({
  services,
  placeId,
  onSettled,
}: Pick<DeclaredMainProps, 'services' | 'placeId' | 'onSettled'>) => {
  const remote = services.lookup.withMainScreen();
  // While a release is being published, a registry may lack a main screen. A reload of the page gets a new registry.
  if (remote === undefined) return <MainLoadError error={null} onRetry={services.reload} />;
  return (
    <DeclaredMain
      services={services}
      placeId={placeId}
      remote={remote.name}
      screenKey={remote.mainScreen}
      onSettled={onSettled}
    />
  );
};

const SEARCH_SLOT = 'frame/search';

interface MissingSearchProps {
  readonly remote: RemoteName;
  readonly loader: ShellServices['loader'];
  readonly onRetry: () => void;
}

/**
 * Shown in place of a search that can't be loaded. Renders nothing, because menu and logo still work; the search is
 * tried again when its remote was loaded.
 */
const MissingSearch = ({ remote, loader, onRetry }: MissingSearchProps) => {
  useEffect(() => loader.onArrival(remote, onRetry), [loader, remote, onRetry]);
  return null;
};

const SearchSlot = ({ lookup, loader }: Pick<ShellServices, 'lookup' | 'loader'>) => {
  const remote = lookup.withSlot(SEARCH_SLOT)?.name;
  if (remote === undefined) return null;
  return (
    <Slot
      name={SEARCH_SLOT}
      props={{}}
      fallback={(retry) => <MissingSearch remote={remote} loader={loader} onRetry={retry} />}
    />
  );
};

const skipToMain = (event: MouseEvent): void => {
  // Without this call, the browser would write the link's target to the hash, where it would be taken for a modal
  // screen.
  event.preventDefault();
  mainRegion()?.focus();
};

/**
 * Top bar of the page. The shell renders menu and brand; the remote mf-discovery adds search, filter and the place
 * around which the list searches.
 */
const TopFrame = ({ services, hasSearch }: { readonly services: ShellServices; readonly hasSearch: boolean }) => {
  const t = useTexts();
  const { router, drawer } = services;
  const drawerParts = useObservable(services.drawerModule);
  const isDrawerOpen = useObservable(drawer);
  const goHome = (event: MouseEvent): void => {
    if (!isPlainClick(event.nativeEvent)) return;
    event.preventDefault();
    router.openMain();
    window.scrollTo({ top: 0 });
  };
  return (
    <TopBar>
      <SkipLink href={`#${MAIN_ELEMENT_ID}`} onClick={skipToMain}>
        {t('SkipToContent')}
      </SkipLink>
      <TopBarMenu label={t('OpenMenu')} isOpen={isDrawerOpen} onClick={() => void drawer.open()} />
      {drawerParts !== null && <drawerParts.MenuMarks />}
      <TopBarBrand href={MAIN_PATH} brandName={t('AppName')} label={t('ToMainScreen')} onClick={goHome} />
      {hasSearch && <SearchSlot lookup={services.lookup} loader={services.loader} />}
    </TopBar>
  );
};

interface PageProps {
  readonly services: ShellServices;
  readonly placeId: string | null;
}

/**
 * Page below the modal screens: top bar and main region. If the session has failed, the main region shows an error with
 * a retry.
 */
export const Page = ({ services, placeId }: PageProps) => {
  const t = useTexts();
  const session = useSession();
  const { shell } = services;
  const [isMainSettled, setIsMainSettled] = useState(false);
  const onSettled = useCallback(() => setIsMainSettled(true), []);
  // The list is loaded before the search, because users tap on the list before they search.
  const hasSearch = isMainSettled || session.status === 'failed' || services.lookup.withMainScreen() === undefined;
  return (
    <AppFrame>
      <TopFrame services={services} hasSearch={hasSearch} />
      <MainRegion id={MAIN_ELEMENT_ID} tabIndex={-1}>
        {session.status === 'failed' ? (
          <MainErrorState
            icon={WifiOff}
            title={t('ErrorInternetConnectionTitle')}
            text={t('ErrorInternetConnection')}
            onRetry={() => void shell.track(shell.session.retry())}
          />
        ) : (
          <MainScreen services={services} placeId={placeId} onSettled={onSettled} />
        )}
      </MainRegion>
    </AppFrame>
  );
};
