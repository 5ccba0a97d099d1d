import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

const ClientReply = z.union([z.object({ ms: z.number() }), z.object({ failure: z.string() })]);

/**
 * Requests to one URL of the gateway, each with a JSON body. The next request is sent when the last byte of the
 * response has arrived.
 */
export interface RequestSeries {
  readonly url: string;
  readonly token: string;
  readonly bodies: readonly string[];
}

/**
 * A client in a separate process. It measures with its own clock from the first request to the last byte of the last
 * response.
 */
interface ClientProcess {
  /**
   * Sends all requests and returns the milliseconds for all of them. Rejects if a response doesn't have status 200.
   * Calls must not overlap.
   */
  sendRequests(requestSeries: RequestSeries): Promise<number>;
  close(): void;
}

/** Starts the client in a new process, which runs until `close` is called. */
export const startClientProcess = (): ClientProcess => {
  const clientProcess = fork(fileURLToPath(new URL('http-client.ts', import.meta.url)));
  return {
    async sendRequests(questions) {
      const firstReply = once(clientProcess, 'message');
      clientProcess.send(questions);
      const [replyMessage] = await firstReply;
      const clientReply = ClientReply.parse(replyMessage);
      if ('failure' in clientReply) throw new Error(clientReply.failure);
      return clientReply.ms;
    },
    close: () => clientProcess.disconnect(),
  };
};
