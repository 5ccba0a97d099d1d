import { closeNotifications, meTopic, Notification } from '@mahlzeit/contract';
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

/** What the reader is told until they have seen it. */
const liveNotifications = defineCollection({ topic: meTopic, collection: 'notifications', schema: Notification });

/** What decides on a notification. */
export interface NotificationSituation {
  /** Whether it was announced in this browser. */
  isAnnounced(key: string): boolean;
  /** Whether it was announced and has left the screen. */
  isSeen(key: string): boolean;
  /** The screen that shows. */
  readonly here: ScreenAddress | null;
}

/** What becomes of the open notifications. */
interface NotificationPlan {
  /** To be announced now, the first one sent first. */
  readonly announce: readonly Notification[];
  /** Keys of those that are done with. */
  readonly close: readonly string[];
}

/** Where a notification leads; null where there is nowhere to go. */
const addressOf = ({ route }: Pick<Notification, 'route'>): ScreenAddress | null =>
  route === null ? null : parseHash(route);

/** Whether the reader is where the notification leads. */
const isThere = (notification: Notification, here: ScreenAddress | null): boolean =>
  here !== null && isSameAddress(addressOf(notification), here);

// A message waits in the inbox until it is read: having flown by doesn't make it read.
const isDone = (notification: Notification, { isSeen, here }: NotificationSituation): boolean =>
  isThere(notification, here) || (isSeen(notification.key) && notification.kind !== 'message');

/** Each notification is announced once in a browser, and closed once it was seen. */
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

/** Which notifications were announced in this browser, in whichever tab. */
interface AnnouncedNotifications {
  has(key: string): boolean;
  /** Those that earlier pages and other tabs announced. */
  persisted(): readonly string[];
  add(keys: readonly string[]): void;
}

const ANNOUNCED_KEY = 'mahlzeit.toldNotifications';

/** More than ever are open at once; the oldest fall away. */
const MAX_PERSISTED = 200;

const keysOf = (persisted: string | null): readonly string[] => {
  const keys = parseStored(persisted);
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
};

/** Remembers what was announced. Where the browser blocks its storage, this page alone remembers. */
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
      // Where nothing is stored this page remembers; the next one may announce it again.
      stored.write(JSON.stringify([...persisted(), ...keys].slice(-MAX_PERSISTED)));
    },
  };
};

/** Closes notifications on the server, several in one go. */
interface CloseQueue {
  /** Asks for it once; what could not be closed may be asked for again. */
  close(keys: readonly string[]): void;
  stop(): void;
}

/** What leaves the screen together is closed together. */
const BATCH_MS = 500;

/** Collects what is to be closed. */
export const createCloseQueue = ({
  apiClient,
  timers,
}: {
  readonly apiClient: Pick<ApiClient, 'call'>;
  readonly timers: Timers;
}): CloseQueue => {
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

interface NotificationDeps {
  readonly store: ShellApi['store'];
  readonly router: Pick<Router, 'get' | 'subscribe' | 'open'>;
  readonly snackbars: Pick<Snackbars, 'follow'>;
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
  readonly announced: AnnouncedNotifications;
  readonly closeQueue: CloseQueue;
  /** Whether some remote declares the screen. */
  hasScreen(key: string): boolean;
}

/** More at once are one message: the newest, and how many more there are. */
const MAX_SEPARATE = 2;

const textOf = ({ title, text: body }: Notification): string => (body === '' ? title : `${title}: ${body}`);

/**
 * Announces the open notifications as snackbars that lead to their screen, and closes what was seen (S1§7). Returns an
 * unsubscribe function.
 */
export const watchNotifications = ({
  store,
  router,
  snackbars,
  page,
  announced,
  closeQueue,
  hasScreen,
}: NotificationDeps): (() => void) => {
  // What earlier pages announced was seen there; another tab closes what it announces by itself.
  const seen = new Set(announced.persisted());
  const shown = new Map<readonly string[], () => void>();
  let open: readonly Notification[] = [];

  const actionOf = (notification: Notification): SnackbarMessage['action'] => {
    const address = addressOf(notification);
    return address === null || !hasScreen(address.key)
      ? undefined
      : { label: text('ShowNotification'), run: () => router.open(address.key, ...address.params) };
  };
  const show = (message: SnackbarMessage, keys: readonly string[]): void => {
    const onGone = (): void => {
      shown.delete(keys);
      for (const key of keys) seen.add(key);
      update();
    };
    shown.set(keys, snackbars.follow(message, onGone));
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
  // Closed on another device, or the reader is another one now.
  const takeBack = (): void => {
    const isOpen = (key: string): boolean => open.some((notification) => notification.key === key);
    for (const [keys, end] of [...shown]) if (!keys.some(isOpen)) end();
  };
  const update = (): void => {
    // A hidden tab leaves it to the one that is seen.
    if (page.visibilityState !== 'visible') return;
    const plan = planNotifications(open, {
      isAnnounced: announced.has,
      isSeen: (key) => seen.has(key),
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

interface NotificationStart extends Pick<NotificationDeps, 'router' | 'snackbars' | 'hasScreen'> {
  readonly shell: Pick<ShellApi, 'store' | 'apiClient'>;
  readonly browser: Pick<Window, 'document' | 'localStorage'>;
}

/** Announces notifications in this browser. Returns an unsubscribe function. */
export const startNotifications = ({ shell, browser, ...deps }: NotificationStart): (() => void) =>
  watchNotifications({
    ...deps,
    store: shell.store,
    page: browser.document,
    announced: createAnnouncedNotifications(() => browser.localStorage),
    closeQueue: createCloseQueue({ apiClient: shell.apiClient, timers: browserTimers }),
  });
