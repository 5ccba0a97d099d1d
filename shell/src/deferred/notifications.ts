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

/** Live notifications of the current user. */
const liveNotifications = defineCollection({ topic: meTopic, collection: 'notifications', schema: Notification });

/** State from which `planNotifications` decides on notifications. */
export interface NotificationSituation {
  /** Whether this browser has announced the notification, in any tab. */
  isAnnounced(key: string): boolean;
  /** Whether the notification was announced and its message has disappeared. */
  isSeen(key: string): boolean;
  /** Returns the event that closes notifications of a kind: for example `shown`, the end of their message. */
  endOf(kind: string): NotificationEnd;
  /** Address of the visible modal screen; null for none. */
  readonly here: ScreenAddress | null;
}

/** Notifications to announce and to close. */
interface NotificationPlan {
  /** Notifications to announce now, in the order in which they were sent. */
  readonly announce: readonly Notification[];
  /** Keys of notifications to close on the server. */
  readonly close: readonly string[];
}

/** Returns the screen to which a notification links; null for none. */
const addressOf = ({ route }: Pick<Notification, 'route'>): ScreenAddress | null =>
  route === null ? null : parseHash(route);

/** Whether the screen of the notification is visible. */
const isThere = (notification: Notification, here: ScreenAddress | null): boolean =>
  here !== null && isSameAddress(addressOf(notification), here);

const isDone = (notification: Notification, { isSeen, endOf, here }: NotificationSituation): boolean =>
  isThere(notification, here) || (isSeen(notification.key) && endOf(notification.kind) === 'shown');

/**
 * Returns the notifications to announce and to close. Each notification is announced once per browser. It is closed
 * when its screen is visible, or when its message has disappeared and its kind closes then.
 */
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
  /** Returns the keys that this browser's storage contains, from all tabs and earlier visits. */
  persisted(): readonly string[];
  add(keys: readonly string[]): void;
}

const ANNOUNCED_KEY = 'mahlzeit.toldNotifications';

/** Maximum number of stored keys; the oldest are removed. More than a user ever has open notifications. */
const MAX_PERSISTED = 200;

const keysOf = (persisted: string | null): readonly string[] => {
  const keys = parseStored(persisted);
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
};

/** Creates the store of announced notifications. With blocked storage, the store lasts as long as the page. */
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
      // If the storage is blocked, `here` still contains the keys; only the next page may announce these notifications
      // again.
      stored.write(JSON.stringify([...persisted(), ...keys].slice(-MAX_PERSISTED)));
    },
  };
};

/** Queue of notifications to close, which sends one request for several notifications. */
interface CloseQueue {
  /** Closes each notification once; after a failed request, a notification may be queued again. */
  close(keys: readonly string[]): void;
  stop(): void;
}

/** Notifications whose messages disappear within this time are closed by one request. */
const BATCH_MS = 500;

/** Creates a queue whose requests are sent after `BATCH_MS`. */
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
      // Not awaited: after a failed request, the next change or the next visit closes these notifications.
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

/**
 * Maximum number of separate messages at once. For more notifications, one message shows the newest and the number of
 * the others.
 */
const MAX_SEPARATE = 2;

const textOf = ({ title, text: body }: Notification): string => (body === '' ? title : `${title}: ${body}`);

/**
 * Announces open notifications as snackbars that link to their screen, and closes them on the server afterwards (S1§7).
 * Returns an unsubscribe function.
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
  // Notifications that earlier pages announced count as seen. Notifications announced by another tab are closed by that
  // tab.
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
  // Closes messages whose notifications were closed on another device or belong to a previous user.
  const takeBack = (): void => {
    const isOpen = (key: string): boolean => open.some((notification) => notification.key === key);
    for (const [keys, end] of [...visibleSnackbars]) if (!keys.some(isOpen)) end();
  };
  const update = (): void => {
    // A hidden tab announces nothing, because the visible tab does.
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
