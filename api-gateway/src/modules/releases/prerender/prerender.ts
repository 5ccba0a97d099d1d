import { pathToFileURL } from 'node:url';
import { PrerenderResult } from '@mahlzeit/contract';
import type { PrerenderRequest, StartPlace } from '@mahlzeit/contract';
import { fallbackCoordinate } from '@mahlzeit/contract/rules';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { startThread } from '../../../platform';
import type { Clock } from '../../../platform';
import { publicPathOf, SHELL_NAME } from '../manifest';
import type { CurrentReleases, ReleaseName } from '../manifest';

/** Place around which the restaurant list starts for a visitor whose cookies contain none. */
export const fallbackStart: StartPlace = { coordinate: fallbackCoordinate, kind: 'fallback', name: null };

/** Maximum milliseconds for prerendering one view; a thread that takes longer counts as hung. */
export const DRAWING_DEADLINE_MS = 5_000;

/** A thread that runs the prerender script of a remote's release. */
export interface PrerenderThread {
  /**
   * Prerenders one view; null if there is nothing to show. If the script fails or hangs, the thread is closed and
   * `draw` rejects.
   */
  draw(request: PrerenderRequest): Promise<PrerenderResult | null>;
  close(): Promise<void>;
}

const ThreadAnswer = z.nullable(PrerenderResult);

/** Starts a thread that runs the prerender script of a release, which exports `drawPrerender`. */
export const createPrerenderThread = (file: string, deadlineMs = DRAWING_DEADLINE_MS): PrerenderThread => {
  const prerenderThread = startThread({ file: pathToFileURL(file), name: 'drawPrerender', deadlineMs });
  return {
    async draw(request) {
      try {
        return ThreadAnswer.parse(await prerenderThread.runJob(request));
      } catch (threadError) {
        throw new Error('The page cannot be prerendered', { cause: threadError });
      }
    },
    close: () => prerenderThread.close(),
  };
};

/** A release whose main screen can be prerendered. */
export interface PrerenderRelease {
  /** Identity of the release for the prerendered views: the hash of its script and the version of the shell. */
  readonly integrity: string;
  /** Path of the prerender script on disk; null while the file is missing or incomplete. */
  findScriptFile(): Promise<string | null>;
  /** Checks whether the shell's release has all files that the prerendered view uses. */
  hasFilesOf(view: PrerenderResult): boolean;
}

