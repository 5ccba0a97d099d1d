import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Linux counts priority by thread, and the engine's own threads are there before any program runs. */
const threadsOf = (): readonly number[] =>
  process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];

/** Sets the priority of this process, as `os.constants.priority`; where the system refuses it, it stays as it is. */
export const setPriorityOfAllThreads = (priority: number): void => {
  for (const thread of threadsOf()) {
    try {
      setPriority(thread, priority);
    } catch {
      // Only the system's administrator may go first; and a thread may have ended by now.
    }
  }
};
