import { Notification, meTopic } from '@mahlzeit/contract';
import type { LiveClient, SnackbarMessage } from '@mahlzeit/shared-ui/platform';
import { liveItems } from '@mahlzeit/shared-ui/platform';
import type { Router } from '../router/create-router';
import { text } from '../shell-texts';
import type { Snackbars } from '../snackbars/create-snackbars';
import type { CloseQueue } from './create-closing';
import { addressOf, planNotifications } from './notification-rules';
import type { AnnouncedNotifications } from './told-notifications';

export interface NotificationDeps {
  readonly live: Pick<LiveClient, 'subscribe'>;
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

const notificationsOf = liveItems('notifications', Notification);

const textOf = ({ title, text: body }: Notification): string => (body === '' ? title : `${title}: ${body}`);

/** Announces the open notifications as snackbars that lead to their screen, and closes what was seen (S1§7). Returns an unsubscribe function. */
export const watchNotifications = ({ live, router, snackbars, page, announced, closeQueue, hasScreen }: NotificationDeps): (() => void) => {
  // What earlier pages announced was seen there; another tab closes what it announces by itself.
  const seen = new Set(announced.persisted());
  const shown = new Map<readonly string[], () => void>();
  let open: readonly Notification[] = [];

  const actionOf = (notification: Notification): SnackbarMessage['action'] => {
    const address = addressOf(notification);
    return address === null || !hasScreen(address.key) ? undefined : { label: text('ShowNotification'), run: () => router.open(address.key, ...address.params) };
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
    if (fresh.length > MAX_SEPARATE) show({ text: text('AndMoreNotifications', { words: textOf(newest), count: fresh.length - 1 }), action: actionOf(newest) }, keys);
    else for (const notification of fresh) show({ text: textOf(notification), action: actionOf(notification) }, [notification.key]);
  };
  // Closed on another device, or the reader is another one now.
  const takeBack = (): void => {
    const isOpen = (key: string): boolean => open.some((notification) => notification.key === key);
    for (const [keys, end] of [...shown]) if (!keys.some(isOpen)) end();
  };
  const update = (): void => {
    // A hidden tab leaves it to the one that is seen.
    if (page.visibilityState !== 'visible') return;
    const plan = planNotifications(open, { isAnnounced: announced.has, isSeen: (key) => seen.has(key), here: router.get().modal });
    closeQueue.close(plan.close);
    announce(plan.announce);
  };

  const stops = [
    router.subscribe(update),
    live.subscribe(meTopic, (view) => {
      open = notificationsOf(view).filter(({ closed }) => !closed);
      takeBack();
      update();
    }),
  ];
  page.addEventListener('visibilitychange', update);
  return () => {
    page.removeEventListener('visibilitychange', update);
    for (const stop of stops) stop();
    closeQueue.stop();
  };
};
