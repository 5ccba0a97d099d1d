import { closeNotifications, meTopic, Notification } from '@mahlzeit/contract';
import type { NotificationEnd } from '@mahlzeit/contract';
import { browserTimers, defineCollection, parseStored, storedText } from '@mahlzeit/shared-ui/platform';
import type {
  ApiClient,
  BrowserStorage,
  ScreenAddress,
  ShellApi,
  SnackbarMessage,
  Timers,
} from '@mahlzeit/shared-ui/platform';
import { isSameAddress, parseHash } from '../router/address';
import type { Router } from '../router/router';
import type { Snackbars } from '../messages/snackbars';
import { text } from './deferred-texts';

/** Open notifications of the reader. */
const liveNotifications = defineCollection({ topic: meTopic, collection: 'notifications', schema: Notification });

/** Input of the decision on a notification. */
export interface NotificationSituation {
  /** Whether this browser has announced the notification. */
  isAnnounced(key: string): boolean;
  /** Whether the notification was announced and has left the screen. */
  isSeen(key: string): boolean;
  /** Returns the event that closes notifications of a kind. */
  endOf(kind: string): NotificationEnd;
  /** Address of the visible screen. */
  readonly here: ScreenAddress | null;
}

/** Plan for the open notifications. */
interface NotificationPlan {
  /** Notifications to announce now, the first one sent first. */
  readonly announce: readonly Notification[];
  /** Keys of notifications to close. */
  readonly close: readonly string[];
}

/** Returns the target of a notification; null for none. */
const addressOf = ({ route }: Pick<Notification, 'route'>): ScreenAddress | null =>
  route === null ? null : parseHash(route);

/** Whether the target of the notification is already visible. */
const isThere = (notification: Notification, here: ScreenAddress | null): boolean =>
  here !== null && isSameAddress(addressOf(notification), here);

const isDone = (notification: Notification, { isSeen, endOf, here }: NotificationSituation): boolean =>
  isThere(notification, here) || (isSeen(notification.key) && endOf(notification.kind) === 'shown');

/** Plans to announce each notification once in a browser, and to close it once it was seen. */
export const planNotifications = (
  open: readonly Notification[],
  situation: NotificationSituation,
): NotificationPlan => ({
  announce: open
    .filter(({ key }) => !situation.isAnnounced(key))
    .filter((notification) => !isThere(notification, situation.here))
    .sort((one, other) => one.sent - other.sent),
  close: open.filter((notification) => isDone(notification, situation)).map(({ key }) => key),
});

/** Notifications that were announced in this browser, in any tab. */
interface AnnouncedNotifications {
  has(key: string): boolean;
  /** Returns the keys that earlier pages and other tabs announced. */
  persisted(): readonly string[];
  add(keys: readonly string[]): void;
}

const ANNOUNCED_KEY = 'mahlzeit.toldNotifications';

/** More than are ever open at once; the oldest are dropped. */
const MAX_PERSISTED = 200;

const keysOf = (persisted: string | null): readonly string[] => {
  const keys = parseStored(persisted);
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
};

/** Creates the store of announced notifications. With blocked storage, only this page remembers them. */
export const createAnnouncedNotifications = (storage: BrowserStorage): AnnouncedNotifications => {
  const here = new Set<string>();
  const stored = storedText(storage, ANNOUNCED_KEY);
  const persisted = (): readonly string[] => keysOf(stored.read());
  return {
    persisted,
    has: (key) => here.has(key) || persisted().includes(key),
    add: (keys) => {
      if (keys.length === 0) return;
      for (const key of keys) here.add(key);
      // When the write fails, this page still remembers; the next page may announce them again.
      stored.write(JSON.stringify([...persisted(), ...keys].slice(-MAX_PERSISTED)));
    },
  };
};

/** Queue that closes several notifications on the server at once. */
interface CloseQueue {
  /** Closes each key once; after a failure, a key may be closed again. */
  close(keys: readonly string[]): void;
  stop(): void;
}

/** Notifications that leave the screen within this time are closed together. */
const BATCH_MS = 500;

/** Creates a queue of notifications to close. */
export const createCloseQueue = ({
  apiClient,
  timers,
}: {
  readonly apiClient: Pick<ApiClient, 'call'>;
  readonly timers: Timers;
}): CloseQueue => {
  const requestedKeys = new Set<string>();
  let waiting: string[] = [];
  let stopWaiting = (): void => undefined;

  const send = async (): Promise<void> => {
    const keys = waiting;
    waiting = [];
    const closed = await apiClient.call(closeNotifications, { body: { keys, closed: true } });
    if (!closed.ok) for (const key of keys) requestedKeys.delete(key);
  };

  return {
    close(keys) {
      const fresh = keys.filter((key) => !requestedKeys.has(key));
      for (const key of fresh) requestedKeys.add(key);
      // Not awaited: after a failure, the next change or visit closes them.
      if (waiting.length === 0 && fresh.length > 0) stopWaiting = timers.after(BATCH_MS, () => void send());
      waiting.push(...fresh);
    },
    stop: () => stopWaiting(),
  };
};

