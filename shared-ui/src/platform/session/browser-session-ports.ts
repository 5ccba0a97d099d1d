import { literal, object, safeParse, string, union } from 'zod/mini';
import { storedText } from '../storage';
import type { BrowserStorage } from '../storage';
import type { WithLock, SessionHint, TabChannel } from './session-ports';

const NAME = 'mahlzeit.session';
/** A frozen tab may hold the lock: then the gateway's grace for parallel refreshes has to do. */
const MAX_WAIT_MS = 5_000;

const Message = union([object({ type: literal('ended') }), object({ type: literal('began'), uid: string() })]);

/** The hint in the browser's storage. A browser that blocks its storage begins anew at each visit. */
export const createSessionHint = (storage: BrowserStorage): SessionHint => {
  const stored = storedText(storage, NAME);
  return { owner: stored.read, set: stored.write, clear: stored.remove };
};

/** The line between tabs. */
export const createTabChannel = (): TabChannel => {
  const channel = new BroadcastChannel(NAME);
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const onMessage = ({ data }: MessageEvent): void => {
        const message = safeParse(Message, data);
        if (message.success) listener(message.data);
      };
      channel.addEventListener('message', onMessage);
      return () => {
        channel.removeEventListener('message', onMessage);
        channel.close();
      };
    },
  };
};

const acrossTabs = (locks: LockManager): WithLock => async (work) => {
  let hasStarted = false;
  const start = () => {
    hasStarted = true;
    return work();
  };
  try {
    return await locks.request(NAME, { signal: AbortSignal.timeout(MAX_WAIT_MS) }, start);
  } catch (error) {
    if (hasStarted) throw error;
    return work();
  }
};

/** One piece of work at a time: in this tab by a queue, over all tabs by a lock where the browser has them. */
export const createWithLock = (locks: LockManager | undefined): WithLock => {
  const run: WithLock = locks === undefined ? (work) => work() : acrossTabs(locks);
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(() => run(work));
    // The next in the queue starts whether this one succeeds or not; its caller hears of a failure.
    last = next.catch(() => undefined);
    return next;
  };
};
