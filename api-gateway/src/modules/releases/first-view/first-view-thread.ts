import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { PrerenderReply } from '@mahlzeit/contract';
import type { PrerenderResult, PrerenderJob, PrerenderRequest } from '@mahlzeit/contract';

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
