import { closeNotifications, meTopic, Notification } from '@mahlzeit/contract';
import type { NotificationEnd } from '@mahlzeit/contract';
import { browserTimers, defineCollection, parseStored, createStoredText } from '@mahlzeit/shared-ui/platform';
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

/** State from which `planNotifications` decides which notifications to announce and to close. */
export interface NotificationSituation {
  /** Returns whether this browser has announced the notification, in any tab. */
  isAnnounced(key: string): boolean;
  /** Returns whether the notification was announced and its message has disappeared. */
  isMessageGone(key: string): boolean;
  /** Returns the event that closes notifications of a kind: for example `shown`, the end of their message. */
  endOf(kind: string): NotificationEnd;
  /** Returns whether notifications must wait while this screen is visible. */
  isQuiet(address: ScreenAddress): boolean;
  /** Address of the visible modal screen; null for none. */
  readonly here: ScreenAddress | null;
}

/** Notifications to announce and to close. */
interface NotificationPlan {
  /** Notifications to announce now, in the order in which they were sent. */
  readonly toAnnounce: readonly Notification[];
  /** Keys of notifications to close on the server. */
  readonly keysToClose: readonly string[];
}

/** Returns the screen to which a notification links; null for none. */
const addressOf = ({ route }: Pick<Notification, 'route'>): ScreenAddress | null =>
  route === null ? null : parseHash(route);

/** Whether the screen of the notification is visible. */
const isOnScreen = (notification: Notification, currentScreen: ScreenAddress | null): boolean =>
  currentScreen !== null && isSameAddress(addressOf(notification), currentScreen);

const isNotificationClosable = (
  notification: Notification,
  { isMessageGone, endOf, here }: NotificationSituation,
): boolean =>
  isOnScreen(notification, here) || (isMessageGone(notification.key) && endOf(notification.kind) === 'shown');

/**
 * Returns the notifications to announce and to close. Each notification is announced once per browser, but not while a
 * screen is visible on which notifications must wait, such as the cart. It is closed when its screen is visible, or
 * when its message has disappeared and `endOf` returns `shown` for its kind.
 */
export const planNotifications = (
  openNotifications: readonly Notification[],
  situation: NotificationSituation,
): NotificationPlan => ({
  toAnnounce: (situation.here !== null && situation.isQuiet(situation.here) ? [] : openNotifications)
    .filter(({ key }) => !situation.isAnnounced(key))
    .filter((notification) => !isOnScreen(notification, situation.here))
    .sort((earlierNotification, laterNotification) => earlierNotification.sent - laterNotification.sent),
  keysToClose: openNotifications
    .filter((notification) => isNotificationClosable(notification, situation))
    .map(({ key }) => key),
});

/** Notifications that were announced in this browser, in any tab. */
interface AnnouncedNotifications {
  has(key: string): boolean;
  /** Returns the keys that this browser's storage contains, from all tabs and earlier visits. */
  persistedKeys(): readonly string[];
  add(keys: readonly string[]): void;
}

const ANNOUNCED_KEY = 'mahlzeit.toldNotifications';

/**
 * Maximum number of stored keys: more than a user ever has open notifications. If there are more, the oldest are
 * removed.
 */
const MAX_PERSISTED_KEYS = 200;

const notificationKeysOf = (persistedText: string | null): readonly string[] => {
  const parsedKeys = parseStored(persistedText);
  return Array.isArray(parsedKeys) ? parsedKeys.filter((key) => typeof key === 'string') : [];
};

/** Creates the store of announced notifications. With blocked storage, the store lasts as long as the page. */
export const createAnnouncedNotifications = (storage: BrowserStorage): AnnouncedNotifications => {
  const announcedKeys = new Set<string>();
  const storedKeys = createStoredText(storage, ANNOUNCED_KEY);
  const persistedKeys = (): readonly string[] => notificationKeysOf(storedKeys.read());
  return {
    persistedKeys,
    has: (key) => announcedKeys.has(key) || persistedKeys().includes(key),
    add: (keys) => {
      if (keys.length === 0) return;
      for (const key of keys) announcedKeys.add(key);
      // If the storage is blocked, `announcedKeys` still contains the keys; only the next page may announce these
      // notifications again.
      storedKeys.write(JSON.stringify([...persistedKeys(), ...keys].slice(-MAX_PERSISTED_KEYS)));
    },
  };
};

