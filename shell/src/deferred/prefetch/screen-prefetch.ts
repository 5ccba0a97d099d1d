import type { ScreenScripts } from '@mahlzeit/contract';
import { checkAccess } from '@mahlzeit/shared-ui/platform';
import type { ScreenAddress, ScreenDeclaration, ShellApi } from '@mahlzeit/shared-ui/platform';
import { remoteOfModal } from '../../remotes/registry';
import type { RemoteLookup } from '../../remotes/registry';
import { screenPart } from '../../remotes/remote-loader';
import type { RemoteLoader } from '../../remotes/remote-loader';

/** Part of `navigator` that tells what the connection is worth; only some browsers have `connection`. */
interface NetworkState {
  readonly onLine: boolean;
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
}

export interface ScreenPrefetchDeps {
  readonly shell: ShellApi;
  readonly loader: Pick<RemoteLoader, 'prefetch' | 'releaseOf'>;
  readonly lookup: Pick<RemoteLookup, 'withScreen' | 'address'>;
  readonly scripts: ScreenScripts;
  readonly navigator: NetworkState;
  /** Fetches a script into the browser's cache; gives up after some seconds of silence. */
  readonly fetchScript: (path: string) => Promise<void>;
}

/**
 * Loads parts of a modal screen before it is opened. Does nothing without a network, on 2G, and for users who save
 * data. Failures are silent, because the screen loads everything again when it opens.
 */
export interface ScreenPrefetch {
  /** Fetches the scripts of a screen without running them. Resolves once they have come. */
  fetchScripts(address: ScreenAddress): Promise<void>;
  /** Fetches and runs the entry of a screen's remote, without the screen. */
  loadRemote(address: ScreenAddress): void;
  /**
   * Fetches and runs the scripts of a screen. If the user has to log in or to verify their address first, the screen
   * for that is loaded instead.
   */
  loadScreen(address: ScreenAddress): void;
  /** Lets a screen request the data that it shows first. */
  requestData(address: ScreenAddress): void;
}

/** Whether data is dear or slow here: with Save-Data, and on 2G (`2g` and `slow-2g`). */
const isSparing = ({ connection: { saveData, effectiveType = '' } = {} }: NetworkState): boolean =>
  saveData === true || effectiveType.endsWith('2g');

type LoadScreen = ScreenDeclaration['load'];

/** Creates the prefetch of one page. Each script is fetched once. */
export const createScreenPrefetch = ({
  shell,
  loader,
  lookup,
  scripts,
  navigator,
  fetchScript,
}: ScreenPrefetchDeps): ScreenPrefetch => {
  const fetchedPaths = new Set<string>();
  const isAllowed = (): boolean => navigator.onLine && !isSparing(navigator);

  const fetchOnce = async (path: string): Promise<void> => {
    if (fetchedPaths.has(path)) return;
    fetchedPaths.add(path);
    await fetchScript(path).catch(() => undefined);
  };

  const fetchScripts = async ({ key }: ScreenAddress): Promise<void> => {
    const remote = lookup.withScreen(key);
    // The page may have turned to another release, which has other scripts.
    const isKnownRelease = remote !== undefined && loader.releaseOf(remote.name).version === remote.version;
    if (isAllowed() && isKnownRelease) await Promise.all((scripts[key] ?? []).map(fetchOnce));
  };

  const withScreen = (
    { key }: ScreenAddress,
    onAllowed: (screen: ScreenDeclaration) => LoadScreen | undefined,
    onMissingStep?: (screen: ScreenAddress) => void,
  ): void => {
    const remote = remoteOfModal(lookup, key);
    if (remote === null || !isAllowed()) return;
    const loadIfAllowed = (screen: ScreenDeclaration): LoadScreen | undefined => {
      const access = checkAccess(screen.access, shell.session.get());
      const firstScreen = access === 'login' || access === 'verification' ? lookup.address(access) : null;
      if (firstScreen !== null) onMissingStep?.(firstScreen);
      return access === 'allowed' ? onAllowed(screen) : undefined;
    };
    void loader.prefetch(remote, {
      id: screenPart(key).id,
      find({ screens }) {
        const screen = screens.find((declaredScreen) => declaredScreen.key === key);
        return screen === undefined ? undefined : loadIfAllowed(screen);
      },
    });
  };

  const loadRemote = (address: ScreenAddress): void => withScreen(address, () => undefined);

  const loadScreen = (address: ScreenAddress): void => {
    void fetchScripts(address);
    withScreen(address, ({ load }) => load, loadScreen);
  };

  return {
    fetchScripts,
    loadRemote,
    loadScreen,
    requestData(address) {
      withScreen(address, (screen) => {
        // A rejection doesn't matter: the screen requests its data again and shows the error.
        void Promise.resolve(screen.prefetch?.(address.params, shell)).catch(() => undefined);
        return undefined;
      });
    },
  };
};
