import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { PrerenderReply } from '@mahlzeit/contract';
import type { Coordinate, PrerenderJob, PrerenderRequest, PrerenderResult } from '@mahlzeit/contract';
import { fallbackCoordinate } from '@mahlzeit/contract/rules';
import type { Clock } from '../../platform';
import type { ReleaseFolder } from './release-files';
import { publicPathOf, SHELL } from './release-manifest';
import type { CurrentReleases } from './release-service';

/** Milliseconds after which a thread counts as hung. */
const DEADLINE_MS = 5_000;

// A release's script exports `drawPrerender`; what calls it is too small for a file that each way of running the gateway would have to find.
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const { drawPrerender } = require(workerData);
parentPort.on('message', ({ id, request }) => parentPort.postMessage({ id, view: drawPrerender(request) }));
`;

/** A release's renderer at work. */
export interface PrerenderThread {
  /** Draws one view; null where there is nothing to show. Rejects where the release's script fails or hangs: then the thread is over. */
  draw(request: PrerenderRequest): Promise<PrerenderResult | null>;
  close(): Promise<void>;
}

/** Starts a thread that runs the release's script: what it breaks, or how long it takes, is no matter of the gateway's other work. */
export const createPrerenderThread = (file: string, deadlineMs = DEADLINE_MS): PrerenderThread => {
  const worker = new Worker(THREAD, { eval: true, workerData: file, env: {}, resourceLimits: { maxOldGenerationSizeMb: 128 } });
  // A gateway that ends doesn't wait for it.
  worker.unref();
  let lastId = 0;
  let end: Error | null = null;
  const failed = new Promise<never>((_resolve, reject) => {
    const fail = (cause: unknown): void => {
      end ??= new Error('The page cannot be prerendered', { cause });
      reject(end);
    };
    worker.once('error', fail);
    worker.once('exit', (code) => fail(`the thread ended with ${code}`));
  });
  // Who asks hears of it; before that it is nobody's.
  failed.catch(() => undefined);

  const replyTo = async (id: number): Promise<PrerenderResult | null> => {
    for (;;) {
      const [message]: unknown[] = await once(worker, 'message');
      const reply = PrerenderReply.parse(message);
      if (reply.id === id) return reply.view;
    }
  };

  return {
    async draw(request) {
      if (end !== null) throw end;
      lastId += 1;
      const id = lastId;
      const late = setTimeout(() => void worker.terminate(), deadlineMs);
      try {
        const reply = replyTo(id);
        reply.catch(() => undefined);
        worker.postMessage({ id, request } satisfies PrerenderJob);
        return await Promise.race([reply, failed]);
      } finally {
        clearTimeout(late);
      }
    },
    close: async () => void (await worker.terminate()),
  };
};

/** A release whose main screen can be prerendered. */
export interface PrerenderRelease {
  /** Tells it from every other. */
  readonly integrity: string;
  /** The script's place on disk; null while it isn't there whole. */
  file(): Promise<string | null>;
  /** Whether the page has what the view shows. */
  has(view: PrerenderResult): boolean;
}

const ASSET = /\/assets\/([A-Za-z0-9._-]+)/g;

/** The release whose main screen can be prerendered; null where there is none. Pictures and fonts in it are the shell's, which may be of another day. */
export const prerenderReleaseOf = ({ shell, remotes }: CurrentReleases, folder: Pick<ReleaseFolder, 'verify'>): PrerenderRelease | null => {
  const remote = remotes.find(({ mainScreen, prerender }) => mainScreen !== null && prerender !== null);
  if (shell === null || remote === undefined || remote.prerender === null) return null;
  const { name, prerender, files } = remote;
  const integrity = files[prerender] ?? '';
  const served = new Set(Object.keys(shell.files).map((path) => publicPathOf(SHELL, path)));
  return {
    integrity: `${integrity} ${shell.version}`,
    file: () => folder.verify(name, prerender, integrity),
    has: ({ html, css }) => [...`${html}${css}`.matchAll(ASSET)].every(([path]) => served.has(path)),
  };
};

interface PrerenderCacheDeps {
  readonly clock: Clock;
  /** What the list around a place begins with. */
  readonly loadList: (at: Coordinate) => Promise<PrerenderRequest>;
  readonly startThread: (file: string) => PrerenderThread;
  readonly onBroken: (cause: unknown) => void;
}

/** A cache of drawn views, and the thread that draws them. */
interface PrerenderCache {
  /** The view around a place; null where there is none, or none in time. */
  around(release: PrerenderRelease, at: Coordinate): Promise<PrerenderResult | null>;
  /** Draws once with a release that is new, so that the first visitor need not wait for its thread. */
  prepare(release: PrerenderRelease): Promise<void>;
}

/** Real milliseconds after which a view is drawn anew, beside the page that asks. */
const FRESH_MS = 10_000;
/** Real milliseconds for which a page may still begin with it: the scripts bring what has changed since. */
const USABLE_MS = 60_000;
/** Places cached at a time. */
const MAX_VIEWS = 200;
/** A page waits no longer: it begins with the skeleton then. */
const PATIENCE_MS = 400;

interface Drawn {
  readonly view: PrerenderResult | null;
  /** Real time, and the server's, which may be moved. */
  readonly realAt: number;
  readonly at: number;
}

interface CachedView {
  /** Real time at which it was asked for last. */
  readonly since: number;
  readonly drawing: Promise<PrerenderResult | null>;
  /** The last that is done. */
  drawn: Drawn | null;
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

/** Prerenders with one release at a time; a release that failed once is not asked again. */
export const createPrerenderCache = ({ clock, loadList, startThread, onBroken }: PrerenderCacheDeps): PrerenderCache => {
  const cached = new Map<string, CachedView>();
  let running: { readonly integrity: string; readonly thread: Promise<PrerenderThread | null> } | null = null;

  const start = async (release: PrerenderRelease): Promise<PrerenderThread | null> => {
    const file = await release.file();
    return file === null ? null : startThread(file);
  };

  const threadOf = (release: PrerenderRelease): Promise<PrerenderThread | null> => {
    if (running?.integrity === release.integrity) return running.thread;
    void running?.thread.then((thread) => thread?.close());
    cached.clear();
    running = { integrity: release.integrity, thread: start(release) };
    return running.thread;
  };

  const draw = async (release: PrerenderRelease, at: Coordinate): Promise<PrerenderResult | null> => {
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

  const renew = (name: string, drawing: Promise<PrerenderResult | null>): CachedView => {
    const one: CachedView = { since: clock.realNow(), drawing, drawn: cached.get(name)?.drawn ?? null };
    // `draw` never rejects.
    void drawing.then((view) => { one.drawn = { view, realAt: clock.realNow(), at: clock.now() }; });
    cached.delete(name);
    cached.set(name, one);
    const [oldest] = cached.keys();
    if (cached.size > MAX_VIEWS && oldest !== undefined) cached.delete(oldest);
    return one;
  };

  const isUsable = ({ realAt, at }: Drawn): boolean => clock.realNow() - realAt < USABLE_MS && Math.abs(clock.now() - at) < USABLE_MS;

  return {
    around(release, at) {
      // First: with a new release all views are gone.
      void threadOf(release);
      const name = `${at.latitude},${at.longitude}`;
      const held = cached.get(name);
      const one = held !== undefined && clock.realNow() - held.since < FRESH_MS ? held : renew(name, draw(release, at));
      return one.drawn !== null && isUsable(one.drawn) ? Promise.resolve(one.drawn.view) : inTime(one.drawing);
    },
    async prepare(release) {
      if (running?.integrity !== release.integrity) await draw(release, fallbackCoordinate);
    },
  };
};
