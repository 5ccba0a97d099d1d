import type { Observable, ScreenAddress, Timers } from '@mahlzeit/shared-ui/platform';
import type { AddressLookup } from '../../remotes/registry';
import { screenAddressOf } from '../../router/link-clicks';
import type { ScreenPrefetch } from './screen-prefetch';

/** Time in ms until the page counts as quiet, after the start of the deferred parts or a change of the screen. */
const QUIET_MS = 1_000;

/** Time in ms after which the open drawer shows its links. */
const DRAWER_MS = 100;

interface LikelyScreensDeps {
  readonly page: Document;
  /** Only some browsers tell when they are idle. */
  readonly browser: Partial<Pick<Window, 'requestIdleCallback'>>;
  readonly timers: Timers;
  readonly lookup: AddressLookup;
  readonly drawer: Pick<Observable<boolean>, 'get' | 'subscribe'>;
  readonly router: Pick<Observable<unknown>, 'subscribe'>;
  readonly prefetch: Pick<ScreenPrefetch, 'fetchScripts' | 'loadRemote'>;
}

/** Returns one address for each screen to which links of the page lead, in the order of the links. */
const linkedScreensOf = (page: Document, lookup: AddressLookup): readonly ScreenAddress[] => {
  const addressByKey = new Map<string, ScreenAddress>();
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const address = screenAddressOf(link, page.location.origin, lookup);
    if (address !== null && !addressByKey.has(address.key)) addressByKey.set(address.key, address);
  }
  return [...addressByKey.values()];
};

/**
 * Fetches the scripts of the screens that the page links to, one screen after the other, whenever the page becomes
 * quiet: after its list, a screen or the drawer was shown. While the drawer is open, the remotes of the screens run,
 * too, because the user is about to open one of them. Returns an unsubscribe function.
 */
export const fetchLikelyScreens = ({
  page,
  browser,
  timers,
  lookup,
  drawer,
  router,
  prefetch,
}: LikelyScreensDeps): (() => void) => {
  let stopWaiting = (): void => undefined;
  const fetchLinkedScreens = async (): Promise<void> => {
    if (page.hidden) return;
    for (const address of linkedScreensOf(page, lookup)) {
      await prefetch.fetchScripts(address);
      if (drawer.get()) prefetch.loadRemote(address);
    }
  };
  const fetchWhenIdle = (): void => {
    // `fetchScripts` never rejects.
    const fetchLater = (): void => void fetchLinkedScreens();
    if (browser.requestIdleCallback === undefined) fetchLater();
    else browser.requestIdleCallback(fetchLater);
  };
  const fetchAfter = (ms: number): void => {
    stopWaiting();
    stopWaiting = timers.after(ms, fetchWhenIdle);
  };
  const stopFunctions = [
    router.subscribe(() => fetchAfter(QUIET_MS)),
    drawer.subscribe(() => {
      if (drawer.get()) fetchAfter(DRAWER_MS);
    }),
  ];
  fetchAfter(QUIET_MS);
  return () => {
    stopWaiting();
    stopFunctions.forEach((stop) => stop());
  };
};
