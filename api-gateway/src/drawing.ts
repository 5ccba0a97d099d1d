import type { Logger } from 'pino';
import type { PictureDeps } from './seeds/pictures/picture-router';
import type { DrawingJob } from './drawing-thread';
import type { DiscoveryDeps } from './modules/discovery';
import type { OrderingDeps } from './modules/ordering';
import { createThreadPool, startThread } from './platform';
import type { ProcessorSemaphores } from './platform';

// URL of the thread's program. In src it is a TypeScript file, in dist a bundle; both are in the folder of this file.
const THREAD_PROGRAM_URL = new URL(
  import.meta.url.endsWith('.ts') ? 'drawing-thread.ts' : 'drawing-thread.js',
  import.meta.url,
);

/**
 * Milliseconds of processor time after which a drawing counts as hanging. The largest drawing takes half a second; the
 * first drawing of a thread takes another half second. The limit isn't real time, because on a busy machine a map may
 * take more than twenty seconds: its thread has a lower priority than all others.
 */
const DRAWING_DEADLINE_MS = 10_000;

// Maximum number of maps that wait for a drawing thread. A map takes some hundred times as long as a picture, so maps
// and pictures have separate queues. A full queue of maps is finished within two seconds.
const MAX_WAITING_MAPS = 24;
const MAX_WAITING_PICTURES = 200;
// Maximum number of receipts that wait for a drawing thread. A receipt of a hundred lines takes half a second, so a
// full queue is finished within ten seconds, before the waiting users give up. Receipts and maps alternate, so that
// maps never wait for all receipts.
const MAX_WAITING_RECEIPTS = 20;

/** Functions that draw maps, pictures and receipts as files. */
export interface Drawing
  extends Pick<DiscoveryDeps, 'drawMap'>, Pick<PictureDeps, 'drawPicture'>, Pick<OrderingDeps, 'drawReceipt'> {
  close(): Promise<void>;
}

/** Creates the drawing functions. They run in separate threads, so that the gateway's thread stays free. */
export const createDrawing = (
  log: Logger,
  { drawings, receipts: receiptSemaphore }: Pick<ProcessorSemaphores, 'drawings' | 'receipts'>,
): Drawing => {
  const threadPool = createThreadPool({
    semaphore: drawings,
    start: () =>
      startThread({
        file: THREAD_PROGRAM_URL,
        name: 'drawJob',
        deadlineMs: DRAWING_DEADLINE_MS,
        countsProcessorTime: true,
        hasLowPriority: true,
      }),
    log,
  });

  const createDrawFunction =
    (runJob: (job: unknown) => Promise<unknown>) =>
    async (job: DrawingJob): Promise<Uint8Array> => {
      const drawnBytes = await runJob(job);
      if (!(drawnBytes instanceof Uint8Array)) throw new Error(`The drawing of a ${job.kind} is not a Uint8Array`);
      return drawnBytes;
    };
  const [drawMapJob, drawPictureJob, drawReceiptJob] = [
    createDrawFunction(threadPool.admit(MAX_WAITING_MAPS)),
    createDrawFunction(threadPool.admit(MAX_WAITING_PICTURES)),
    createDrawFunction(threadPool.admit(MAX_WAITING_RECEIPTS, receiptSemaphore)),
  ];

  return {
    drawMap: (map) => drawMapJob({ kind: 'map', map }),
    drawPicture: (picture, encoding) => drawPictureJob({ kind: 'picture', picture, encoding }),
    drawReceipt: (receiptPaper) => drawReceiptJob({ kind: 'receipt', receiptPaper }),
    close: () => threadPool.close(),
  };
};
