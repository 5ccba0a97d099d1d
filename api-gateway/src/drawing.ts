import type { Logger } from 'pino';
import type { PictureDeps } from './seeds/pictures/picture-router';
import type { DrawingJob } from './drawing-thread';
import type { DiscoveryDeps } from './modules/discovery';
import type { OrderingDeps } from './modules/ordering';
import { createThreadPool, startThread } from './platform';
import type { CostlyWork } from './platform';

// The source in src, or the bundle in dist: either way it lies beside the file that runs.
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? 'drawing-thread.ts' : 'drawing-thread.js', import.meta.url);

/**
 * Milliseconds after which a drawing counts as hung. The largest takes half a second, but on a busy machine all others
 * come first.
 */
const DEADLINE_MS = 20_000;

// A map takes some hundred times as long as a picture: neither fills the other's queue, and the last map comes within
// two seconds.
const MAX_MAPS = 24;
const MAX_PICTURES = 200;
// One of a hundred lines takes half a second: these are done within ten, before their readers have gone. They take
// turns with maps, which never wait for all of them.
const MAX_RECEIPTS = 20;

/** What draws. */
export interface Drawing
  extends Pick<DiscoveryDeps, 'drawMap'>, Pick<PictureDeps, 'drawPicture'>, Pick<OrderingDeps, 'drawReceipt'> {
  close(): Promise<void>;
}

/**
 * Draws maps, pictures and receipts in threads of their own, which work while the gateway's own thread has nothing to
 * do.
 */
export const createDrawing = (
  log: Logger,
  { drawings, receipts: ofReceipts }: Pick<CostlyWork, 'drawings' | 'receipts'>,
): Drawing => {
  const pool = createThreadPool({
    semaphore: drawings,
    start: () => startThread({ file: PROGRAM, name: 'draw', deadlineMs: DEADLINE_MS, isPatient: true }),
    log,
  });

  const drawnBy =
    (run: (job: unknown) => Promise<unknown>) =>
    async (job: DrawingJob): Promise<Uint8Array> => {
      const picture = await run(job);
      if (!(picture instanceof Uint8Array)) throw new Error('a drawing is bytes');
      return picture;
    };
  const [maps, pictures, receipts] = [
    drawnBy(pool.admit(MAX_MAPS)),
    drawnBy(pool.admit(MAX_PICTURES)),
    drawnBy(pool.admit(MAX_RECEIPTS, ofReceipts)),
  ];

  return {
    drawMap: (map) => maps({ kind: 'map', map }),
    drawPicture: (picture, encoding) => pictures({ kind: 'picture', picture, encoding }),
    drawReceipt: (paper) => receipts({ kind: 'receipt', paper }),
    close: () => pool.close(),
  };
};