/** Queue of notifications to close. It sends one request for several notifications. */
interface CloseQueue {
  /** Closes each notification once; after a failed request, a notification may be queued again. */
  close(keys: readonly string[]): void;
  stop(): void;
}

/**
 * Time in ms within which the ends of several messages are collected, so that one request closes their notifications.
 */
const CLOSE_BATCH_MS = 500;

/** Creates the queue of notifications to close. It sends its requests after `CLOSE_BATCH_MS`. */
export const createCloseQueue = ({
  apiClient,
  timers,
}: {
  readonly apiClient: Pick<ApiClient, 'call'>;
  readonly timers: Timers;
}): CloseQueue => {
  const requestedKeys = new Set<string>();
  let waitingKeys: string[] = [];
  let stopWaiting = (): void => undefined;

  const sendWaitingKeys = async (): Promise<void> => {
    const batchKeys = waitingKeys;
    waitingKeys = [];
    const closeResult = await apiClient.call(closeNotifications, { body: { keys: batchKeys, closed: true } });
    if (!closeResult.ok) for (const key of batchKeys) requestedKeys.delete(key);
  };

  return {
    close(keys) {
      const newKeys = keys.filter((key) => !requestedKeys.has(key));
      for (const key of newKeys) requestedKeys.add(key);
      // The promise isn't awaited: after a failed request, the next change or the next visit closes these
      // notifications.
      if (waitingKeys.length === 0 && newKeys.length > 0)
        stopWaiting = timers.after(CLOSE_BATCH_MS, () => void sendWaitingKeys());
      waitingKeys.push(...newKeys);
    },
    stop: () => stopWaiting(),
  };
};

interface NotificationWatchDeps {
  readonly store: ShellApi['store'];
  readonly router: Pick<Router, 'get' | 'subscribe' | 'open'>;
  readonly snackbars: Pick<Snackbars, 'follow'>;
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
  readonly announcedNotifications: AnnouncedNotifications;
  readonly closeQueue: CloseQueue;
  readonly endOf: NotificationSituation['endOf'];
  readonly isQuiet: NotificationSituation['isQuiet'];
  /** Returns whether some remote declares the screen. */
  hasScreen(key: string): boolean;
}

/**
 * Maximum number of separate messages at once. For more notifications, one message shows the newest and the number of
 * the others.
 */
const MAX_SEPARATE_MESSAGES = 2;

const messageTextOf = ({ title, text: bodyText }: Notification): string =>
  bodyText === '' ? title : `${title}: ${bodyText}`;

/**
 * Announces open notifications as snackbars that link to their screen, and closes them on the server afterwards (S1§7).
 * Returns an unsubscribe function.
 */