interface NotificationDeps {
  readonly store: ShellApi['store'];
  readonly router: Pick<Router, 'get' | 'subscribe' | 'open'>;
  readonly snackbars: Pick<Snackbars, 'follow'>;
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
  readonly announced: AnnouncedNotifications;
  readonly closeQueue: CloseQueue;
  readonly endOf: NotificationSituation['endOf'];
  /** Whether some remote declares the screen. */
  hasScreen(key: string): boolean;
}

/** More notifications at once become one message: the newest, and the number of the others. */
const MAX_SEPARATE = 2;

const textOf = ({ title, text: body }: Notification): string => (body === '' ? title : `${title}: ${body}`);

/**
 * Announces open notifications as snackbars that link to their screen, and closes seen ones (S1§7). Returns an
 * unsubscribe function.
 */
export const watchNotifications = ({
  store,
  router,
  snackbars,
  page,
  announced,
  closeQueue,
  endOf,
  hasScreen,
}: NotificationDeps): (() => void) => {
  // Notifications that earlier pages announced were seen there; another tab closes its own.
  const seen = new Set(announced.persisted());
  const visibleSnackbars = new Map<readonly string[], () => void>();
  let open: readonly Notification[] = [];

  const actionOf = (notification: Notification): SnackbarMessage['action'] => {
    const address = addressOf(notification);
    return address === null || !hasScreen(address.key)
      ? undefined
      : { label: text('ShowNotification'), run: () => router.open(address.key, ...address.params) };
  };
  const show = (message: SnackbarMessage, keys: readonly string[]): void => {
    const onGone = (): void => {
      visibleSnackbars.delete(keys);
      for (const key of keys) seen.add(key);
      update();
    };
    visibleSnackbars.set(keys, snackbars.follow(message, onGone));
  };
  const announce = (fresh: readonly Notification[]): void => {
    const newest = fresh.at(-1);
    if (newest === undefined) return;
    const keys = fresh.map(({ key }) => key);
    announced.add(keys);
    if (fresh.length > MAX_SEPARATE)
      show(
        {
          text: text('AndMoreNotifications', { words: textOf(newest), count: fresh.length - 1 }),
          action: actionOf(newest),
        },
        keys,
      );
    else
      for (const notification of fresh)
        show({ text: textOf(notification), action: actionOf(notification) }, [notification.key]);
  };
  // Another device has closed them, or the user has changed.
  const takeBack = (): void => {
    const isOpen = (key: string): boolean => open.some((notification) => notification.key === key);
    for (const [keys, end] of [...visibleSnackbars]) if (!keys.some(isOpen)) end();
  };
  const update = (): void => {
    // A hidden tab leaves the announcement to the visible one.
    if (page.visibilityState !== 'visible') return;
    const plan = planNotifications(open, {
      isAnnounced: announced.has,
      isSeen: (key) => seen.has(key),
      endOf,
      here: router.get().modal,
    });
    closeQueue.close(plan.close);
    announce(plan.announce);
  };

  const held = liveNotifications.of(store);
  const onNotifications = (): void => {
    open = held.get().items.filter(({ closed }) => !closed);
    takeBack();
    update();
  };

  const stops = [router.subscribe(update), held.subscribe(onNotifications)];
  onNotifications();
  page.addEventListener('visibilitychange', update);
  return () => {
    page.removeEventListener('visibilitychange', update);
    for (const stop of stops) stop();
    closeQueue.stop();
  };
};

interface NotificationStart extends Pick<NotificationDeps, 'router' | 'snackbars' | 'hasScreen' | 'endOf'> {
  readonly shell: Pick<ShellApi, 'store' | 'apiClient'>;
  readonly browser: Pick<Window, 'document' | 'localStorage'>;
}

/** Starts to announce notifications in this browser. Returns an unsubscribe function. */
export const startNotifications = ({ shell, browser, ...deps }: NotificationStart): (() => void) =>
  watchNotifications({
    ...deps,
    store: shell.store,
    page: browser.document,
    announced: createAnnouncedNotifications(() => browser.localStorage),
    closeQueue: createCloseQueue({ apiClient: shell.apiClient, timers: browserTimers }),
  });
