import { RegistryItem, globalTopic } from '@mahlzeit/contract';
import type { LiveClient, Timers } from '@mahlzeit/shared-ui/platform';
import { liveItems } from '@mahlzeit/shared-ui/platform';
import type { RemoteLookup } from '../registry/remote-lookup';
import type { ReloadHolds } from '../reload/create-reload-holds';
import { hasUnsentText } from '../reload/has-unsent-text';

export interface ReleaseDeps {
  readonly live: Pick<LiveClient, 'subscribe'>;
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

const releasesOf = liveItems('registry', RegistryItem);

/** `npm run dev` shows a saved file without a hand on the browser. */
const isDeveloperBuild = (version: string): boolean => version.includes('+dev.');

/**
 * Loads the page anew once newer releases of its remotes can be had (DESIGN §2), as code that runs is never swapped:
 * only after nobody has looked at the page for a while, and not while something is open that wouldn't survive it.
 * News is what came after this page's first word of the registry: what the page itself can't get yet, because another
 * gateway serves it, would have it reload for ever. Returns an unsubscribe function.
 */
export const watchReleases = ({ live, lookup, page, holds, timers, random, reload }: ReleaseDeps): (() => void) => {
  let announced: ReadonlyMap<string, string> | null = null;
  let isOutdated = false;
  let stopWaiting = (): void => undefined;

  const isNews = ({ key, version }: RegistryItem): boolean => version !== lookup.byName(key)?.version && version !== announced?.get(key);
  const reloadIfSafe = (): void => {
    if (!holds.isHeld() && !hasUnsentText(page)) reload();
  };
  const schedule = (): void => {
    stopWaiting();
    if (isOutdated && page.visibilityState === 'hidden') stopWaiting = timers.after(UNSEEN_MS + random() * SPREAD_MS, reloadIfSafe);
  };
  const onReleases = (releases: readonly RegistryItem[]): void => {
    if (releases.some(({ key, version }) => isDeveloperBuild(version) && version !== lookup.byName(key)?.version)) return reload();
    announced ??= new Map(releases.map(({ key, version }) => [key, version]));
    const wasOutdated = isOutdated;
    isOutdated = releases.some(isNews);
    if (isOutdated !== wasOutdated) schedule();
  };

  const stops = [
    live.subscribe(globalTopic, (view) => {
      if (view.status === 'live') onReleases(releasesOf(view));
    }),
    holds.onRelease(schedule),
  ];
  page.addEventListener('visibilitychange', schedule);
  return () => {
    for (const stop of stops) stop();
    stopWaiting();
    page.removeEventListener('visibilitychange', schedule);
  };
};