export const watchNotifications = ({
  store,
  router,
  snackbars,
  page,
  announcedNotifications,
  closeQueue,
  endOf,
  isQuiet,
  hasScreen,
}: NotificationWatchDeps): (() => void) => {
  // Notifications that earlier pages announced count as announced. The tab that announced a notification closes it.
  const seenKeys = new Set(announcedNotifications.persistedKeys());
  const closeSnackbarByKeys = new Map<readonly string[], () => void>();
  // Keys of notifications whose messages were removed because the user has opened a screen on which notifications must
  // wait. They are announced again later.
  const postponedKeys = new Set<string>();
  let openNotifications: readonly Notification[] = [];

  const snackbarActionOf = (notification: Notification): SnackbarMessage['action'] => {
    const address = addressOf(notification);
    return address === null || !hasScreen(address.key)
      ? undefined
      : { label: text('ShowNotification'), run: () => router.open(address.key, ...address.params) };
  };
  const showMessage = (message: SnackbarMessage, keys: readonly string[]): void => {
    const onMessageGone = (): void => {
      if (!closeSnackbarByKeys.delete(keys)) return;
      for (const key of keys) seenKeys.add(key);
      updateNotifications();
    };
    closeSnackbarByKeys.set(keys, snackbars.follow(message, onMessageGone));
  };
  const announceNotifications = (newNotifications: readonly Notification[]): void => {
    const newestNotification = newNotifications.at(-1);
    if (newestNotification === undefined) return;
    const newNotificationKeys = newNotifications.map(({ key }) => key);
    for (const key of newNotificationKeys) postponedKeys.delete(key);
    announcedNotifications.add(newNotificationKeys);
    if (newNotifications.length > MAX_SEPARATE_MESSAGES)
      showMessage(
        {
          text: text('AndMoreNotifications', {
            words: messageTextOf(newestNotification),
            count: newNotifications.length - 1,
          }),
          action: snackbarActionOf(newestNotification),
        },
        newNotificationKeys,
      );
    else
      for (const notification of newNotifications)
        showMessage({ text: messageTextOf(notification), action: snackbarActionOf(notification) }, [notification.key]);
  };
  // Closes messages whose notifications were closed on another device or belong to a previous user.
  const withdrawClosedMessages = (): void => {
    const isNotificationOpen = (key: string): boolean =>
      openNotifications.some((notification) => notification.key === key);
    for (const [keys, closeSnackbar] of [...closeSnackbarByKeys]) if (!keys.some(isNotificationOpen)) closeSnackbar();
  };
  const postponeMessages = (): void => {
    for (const [keys, closeSnackbar] of [...closeSnackbarByKeys]) {
      closeSnackbarByKeys.delete(keys);
      for (const key of keys) postponedKeys.add(key);
      closeSnackbar();
    }
  };
  const updateNotifications = (): void => {
    // A hidden tab announces no notifications, because the visible tab does.
    if (page.visibilityState !== 'visible') return;
    const currentModal = router.get().modal;
    if (currentModal !== null && isQuiet(currentModal)) postponeMessages();
    const notificationPlan = planNotifications(openNotifications, {
      isAnnounced: (key) => announcedNotifications.has(key) && !postponedKeys.has(key),
      isMessageGone: (key) => seenKeys.has(key),
      endOf,
      isQuiet,
      here: currentModal,
    });
    closeQueue.close(notificationPlan.keysToClose);
    announceNotifications(notificationPlan.toAnnounce);
  };

  const heldNotifications = liveNotifications.of(store);
  const onNotifications = (): void => {
    openNotifications = heldNotifications.get().items.filter(({ closed }) => !closed);
    withdrawClosedMessages();
    updateNotifications();
  };

  const stopFunctions = [router.subscribe(updateNotifications), heldNotifications.subscribe(onNotifications)];
  onNotifications();
  page.addEventListener('visibilitychange', updateNotifications);
  return () => {
    page.removeEventListener('visibilitychange', updateNotifications);
    for (const stop of stopFunctions) stop();
    closeQueue.stop();
  };
};

interface NotificationStartDeps extends Pick<
  NotificationWatchDeps,
  'router' | 'snackbars' | 'hasScreen' | 'endOf' | 'isQuiet'
> {
  readonly shell: Pick<ShellApi, 'store' | 'apiClient'>;
  readonly browser: Pick<Window, 'document' | 'localStorage'>;
}

/** Starts to announce notifications in this browser. Returns an unsubscribe function. */
export const startNotifications = ({ shell, browser, ...deps }: NotificationStartDeps): (() => void) =>
  watchNotifications({
    ...deps,
    store: shell.store,
    page: browser.document,
    announcedNotifications: createAnnouncedNotifications(() => browser.localStorage),
    closeQueue: createCloseQueue({ apiClient: shell.apiClient, timers: browserTimers }),
  });
