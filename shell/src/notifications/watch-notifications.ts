import { Notification, meTopic } from '@mahlzeit/contract';
import type { LiveClient, SnackbarMessage } from '@mahlzeit/shared-ui/platform';
import { liveItems } from '@mahlzeit/shared-ui/platform';
import type { Router } from '../router';
import { text } from '../shell-texts';
import type { Snackbars } from '../snackbars';
import type { Closing } from './create-closing';
import { addressOf, planNotifications } from './notification-rules';
import type { ToldNotifications } from './told-notifications';

/** What telling notifications takes. */
export interface NotificationDeps {
  readonly live: Pick<LiveClient, 'subscribe'>;
  readonly router: Pick<Router, 'get' | 'subscribe' | 'open'>;
  readonly snackbars: Pick<Snackbars, 'follow'>;
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
  readonly told: ToldNotifications;
  readonly closing: Closing;
  /** Whether some remote declares the screen. */
  hasScreen(key: string): boolean;
}

/** More at once are one message: the newest, and how many more there are. */
const MOST_APART = 2;

const notificationsOf = liveItems('notifications', Notification);

const wordsOf = ({ title, text: words }: Notification): string => (words === '' ? title : `${title}: ${words}`);

/** Tells the open notifications as snackbars that lead to their screen, and closes what was seen (S1§7). Answers the way to stop. */
export const watchNotifications = ({ live, router, snackbars, page, told, closing, hasScreen }: NotificationDeps): (() => void) => {
  // What earlier pages told was seen there; another tab closes what it tells by itself.
  const seen = new Set(told.kept());
  const shown = new Map<readonly string[], () => void>();
  let open: readonly Notification[] = [];

  const actionOf = (notification: Notification): SnackbarMessage['action'] => {
    const address = addressOf(notification);
    return address === null || !hasScreen(address.key) ? undefined : { label: text('ShowNotification'), run: () => router.open(address.key, ...address.params) };
  };
  const say = (message: SnackbarMessage, keys: readonly string[]): void => {
    const onGone = (): void => {
      shown.delete(keys);
      for (const key of keys) seen.add(key);
      look();
    };
    shown.set(keys, snackbars.follow(message, onGone));
  };
  const tell = (fresh: readonly Notification[]): void => {
    const newest = fresh.at(-1);
    if (newest === undefined) return;
    const keys = fresh.map(({ key }) => key);
    told.add(keys);
    if (fresh.length > MOST_APART) say({ text: text('AndMoreNotifications', { words: wordsOf(newest), count: fresh.length - 1 }), action: actionOf(newest) }, keys);
    else for (const notification of fresh) say({ text: wordsOf(notification), action: actionOf(notification) }, [notification.key]);
  };
  // Closed on another device, or the reader is another one now.
  const takeBack = (): void => {
    const isOpen = (key: string): boolean => open.some((notification) => notification.key === key);
    for (const [keys, end] of [...shown]) if (!keys.some(isOpen)) end();
  };
  const look = (): void => {
    // A hidden tab leaves it to the one that is seen.
    if (page.visibilityState !== 'visible') return;
    const plan = planNotifications(open, { isTold: told.has, isSeen: (key) => seen.has(key), here: router.get().modal });
    closing.close(plan.close);
    tell(plan.tell);
  };

  const stops = [
    router.subscribe(look),
    live.subscribe(meTopic, (view) => {
      open = notificationsOf(view).filter(({ closed }) => !closed);
      takeBack();
      look();
    }),
  ];
  page.addEventListener('visibilitychange', look);
  return () => {
    page.removeEventListener('visibilitychange', look);
    for (const stop of stops) stop();
    closing.stop();
  };
};
