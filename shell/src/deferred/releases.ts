import { globalTopic, RegistryItem } from '@mahlzeit/contract';
import { defineCollection } from '@mahlzeit/shared-ui/platform';
import type { ShellApi, Timers } from '@mahlzeit/shared-ui/platform';
import type { ReloadHolds } from '../loading/reload';
import type { RemoteLookup } from '../remotes/registry';
import { hasUnsentText } from './watch-day';

export interface ReleaseDeps {
  readonly store: ShellApi['store'];
  /** Remotes of this page. */
  readonly lookup: Pick<RemoteLookup, 'byName'>;
  readonly page: Document;
  readonly holds: Pick<ReloadHolds, 'isHeld' | 'onRelease'>;
  readonly timers: Timers;
  /** Returns a number from 0 up to 1. */
  random(): number;
  reload(): void;
}

// Users who only look at another tab for a moment find this page unchanged.
const UNSEEN_MS = 60_000;
// Every open page gets a release in the same second: their reloads are spread over this time.
const SPREAD_MS = 240_000;

const releases = defineCollection({ topic: globalTopic, collection: 'registry', schema: RegistryItem });

/** Development builds reload immediately: `npm run dev` shows a saved file without a reload by hand. */
const isDeveloperBuild = (version: string): boolean => version.includes('+dev.');

/**
 * Reloads the page once newer releases of its remotes are available (Design §2), because running code is never swapped:
 * only after the page was hidden for a while, and not while something is open that would be lost. Only changes after
 * this page's first registry count: a release that the page can't get yet, because another gateway serves it, would
 * cause endless reloads. Returns an unsubscribe function.
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
