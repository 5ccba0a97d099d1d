import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts a file of the bench in a process of its own, which ends when its channel is disconnected. */
export const startChild = (processFile: URL): ChildProcess => fork(fileURLToPath(processFile));

/** Returns the next message of a process. Rejects when the process ends without a message. */
export const nextReply = async (childProcess: ChildProcess): Promise<unknown> => {
  const listening = new AbortController();
  const { signal } = listening;
  const childExit = once(childProcess, 'exit', { signal }).then(([code]) => {
    throw new Error(`A process of the bench ended with ${String(code)}`);
  });
  try {
    const [replyMessage] = await Promise.race([once(childProcess, 'message', { signal }), childExit]);
    return replyMessage;
  } finally {
    listening.abort();
  }
};
