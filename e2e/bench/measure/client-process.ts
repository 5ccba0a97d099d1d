import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

const Answer = z.union([z.object({ ms: z.number() }), z.object({ failure: z.string() })]);

/**
 * Requests to an address of the gateway, each with a body of JSON; the next is sent when the last byte of the answer is
 * there.
 */
export interface Questions {
  readonly url: string;
  readonly token: string;
  readonly bodies: readonly string[];
}

/**
 * A client in a process of its own; it measures by its own clock from the first request to the last byte of the last
 * answer.
 */
interface ClientProcess {
  /** Milliseconds for all. Rejects where an answer is no 200. One row at a time. */
  askQuestions(questions: Questions): Promise<number>;
  close(): void;
}

/** Starts the client. */
export const startClientProcess = (): ClientProcess => {
  const child = fork(fileURLToPath(new URL('http-client.ts', import.meta.url)));
  return {
    async askQuestions(questions) {
      const firstReply = once(child, 'message');
      child.send(questions);
      const [message] = await firstReply;
      const answer = Answer.parse(message);
      if ('failure' in answer) throw new Error(answer.failure);
      return answer.ms;
    },
    close: () => child.disconnect(),
  };
};
