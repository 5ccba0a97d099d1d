import { globalTopic, RegistryItem } from '@mahlzeit/contract';
import { defineCollection } from '@mahlzeit/shared-ui/platform';
import type { ShellApi, Timers } from '@mahlzeit/shared-ui/platform';
import type { ReloadHolds } from '../loading/reload';
import type { RemoteLookup } from '../remotes/registry';
import { hasUnsentText } from './watch-day';

export interface ReleaseDeps {
  readonly store: ShellApi['store'];
  /** Finds the remotes of this page with their versions. */
  readonly lookup: Pick<RemoteLookup, 'byName'>;
  readonly page: Document;
  readonly holds: Pick<ReloadHolds, 'isHeld' | 'onRelease'>;
  readonly timers: Timers;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
  reload(): void;
}

// Time that the page must be hidden before it reloads: users who look at another tab for only a moment find the page
// unchanged.
const UNSEEN_MS = 60_000;
// All open pages receive a release in the same second; this is the period over which their reloads are spread.
const SPREAD_MS = 240_000;

const releases = defineCollection({ topic: globalTopic, collection: 'registry', schema: RegistryItem });

/**
 * Whether the version is a development build. Pages reload immediately for such a build, so that `npm run dev` shows
 * each saved file.
 */
const isDeveloperBuild = (version: string): boolean => version.includes('+dev.');

/**
 * Reloads the page once newer releases of its remotes are available (Design §2), because running code is never
 * replaced. The page reloads only after it was hidden for a while, and only while no unsaved input would be lost. Only
 * changes after the first live registry count: the gateway that serves the page may not have a release that another
 * gateway already announces, and the page would reload endlessly. Returns an unsubscribe function.
 */
export const watchReleases = ({ store, lookup, page, holds, timers, random, reload }: ReleaseDeps): (() => void) => {
  let announcedReleases: ReadonlyMap<string, string> | null = null;
  let isOutdated = false;
  let stopWaiting = (): void => undefined;

  const isNews = ({ key, version }: RegistryItem): boolean =>
    version !== lookup.byName(key)?.version && version !== announcedReleases?.get(key);
  const reloadIfSafe = (): void => {
    if (!holds.isHeld() && !hasUnsentText(page)) reload();
  };
  const schedule = (): void => {
    stopWaiting();
    if (isOutdated && page.visibilityState === 'hidden')
      stopWaiting = timers.after(UNSEEN_MS + random() * SPREAD_MS, reloadIfSafe);
  };
  const stable = releases.of(store);
  const onReleases = (): void => {
    const { status, items } = stable.get();
    if (status !== 'live') return;
    if (items.some(({ key, version }) => isDeveloperBuild(version) && version !== lookup.byName(key)?.version))
      return reload();
    announcedReleases ??= new Map(items.map(({ key, version }) => [key, version]));
    const wasOutdated = isOutdated;
    isOutdated = items.some(isNews);
    if (isOutdated !== wasOutdated) schedule();
  };

  const stops = [stable.subscribe(onReleases), holds.onRelease(schedule)];
  onReleases();
  page.addEventListener('visibilitychange', schedule);
  return () => {
    for (const stop of stops) stop();
    stopWaiting();
    page.removeEventListener('visibilitychange', schedule);
  };
};
