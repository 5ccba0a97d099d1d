import type { Coordinate, FirstView, FirstViewRequest } from '@mahlzeit/contract';
import { fallbackCoordinate } from '@mahlzeit/contract/rules';
import type { Clock } from '../../../platform';
import type { FirstViewThread } from './first-view-thread';

/** A release whose main screen draws a first view. */
export interface DrawnRelease {
  /** Tells it from every other. */
  readonly integrity: string;
  /** The script's place on disk; null while it isn't there whole. */
  file(): Promise<string | null>;
  /** Whether the page has what the view shows. */
  has(view: FirstView): boolean;
}

/** What the book works with. */
export interface FirstViewBookDeps {
  readonly clock: Clock;
  /** What the list around a place begins with. */
  readonly loadList: (at: Coordinate) => Promise<FirstViewRequest>;
  readonly startThread: (file: string) => FirstViewThread;
  readonly onBroken: (cause: unknown) => void;
}

/** Views that were drawn a moment ago, and the thread that draws them. */
export interface FirstViewBook {
  /** The view around a place; null where there is none, or none in time. */
  around(release: DrawnRelease, at: Coordinate): Promise<FirstView | null>;
  /** Draws once with a release that is new, so that the first visitor need not wait for its thread. */
  prepare(release: DrawnRelease): Promise<void>;
}

/** Real milliseconds for which a view is as good as new: the scripts bring what has changed since. */
const FRESH_MS = 10_000;
/** Places kept at a time. */
const MOST_VIEWS = 200;
/** A page waits no longer: it begins with the skeleton then. */
const PATIENCE_MS = 250;

interface Kept {
  readonly drawnAt: number;
  readonly minute: number;
  readonly view: Promise<FirstView | null>;
}

const inTime = async <T>(work: Promise<T>): Promise<T | null> => {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<null>((resolve) => { timer = setTimeout(() => resolve(null), PATIENCE_MS); });
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
};

/** Draws first views, one release at a time; a release that failed once is not asked again. */
export const createFirstViewBook = ({ clock, loadList, startThread, onBroken }: FirstViewBookDeps): FirstViewBook => {
  const kept = new Map<string, Kept>();
  let running: { readonly integrity: string; readonly thread: Promise<FirstViewThread | null> } | null = null;

  const start = async (release: DrawnRelease): Promise<FirstViewThread | null> => {
    const file = await release.file();
    return file === null ? null : startThread(file);
  };

  const threadOf = (release: DrawnRelease): Promise<FirstViewThread | null> => {
    if (running?.integrity === release.integrity) return running.thread;
    void running?.thread.then((thread) => thread?.close());
    kept.clear();
    running = { integrity: release.integrity, thread: start(release) };
    return running.thread;
  };

  const draw = async (release: DrawnRelease, at: Coordinate): Promise<FirstView | null> => {
    try {
      const thread = await threadOf(release);
      const view = thread === null ? null : await thread.draw(await loadList(at));
      return view !== null && release.has(view) ? view : null;
    } catch (cause) {
      onBroken(cause);
      if (running?.integrity === release.integrity) running = { integrity: release.integrity, thread: Promise.resolve(null) };
      return null;
    }
  };

  const keep = (name: string, view: Promise<FirstView | null>): void => {
    kept.delete(name);
    kept.set(name, { drawnAt: clock.realNow(), minute: Math.floor(clock.now() / 60_000), view });
    const [oldest] = kept.keys();
    if (kept.size > MOST_VIEWS && oldest !== undefined) kept.delete(oldest);
  };

  return {
    around(release, at) {
      const thread = threadOf(release);
      const name = `${at.latitude},${at.longitude}`;
      const held = kept.get(name);
      const isFresh = held !== undefined && clock.realNow() - held.drawnAt < FRESH_MS && held.minute === Math.floor(clock.now() / 60_000);
      if (!isFresh) keep(name, thread.then(() => draw(release, at)));
      return inTime(kept.get(name)?.view ?? Promise.resolve(null));
    },
    async prepare(release) {
      if (running?.integrity !== release.integrity) await draw(release, fallbackCoordinate);
    },
  };
};