// Pattern of the shell's files in a view. Only URLs that begin with `/assets/` match, because other sites may have a
// folder of that name as well.
const ASSET_PATH_PATTERN = /(?<=["'(])\/assets\/([A-Za-z0-9._-]+)/g;

/**
 * Finds the release whose main screen can be prerendered; null without one. The view's pictures and fonts come from the
 * shell, whose release may be older or newer.
 */
export const prerenderReleaseOf = (
  { shell, remotes }: CurrentReleases,
  findVerifiedFile: (name: ReleaseName, path: string, integrity: string) => Promise<string | null>,
): PrerenderRelease | null => {
  const mainRemote = remotes.find(({ mainScreen, prerender }) => mainScreen !== null && prerender !== null);
  if (shell === null || mainRemote === undefined || mainRemote.prerender === null) return null;
  const { name, prerender, files } = mainRemote;
  const scriptIntegrity = files[prerender] ?? '';
  const servedPaths = new Set(Object.keys(shell.files).map((path) => publicPathOf(SHELL_NAME, path)));
  return {
    integrity: `${scriptIntegrity} ${shell.version}`,
    findScriptFile: () => findVerifiedFile(name, prerender, scriptIntegrity),
    hasFilesOf: ({ html, css }) =>
      [...`${html}${css}`.matchAll(ASSET_PATH_PATTERN)].every(([path]) => servedPaths.has(path)),
  };
};

interface PrerenderCacheDeps {
  readonly clock: Clock;
  /** Loads the first restaurants of the list around a place. */
  readonly loadList: (startPlace: StartPlace) => Promise<PrerenderRequest>;
  readonly startThread: (file: string) => PrerenderThread;
  readonly onBroken: (cause: unknown) => void;
}

/** A cache of prerendered views, with the threads that draw them. */
interface PrerenderCache {
  /** Returns the prerendered view around a place; null when there is no view, or when drawing it takes too long. */
  prerenderAround(release: PrerenderRelease, startPlace: StartPlace): Promise<PrerenderResult | null>;
  /** Prerenders one view when a release is new, so that the first visitor needn't wait for the start of the thread. */
  prepare(release: PrerenderRelease): Promise<void>;
}

/** A cache of prerendered views whose thread can be ended. */
interface ClosablePrerenderCache extends PrerenderCache {
  /** Ends the thread of the cache. A view that is being drawn is discarded. */
  close(): void;
}

/**
 * Age in real milliseconds after which a request starts to draw the view again. The request itself still gets the
 * earlier view if that is not too old.
 */
const FRESH_VIEW_MS = 10_000;
/** Maximum age in real milliseconds of a view in a page. The page's scripts later update the view. */
const USABLE_VIEW_MS = 60_000;
/** Maximum number of cached prerendered views, one for each place. */
const MAX_CACHED_VIEWS = 200;
/** Milliseconds that a page waits for its prerendered view; afterwards the page begins with empty shapes instead. */
const MAX_WAIT_MS = 400;

interface DrawnView {
  readonly view: PrerenderResult | null;
  /**
   * Real time at which the view was drawn; `drawnAt` is the same moment on the gateway's clock, which tests can move.
   */
  readonly realDrawnAt: number;
  readonly drawnAt: number;
}

interface CachedView {
  /** Real time at which the drawing of the latest view began. */
  readonly drawingStartedAt: number;
  readonly drawing: Promise<PrerenderResult | null>;
  /** Result of the latest finished drawing of the view; null before the first one. */
  latestDrawnView: DrawnView | null;
}

const withTimeout = async <T>(pendingDrawing: Promise<T>): Promise<T | null> => {
  let timeoutTimer: NodeJS.Timeout | undefined;
  const timeoutPromise = new Promise<null>((resolve) => {
    timeoutTimer = setTimeout(() => resolve(null), MAX_WAIT_MS);
  });
  try {
    return await Promise.race([pendingDrawing, timeoutPromise]);
  } finally {
    clearTimeout(timeoutTimer);
  }
};

/**
 * Creates the cache of prerendered views. It draws with one release at a time, and never again with a release that has
 * failed once.
 */
export const createPrerenderCache = ({
  clock,
  loadList,
  startThread,
  onBroken,
}: PrerenderCacheDeps): ClosablePrerenderCache => {
  const cachedViews = new LRUCache<string, CachedView>({ max: MAX_CACHED_VIEWS });
  let runningRelease: { readonly integrity: string; readonly thread: Promise<PrerenderThread | null> } | null = null;

  const startRelease = async (release: PrerenderRelease): Promise<PrerenderThread | null> => {
    const file = await release.findScriptFile();
    return file === null ? null : startThread(file);
  };

  const closeThread = (): void => void runningRelease?.thread.then((prerenderThread) => prerenderThread?.close());

  const threadOf = (release: PrerenderRelease): Promise<PrerenderThread | null> => {
    if (runningRelease?.integrity === release.integrity) return runningRelease.thread;
    closeThread();
    cachedViews.clear();
    runningRelease = { integrity: release.integrity, thread: startRelease(release) };
    return runningRelease.thread;
  };

  const drawView = async (release: PrerenderRelease, startPlace: StartPlace): Promise<PrerenderResult | null> => {
    try {
      const prerenderThread = await threadOf(release);
      const drawnView = prerenderThread === null ? null : await prerenderThread.draw(await loadList(startPlace));
      return drawnView !== null && release.hasFilesOf(drawnView) ? drawnView : null;
    } catch (threadError) {
      onBroken(threadError);
      if (runningRelease?.integrity === release.integrity)
        runningRelease = { integrity: release.integrity, thread: Promise.resolve(null) };
      return null;
    }
  };

  const renewCachedView = (viewKey: string, pendingDrawing: Promise<PrerenderResult | null>): CachedView => {
    const cachedView: CachedView = {
      drawingStartedAt: clock.realNow(),
      drawing: pendingDrawing,
      latestDrawnView: cachedViews.get(viewKey)?.latestDrawnView ?? null,
    };
    // This promise needs no error handling, because `drawView` never rejects.
    void pendingDrawing.then((drawnView) => {
      cachedView.latestDrawnView = { view: drawnView, realDrawnAt: clock.realNow(), drawnAt: clock.now() };
    });
    cachedViews.set(viewKey, cachedView);
    return cachedView;
  };

  const isUsable = ({ realDrawnAt, drawnAt }: DrawnView): boolean =>
    clock.realNow() - realDrawnAt < USABLE_VIEW_MS && Math.abs(clock.now() - drawnAt) < USABLE_VIEW_MS;

  return {
    prerenderAround(release, startPlace) {
      // Starts the thread before the cache is read, because a new release clears all views.
      void threadOf(release);
      const {
        kind,
        coordinate: { latitude, longitude },
      } = startPlace;
      const viewKey = `${kind} ${latitude},${longitude} ${startPlace.name ?? ''}`;
      const cachedView = cachedViews.get(viewKey);
      const currentView =
        cachedView !== undefined && clock.realNow() - cachedView.drawingStartedAt < FRESH_VIEW_MS
          ? cachedView
          : renewCachedView(viewKey, drawView(release, startPlace));
      return currentView.latestDrawnView !== null && isUsable(currentView.latestDrawnView)
        ? Promise.resolve(currentView.latestDrawnView.view)
        : withTimeout(currentView.drawing);
    },
    async prepare(release) {
      if (runningRelease?.integrity !== release.integrity) await drawView(release, fallbackStart);
    },
    close: closeThread,
  };
};

/**
 * Maximum number of releases that prerender at the same time: those of `stable`, of a gradual rollout and of `beta`, or
 * a tester's.
 */
const MAX_RUNNING_RELEASES = 3;

/**
 * Creates the caches of the releases that visitors get at the same moment, one for each release. With a single cache,
 * two alternating releases would stop and start a thread with every page. When there are too many caches, the one that
 * was used least recently ends.
 */
export const createPrerenderCaches = (deps: PrerenderCacheDeps): PrerenderCache => {
  const cacheByRelease = new LRUCache<string, ClosablePrerenderCache>({
    max: MAX_RUNNING_RELEASES,
    dispose: (cache) => cache.close(),
  });
  const cacheOf = ({ integrity }: PrerenderRelease): PrerenderCache => {
    const cache = cacheByRelease.get(integrity) ?? createPrerenderCache(deps);
    if (!cacheByRelease.has(integrity)) cacheByRelease.set(integrity, cache);
    return cache;
  };
  return {
    prerenderAround: (release, startPlace) => cacheOf(release).prerenderAround(release, startPlace),
    prepare: (release) => cacheOf(release).prepare(release),
  };
};
