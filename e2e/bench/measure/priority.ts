import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Returns the ids of all threads of this process. Linux has a priority for each thread, and the engine starts its own
 * threads before any program runs.
 */
const readThreadIds = (): readonly number[] =>
  process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];

/**
 * Sets the priority of all threads of this process to a value of `os.constants.priority`. The priority stays unchanged
 * where the system doesn't allow this.
 */
export const setPriorityOfAllThreads = (priority: number): void => {
  for (const threadId of readThreadIds()) {
    try {
      setPriority(threadId, priority);
    } catch {
      // Setting a higher priority needs administrator rights, and a thread may have ended in the meantime. Both errors
      // are ignored.
    }
  }
};
