import { globalTopic, RegistryItem } from '@mahlzeit/contract';
import { defineCollection } from '@mahlzeit/shared-ui/platform';
import type { ShellApi, Timers } from '@mahlzeit/shared-ui/platform';
import type { ReloadHolds } from '../loading/reload';
import type { RemoteLookup } from '../remotes/registry';
import type { RemoteLoader } from '../remotes/remote-loader';
import { hasUnsentText } from './watch-day';

export interface ReleaseWatchDeps {
  readonly store: ShellApi['store'];
  readonly loader: Pick<RemoteLoader, 'supersede'>;
  /** Finds the remotes of this page with their versions. */
  readonly lookup: Pick<RemoteLookup, 'byName' | 'isOverridden'>;
  readonly page: Document;
  readonly holds: Pick<ReloadHolds, 'isHeld' | 'onRelease'>;
  readonly timers: Timers;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
  reload(): void;
}

// Time in ms for which the page must be hidden before it reloads: users who look at another tab for only a moment find
// the page unchanged.
const MIN_HIDDEN_MS = 60_000;
// Period in ms over which the reloads of all open pages are spread, because all of them receive a new release in the
// same second.
const RELOAD_SPREAD_MS = 240_000;

const liveReleases = defineCollection({ topic: globalTopic, collection: 'registry', schema: RegistryItem });

/**
 * Whether the version is a development build. Pages reload immediately for such a build, so that `npm run dev` shows
 * each saved file.
 */
const isDeveloperBuild = (version: string): boolean => version.includes('+dev.');

/** Returns the versions of a remote that visitors get: one, or two while a share of them gets another one. */
const versionsOf = ({ version, rollout }: RegistryItem): readonly string[] =>
  rollout === null ? [version] : [version, rollout];

/**
 * Makes the page use newer releases (Design §2): remotes that don't run yet are loaded in their newer release; for
 * running remotes the page reloads, because running code is never replaced. The page reloads only after it was hidden
 * for a while, and only while no unsaved input would be lost. Only changes after the first live registry count: the
 * gateway that serves the page may not have a release that another gateway already announces, and the page would reload
 * endlessly. Returns an unsubscribe function.
 */
export const watchReleases = ({
  store,
  loader,
  lookup,
  page,
  holds,
  timers,
  random,
  reload,
}: ReleaseWatchDeps): (() => void) => {
  let announcedReleases: ReadonlyMap<string, string> | null = null;
  let isPageOutdated = false;
  let stopWaiting = (): void => undefined;

  const isOtherRelease = (item: RegistryItem): boolean =>
    !versionsOf(item).includes(lookup.byName(item.key)?.version ?? '');
  const isAnnouncedLater = (item: RegistryItem): boolean =>
    versionsOf(item).join() !== announcedReleases?.get(item.key);
  // The visitor may belong to the share that gets a new release, so the loader asks the gateway for the visitor's
  // release.
  const isChanged = (item: RegistryItem): boolean => isOtherRelease(item) || isAnnouncedLater(item);
  // While two releases are delivered, a page with either of them stays: which one its visitor gets doesn't change by
  // itself.
  const isNewRelease = (item: RegistryItem): boolean => isOtherRelease(item) && isAnnouncedLater(item);
  const reloadIfSafe = (): void => {
    if (!holds.isHeld() && !hasUnsentText(page)) reload();
  };
  const scheduleReload = (): void => {
    stopWaiting();
    if (isPageOutdated && page.visibilityState === 'hidden')
      stopWaiting = timers.after(MIN_HIDDEN_MS + random() * RELOAD_SPREAD_MS, reloadIfSafe);
  };
  const stableReleases = liveReleases.of(store);
  const onReleases = (): void => {
    const { status, items: announcedItems } = stableReleases.get();
    if (status !== 'live') return;
    // A tester's page keeps the release that the tester has chosen.
    const items = announcedItems.filter(({ key }) => !lookup.isOverridden(key));
    if (items.some(({ key, version }) => isDeveloperBuild(version) && version !== lookup.byName(key)?.version))
      return reload();
    announcedReleases ??= new Map(items.map((item) => [item.key, versionsOf(item).join()]));
    items.filter(isChanged).forEach(({ key }) => loader.supersede(key));
    const wasPageOutdated = isPageOutdated;
    isPageOutdated = items.some(isNewRelease);
    if (isPageOutdated !== wasPageOutdated) scheduleReload();
  };

  const stopFunctions = [stableReleases.subscribe(onReleases), holds.onRelease(scheduleReload)];
  onReleases();
  page.addEventListener('visibilitychange', scheduleReload);
  return () => {
    for (const stop of stopFunctions) stop();
    stopWaiting();
    page.removeEventListener('visibilitychange', scheduleReload);
  };
};
