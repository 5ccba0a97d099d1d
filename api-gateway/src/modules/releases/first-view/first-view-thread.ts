import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FirstViewReply } from '@mahlzeit/contract';
import type { FirstView, FirstViewQuestion, FirstViewRequest } from '@mahlzeit/contract';

/** Milliseconds after which a thread counts as hung. */
const DEADLINE_MS = 5_000;

// A release's script exports `drawFirstView`; what calls it is too small for a file that each way of running the gateway would have to find.
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const { drawFirstView } = require(workerData);
parentPort.on('message', ({ id, request }) => parentPort.postMessage({ id, view: drawFirstView(request) }));
`;

/** A release's renderer at work. */
export interface FirstViewThread {
  /** Draws one view; null where there is nothing to show. Rejects where the release's script fails or hangs: then the thread is over. */
  draw(request: FirstViewRequest): Promise<FirstView | null>;
  close(): Promise<void>;
}

/** Starts a thread that runs the release's script: what it breaks, or how long it takes, is no matter of the gateway's other work. */
export const createFirstViewThread = (file: string, deadlineMs = DEADLINE_MS): FirstViewThread => {
  const worker = new Worker(THREAD, { eval: true, workerData: file, env: {}, resourceLimits: { maxOldGenerationSizeMb: 128 } });
  // A gateway that ends doesn't wait for it.
  worker.unref();
  let lastId = 0;
  let end: Error | null = null;
  const failed = new Promise<never>((_resolve, reject) => {
    const fail = (cause: unknown): void => {
      end ??= new Error('The first view cannot be drawn', { cause });
      reject(end);
    };
    worker.once('error', fail);
    worker.once('exit', (code) => fail(`the thread ended with ${code}`));
  });
  // Who asks hears of it; before that it is nobody's.
  failed.catch(() => undefined);

  const replyTo = async (id: number): Promise<FirstView | null> => {
    for (;;) {
      const [message]: unknown[] = await once(worker, 'message');
      const reply = FirstViewReply.parse(message);
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
        worker.postMessage({ id, request } satisfies FirstViewQuestion);
        return await Promise.race([reply, failed]);
      } finally {
        clearTimeout(late);
      }
    },
    close: async () => void (await worker.terminate()),
  };
};
