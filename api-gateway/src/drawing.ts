import type { Logger } from 'pino';
import type { PictureDeps } from './seeds/pictures/picture-router';
import type { DrawingJob } from './drawing-thread';
import type { DiscoveryDeps } from './modules/discovery';
import type { OrderingDeps } from './modules/ordering';
import { createThreadPool, startThread } from './platform';
import type { CostlyWork } from './platform';

// The source in src or the bundle in dist: each is beside the running file.
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? 'drawing-thread.ts' : 'drawing-thread.js', import.meta.url);

/**
 * Milliseconds after which a drawing counts as hung. The largest takes half a second, but a busy machine does
 * everything else first.
 */
const DEADLINE_MS = 20_000;

// A map takes some hundred times as long as a picture, so each has a queue of its own. The last map of a full queue is
// done within two seconds.
const MAX_MAPS = 24;
const MAX_PICTURES = 200;
// A receipt of a hundred lines takes half a second; a full queue is done within ten seconds, before its readers leave.
// Receipts and maps take turns, so that maps never wait for all receipts.
const MAX_RECEIPTS = 20;

/** Drawing functions of the gateway. */
export interface Drawing
  extends Pick<DiscoveryDeps, 'drawMap'>, Pick<PictureDeps, 'drawPicture'>, Pick<OrderingDeps, 'drawReceipt'> {
  close(): Promise<void>;
}

/**
 * Creates the drawing of maps, pictures and receipts in threads of their own, which use the processor while the
 * gateway's thread is idle.
 */
export const createDrawing = (
  log: Logger,
  { drawings, receipts: ofReceipts }: Pick<CostlyWork, 'drawings' | 'receipts'>,
): Drawing => {
  const pool = createThreadPool({
    semaphore: drawings,
    start: () => startThread({ file: PROGRAM, name: 'drawJob', deadlineMs: DEADLINE_MS, isPatient: true }),
    log,
  });

  const drawnBy =
    (run: (job: unknown) => Promise<unknown>) =>
    async (job: DrawingJob): Promise<Uint8Array> => {
      const picture = await run(job);
      if (!(picture instanceof Uint8Array)) throw new Error(`The drawing of a ${job.kind} is not a Uint8Array`);
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
