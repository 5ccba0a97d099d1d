import { literal, object, safeParse, string, union } from 'zod/mini';
import type { Exclusively, SessionMark, TabChannel } from './session-ports';

const NAME = 'mahlzeit.session';
/** A frozen tab may hold the lock: then the gateway's grace for parallel refreshes has to do. */
const LONGEST_WAIT_MS = 5_000;

const Message = union([object({ type: literal('ended') }), object({ type: literal('began'), uid: string() })]);

/** The mark in the browser's storage. A browser that forbids storage throws at the first touch and begins anew at each visit. */
export const createSessionMark = (storage: () => Storage): SessionMark => {
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  return {
    owner: () => attempt(() => storage().getItem(NAME), null),
    set: (owner) => attempt(() => storage().setItem(NAME, owner), undefined),
    clear: () => attempt(() => storage().removeItem(NAME), undefined),
  };
};

/** The line between tabs. */
export const createTabChannel = (): TabChannel => {
  const channel = new BroadcastChannel(NAME);
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const hear = ({ data }: MessageEvent): void => {
        const message = safeParse(Message, data);
        if (message.success) listener(message.data);
      };
      channel.addEventListener('message', hear);
      return () => {
        channel.removeEventListener('message', hear);
        channel.close();
      };
    },
  };
};

const acrossTabs = (locks: LockManager): Exclusively => async (work) => {
  let hasStarted = false;
  const start = () => {
    hasStarted = true;
    return work();
  };
  try {
    return await locks.request(NAME, { signal: AbortSignal.timeout(LONGEST_WAIT_MS) }, start);
  } catch (error) {
    if (hasStarted) throw error;
    return work();
  }
};

/** One piece of work at a time: in this tab by a queue, over all tabs by a lock where the browser has them. */
export const createExclusively = (locks: LockManager | undefined): Exclusively => {
  const run: Exclusively = locks === undefined ? (work) => work() : acrossTabs(locks);
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(() => run(work));
    // The next in the queue starts whether this one succeeds or not; its caller hears of a failure.
    last = next.catch(() => undefined);
    return next;
  };
};
