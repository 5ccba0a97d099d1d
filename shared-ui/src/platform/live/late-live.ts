import type { Timers } from '../browser/clock';
import { createListeners } from '../events/listeners';
import type { LiveDriver, LiveStatus } from './live-client';
import { initialTopicView } from './topic-view';

/** Pause in ms before the script is requested again after a failure. */
const RETRY_MS = 5_000;

interface LateLiveDeps {
  /** Loads the script and creates the live client. */
  load(): Promise<LiveDriver>;
  readonly timers: Timers;
}

/**
 * Creates a live client whose script isn't in the first script of the page. The script loads with the first token:
 * before it nothing can connect. Until then, topics have no data, and everything that is asked for waits in its order.
 * While the script can't be loaded, the connection counts as lost.
 */
export const createLateLive = ({ load, timers }: LateLiveDeps): LiveDriver => {
  let client: LiveDriver | null = null;
  let isLoading = false;
  let statusBefore: LiveStatus = 'connecting';
  let waitingTasks: ((loadedClient: LiveDriver) => void)[] = [];
  let stopRetry = (): void => undefined;
  const statusListeners = createListeners();

  const beOffline = (): void => {
    statusBefore = 'offline';
    statusListeners.emit();
  };
  const begin = (loadedClient: LiveDriver): void => {
    client = loadedClient;
    client.onStatus(statusListeners.emit);
    for (const task of waitingTasks) task(client);
    waitingTasks = [];
    statusListeners.emit();
  };
  const loadClient = async (): Promise<void> => {
    if (isLoading || client !== null) return;
    isLoading = true;
    stopRetry();
    try {
      begin(await load());
    } catch {
      beOffline();
      stopRetry = timers.after(RETRY_MS, () => void loadClient());
    }
    isLoading = false;
  };
  const whenLoaded = (task: (loadedClient: LiveDriver) => void): void => {
    if (client === null) waitingTasks.push(task);
    else task(client);
  };
  /** Passes a command on, and loads the script for it. */
  const runSoon = (command: (loadedClient: LiveDriver) => void): void => {
    whenLoaded(command);
    void loadClient();
  };

  return {
    status: () => client?.status() ?? statusBefore,
    onStatus: statusListeners.add,
    subscribe(topic, listener) {
      if (client !== null) return client.subscribe(topic, listener);
      let isSubscribed = true;
      let unsubscribe = (): void => undefined;
      listener(initialTopicView);
      whenLoaded((loadedClient) => {
        if (isSubscribed) unsubscribe = loadedClient.subscribe(topic, listener);
      });
      return () => {
        isSubscribed = false;
        unsubscribe();
      };
    },
    setToken: (token) => runSoon((loadedClient) => loadedClient.setToken(token)),
    forgetUser: () => whenLoaded((loadedClient) => loadedClient.forgetUser()),
    beginOffline() {
      if (client === null) beOffline();
      runSoon((loadedClient) => loadedClient.beginOffline());
    },
    // Before the script is loaded there is no connection, and a failed load is tried again at once.
    reconnectSoon() {
      if (client !== null) client.reconnectSoon();
      else if (statusBefore === 'offline') void loadClient();
    },
    stop() {
      stopRetry();
      whenLoaded((loadedClient) => loadedClient.stop());
    },
  };
};
