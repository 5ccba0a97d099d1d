import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

const Answer = z.union([z.object({ ms: z.number() }), z.object({ failure: z.string() })]);

/** One request: JSON to an address of the gateway. */
export interface Question {
  readonly url: string;
  readonly token: string;
  readonly body: string;
}

/** A client in a process of its own; it measures by its own clock from the request to the last byte of the answer. */
export interface ClientProcess {
  /** Milliseconds. Rejects where the answer is no 200. One at a time. */
  ask(question: Question): Promise<number>;
  close(): void;
}

/** Starts the client. */
export const startClientProcess = (): ClientProcess => {
  const child = fork(fileURLToPath(new URL('http-client.ts', import.meta.url)));
  return {
    async ask(question) {
      const answered = once(child, 'message');
      child.send(question);
      const [message] = await answered;
      const answer = Answer.parse(message);
      if ('failure' in answer) throw new Error(answer.failure);
      return answer.ms;
    },
    close: () => child.disconnect(),
  };
};
