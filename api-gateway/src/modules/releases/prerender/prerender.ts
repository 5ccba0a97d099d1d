import { pathToFileURL } from 'node:url';
import { PrerenderResult } from '@mahlzeit/contract';
import type { PrerenderRequest, StartPlace } from '@mahlzeit/contract';
import { fallbackCoordinate } from '@mahlzeit/contract/rules';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { startThread } from '../../../platform';
import type { Clock } from '../../../platform';
import { publicPathOf, SHELL } from '../registry';
import type { CurrentReleases, ReleaseFolder } from '../registry';

/** Start of the list for a reader without an earlier place. */
export const fallbackStart: StartPlace = { coordinate: fallbackCoordinate, kind: 'fallback', name: null };

/** Milliseconds after which a thread counts as hung. */
const DEADLINE_MS = 5_000;

/** A thread that runs a release's renderer. */
export interface PrerenderThread {
  /**
   * Draws one view; null if there is nothing to show. Rejects if the script fails or hangs; the thread is closed then.
   */
  draw(request: PrerenderRequest): Promise<PrerenderResult | null>;
  close(): Promise<void>;
}

const Answer = z.nullable(PrerenderResult);

/** Starts a thread that runs the release's script, which exports `drawPrerender`. */
export const createPrerenderThread = (file: string, deadlineMs = DEADLINE_MS): PrerenderThread => {
  const thread = startThread({ file: pathToFileURL(file), name: 'drawPrerender', deadlineMs });
  return {
    async draw(request) {
      try {
        return Answer.parse(await thread.ask(request));
      } catch (cause) {
        throw new Error('The page cannot be prerendered', { cause });
      }
    },
    close: () => thread.close(),
  };
};

/** A release whose main screen can be prerendered. */
export interface PrerenderRelease {
  /** Unique identity of the release. */
  readonly integrity: string;
  /** Path of the script on disk; null while the file is missing or incomplete. */
  file(): Promise<string | null>;
  /** Checks whether the page has all files that the view uses. */
  has(view: PrerenderResult): boolean;
}

// The match needs the start of an address, because other sites have such folders, too.
const ASSET = /(?<=["'(])\/assets\/([A-Za-z0-9._-]+)/g;

/**
 * Finds the release whose main screen can be prerendered; null without one. Its pictures and fonts come from the shell,
 * whose release may be of another day.
 */
export const prerenderReleaseOf = (
  { shell, remotes }: CurrentReleases,
  folder: Pick<ReleaseFolder, 'verify'>,
): PrerenderRelease | null => {
  const remote = remotes.find(({ mainScreen, prerender }) => mainScreen !== null && prerender !== null);
  if (shell === null || remote === undefined || remote.prerender === null) return null;
  const { name, prerender, files } = remote;
  const integrity = files[prerender] ?? '';
  const servedPaths = new Set(Object.keys(shell.files).map((path) => publicPathOf(SHELL, path)));
  return {
    integrity: `${integrity} ${shell.version}`,
    file: () => folder.verify(name, prerender, integrity),
    has: ({ html, css }) => [...`${html}${css}`.matchAll(ASSET)].every(([path]) => servedPaths.has(path)),
  };
};

interface PrerenderCacheDeps {
  readonly clock: Clock;
  /** Loads the beginning of the list around a place. */
  readonly loadList: (startPlace: StartPlace) => Promise<PrerenderRequest>;
  readonly startThread: (file: string) => PrerenderThread;
  readonly onBroken: (cause: unknown) => void;
}

/** A cache of drawn views with the thread that draws them. */
interface PrerenderCache {
  /** Returns the view around a place; null without a view, and if the drawing takes too long. */
  prerenderAround(release: PrerenderRelease, startPlace: StartPlace): Promise<PrerenderResult | null>;
  /** Draws once with a new release, so that the first visitor needn't wait for the thread. */
  prepare(release: PrerenderRelease): Promise<void>;
}

/** Age in real milliseconds after which a view is drawn again, in parallel to the page that asks. */
const FRESH_MS = 10_000;
/** Age in real milliseconds up to which a page may use a view; the scripts update it. */
const USABLE_MS = 60_000;
/** Number of cached places. */
const MAX_VIEWS = 200;
/** Time after which a page begins with the skeleton instead. */
const PATIENCE_MS = 400;

interface DrawnView {
  readonly view: PrerenderResult | null;
  /** Real time; `at` is the time of the domain clock, which can be moved. */
  readonly realAt: number;
  readonly at: number;
}

interface CachedView {
  /** Real time of the latest request. */
  readonly since: number;
  readonly drawing: Promise<PrerenderResult | null>;
  /** The latest finished drawing. */
  drawn: DrawnView | null;
}

const inTime = async <T>(work: Promise<T>): Promise<T | null> => {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
};

/** Creates the cache. It prerenders with one release at a time. A release that failed once is not used again. */
export const createPrerenderCache = ({
  clock,
  loadList,
  startThread,
  onBroken,
}: PrerenderCacheDeps): PrerenderCache => {
  const cached = new LRUCache<string, CachedView>({ max: MAX_VIEWS });
  let running: { readonly integrity: string; readonly thread: Promise<PrerenderThread | null> } | null = null;

  const startRelease = async (release: PrerenderRelease): Promise<PrerenderThread | null> => {
    const file = await release.file();
    return file === null ? null : startThread(file);
  };

  const threadOf = (release: PrerenderRelease): Promise<PrerenderThread | null> => {
    if (running?.integrity === release.integrity) return running.thread;
    void running?.thread.then((thread) => thread?.close());
    cached.clear();
    running = { integrity: release.integrity, thread: startRelease(release) };
    return running.thread;
  };

  const drawView = async (release: PrerenderRelease, startPlace: StartPlace): Promise<PrerenderResult | null> => {
    try {
      const thread = await threadOf(release);
      const view = thread === null ? null : await thread.draw(await loadList(startPlace));
      return view !== null && release.has(view) ? view : null;
    } catch (cause) {
      onBroken(cause);
      if (running?.integrity === release.integrity)
        running = { integrity: release.integrity, thread: Promise.resolve(null) };
      return null;
    }
  };

  const renewView = (name: string, drawing: Promise<PrerenderResult | null>): CachedView => {
    const cachedView: CachedView = { since: clock.realNow(), drawing, drawn: cached.get(name)?.drawn ?? null };
    // `draw` never rejects.
    void drawing.then((view) => {
      cachedView.drawn = { view, realAt: clock.realNow(), at: clock.now() };
    });
    cached.set(name, cachedView);
    return cachedView;
  };

  const isUsable = ({ realAt, at }: DrawnView): boolean =>
    clock.realNow() - realAt < USABLE_MS && Math.abs(clock.now() - at) < USABLE_MS;

  return {
    prerenderAround(release, startPlace) {
      // Before anything else: a new release clears all views.
      void threadOf(release);
      const {
        kind,
        coordinate: { latitude, longitude },
      } = startPlace;
      const name = `${kind} ${latitude},${longitude} ${startPlace.name ?? ''}`;
      const cachedView = cached.get(name);
      const view =
        cachedView !== undefined && clock.realNow() - cachedView.since < FRESH_MS
          ? cachedView
          : renewView(name, drawView(release, startPlace));
      return view.drawn !== null && isUsable(view.drawn) ? Promise.resolve(view.drawn.view) : inTime(view.drawing);
    },
    async prepare(release) {
      if (running?.integrity !== release.integrity) await drawView(release, fallbackStart);
    },
  };
};
