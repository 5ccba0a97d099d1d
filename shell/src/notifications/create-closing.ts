import { closeNotifications } from '@mahlzeit/contract';
import type { ApiClient, Timers } from '@mahlzeit/shared-ui/platform';

/** Closes notifications on the server, several in one go. */
export interface CloseQueue {
  /** Asks for it once; what could not be closed may be asked for again. */
  close(keys: readonly string[]): void;
  stop(): void;
}

/** What leaves the screen together is closed together. */
const BATCH_MS = 500;

/** Collects what is to be closed. */
export const createCloseQueue = ({ apiClient, timers }: { readonly apiClient: Pick<ApiClient, 'call'>; readonly timers: Timers }): CloseQueue => {
  const asked = new Set<string>();
  let waiting: string[] = [];
  let stopWaiting = (): void => undefined;

  const send = async (): Promise<void> => {
    const keys = waiting;
    waiting = [];
    const closed = await apiClient.call(closeNotifications, { body: { keys, closed: true } });
    if (!closed.ok) for (const key of keys) asked.delete(key);
  };

  return {
    close(keys) {
      const fresh = keys.filter((key) => !asked.has(key));
      for (const key of fresh) asked.add(key);
      // Nobody waits for it: what fails is closed with the next change or visit.
      if (waiting.length === 0 && fresh.length > 0) stopWaiting = timers.after(BATCH_MS, () => void send());
      waiting.push(...fresh);
    },
    stop: () => stopWaiting(),
  };
};
