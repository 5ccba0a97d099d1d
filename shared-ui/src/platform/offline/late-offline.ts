import { err } from '@mahlzeit/contract';
import { apiErrorOf } from '../api/api-error';
import { createListeners } from '../events/listeners';
import type { OutboxEntry } from '../outbox';
import type { OfflineParts } from './offline-parts';
import type { WaitingWrite } from './waiting-writes';

const NO_WRITES: readonly OutboxEntry<WaitingWrite>[] = [];

/** Work that waits for the script. */
interface WaitingTask {
  run(loadedParts: OfflineParts): void;
  /** Whether the work waits for the next attempt when the script can't be loaded. What is only stored doesn't. */
  readonly isRetried: boolean;
}

/** Parts whose script isn't in the first script of the page. */
interface LateOffline extends OfflineParts {
  /** Loads the script. */
  start(): void;
}

/**
 * Creates the parts of a page before their script is loaded. What is stored until then waits in memory. What is looked
 * up or sent loads the script at once. If that fails, nothing is found, and a write fails like one without a network.
 * `load` loads the script and creates the parts; it is null for a page that does nothing without a network.
 */
export const createLateOffline = (load: (() => Promise<OfflineParts>) | null): LateOffline => {
  let parts: OfflineParts | null = null;
  let pendingLoad: Promise<OfflineParts | null> | null = null;
  let waitingTasks: readonly WaitingTask[] = [];
  let stopForwarding = (): void => undefined;

  const writeListeners = createListeners({ onFirst: () => forwardWrites(), onLast: () => stopForwarding() });
  const forwardWrites = (): void => {
    if (parts !== null && !writeListeners.isEmpty())
      stopForwarding = parts.waitingWrites.subscribe(writeListeners.emit);
  };
  const loadParts = async (): Promise<OfflineParts | null> => {
    try {
      parts = load === null ? null : await load();
    } catch {
      pendingLoad = null;
    }
    const tasks = waitingTasks;
    waitingTasks = parts === null ? tasks.filter(({ isRetried }) => isRetried) : [];
    if (parts === null) return null;
    for (const task of tasks) task.run(parts);
    forwardWrites();
    writeListeners.emit();
    return parts;
  };
  const loadOnce = (): Promise<OfflineParts | null> => (pendingLoad ??= loadParts());
  const whenLoaded = (run: WaitingTask['run'], { isRetried = false } = {}): void => {
    if (parts !== null) run(parts);
    else if (load !== null) waitingTasks = [...waitingTasks, { run, isRetried }];
  };

  return {
    start: () => void loadOnce(),
    stop: () => parts?.stop(),
    setOwner: (owner) => whenLoaded((loaded) => loaded.setOwner(owner), { isRetried: true }),
    answers: {
      put: (...answer) => whenLoaded(({ answers }) => answers.put(...answer)),
      find: async (route, input) => (await loadOnce())?.answers.find(route, input),
    },
    session: {
      put: (session) => whenLoaded((loaded) => loaded.session.put(session)),
      find: async (owner) => (await loadOnce())?.session.find(owner),
      erase() {
        whenLoaded(({ session }) => session.erase(), { isRetried: true });
        void loadOnce();
      },
    },
    topics: {
      put: (...topic) => whenLoaded(({ topics }) => topics.put(...topic)),
      remove: (topic) => whenLoaded(({ topics }) => topics.remove(topic)),
      find: async (topic) => (await loadOnce())?.topics.find(topic),
    },
    waitingWrites: {
      get: () => parts?.waitingWrites.get() ?? NO_WRITES,
      subscribe: writeListeners.add,
      send: async (...write) => (await loadOnce())?.waitingWrites.send(...write) ?? err(apiErrorOf('offline')),
      discard: (key) => parts?.waitingWrites.discard(key),
    },
  };
};
