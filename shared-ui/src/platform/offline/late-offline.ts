import { err } from '@mahlzeit/contract';
import { apiErrorOf } from '../api/api-error';
import { createListeners } from '../events/listeners';
import type { OutboxEntry } from '../outbox';
import type { OfflineParts } from './offline-parts';
import type { WaitingWrite } from './waiting-writes';

const NO_WRITES: readonly OutboxEntry<WaitingWrite>[] = [];

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
  let waitingTasks: ((loadedParts: OfflineParts) => void)[] = [];
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
    waitingTasks = [];
    if (parts === null) return null;
    for (const task of tasks) task(parts);
    forwardWrites();
    writeListeners.emit();
    return parts;
  };
  const loadOnce = (): Promise<OfflineParts | null> => (pendingLoad ??= loadParts());
  const whenLoaded = (task: (loadedParts: OfflineParts) => void): void => {
    if (parts !== null) task(parts);
    else if (load !== null) waitingTasks.push(task);
  };

  return {
    start: () => void loadOnce(),
    stop: () => parts?.stop(),
    setOwner: (owner) => whenLoaded((loaded) => loaded.setOwner(owner)),
    answers: {
      put: (...answer) => whenLoaded(({ answers }) => answers.put(...answer)),
      find: async (route, input) => (await loadOnce())?.answers.find(route, input),
    },
    session: {
      put: (session) => whenLoaded((loaded) => loaded.session.put(session)),
      find: async (owner) => (await loadOnce())?.session.find(owner),
      erase() {
        whenLoaded(({ session }) => session.erase());
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
