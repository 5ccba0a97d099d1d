import { globalTopic, RegistryItem } from '@mahlzeit/contract';
import { defineCollection } from '@mahlzeit/shared-ui/platform';
import type { ShellApi, Timers } from '@mahlzeit/shared-ui/platform';
import type { ReloadHolds } from '../loading/reload';
import type { RemoteLookup } from '../remotes/registry';
import { hasUnsentText } from './watch-day';

export interface ReleaseDeps {
  readonly store: ShellApi['store'];
  /** The remotes as this page has them. */
  readonly lookup: Pick<RemoteLookup, 'byName'>;
  readonly page: Document;
  readonly holds: Pick<ReloadHolds, 'isHeld' | 'onRelease'>;
  readonly timers: Timers;
  /** From 0 up to 1. */
  random(): number;
  reload(): void;
}

// Users who only glance at another tab find this one as they left it.
const UNSEEN_MS = 60_000;
// Every open page gets a release in the same second: they come back one after another.
const SPREAD_MS = 240_000;

const releases = defineCollection({ topic: globalTopic, collection: 'registry', schema: RegistryItem });

/** `npm run dev` shows a saved file without a hand on the browser. */
const isDeveloperBuild = (version: string): boolean => version.includes('+dev.');

/**
 * Loads the page anew once newer releases of its remotes can be had (DESIGN §2), as code that runs is never swapped:
 * only after nobody has looked at the page for a while, and not while something is open that wouldn't survive it.
 * News is what came after this page's first word of the registry: what the page itself can't get yet, because another
 * gateway serves it, would have it reload for ever. Returns an unsubscribe function.
 */
export const watchReleases = ({ store, lookup, page, holds, timers, random, reload }: ReleaseDeps): (() => void) => {
  let announced: ReadonlyMap<string, string> | null = null;
  let isOutdated = false;
  let stopWaiting = (): void => undefined;

  const isNews = ({ key, version }: RegistryItem): boolean =>
    version !== lookup.byName(key)?.version && version !== announced?.get(key);
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
    announced ??= new Map(items.map(({ key, version }) => [key, version]));
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
