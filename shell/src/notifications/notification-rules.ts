import type { Notification } from '@mahlzeit/contract';
import type { ModalAddress } from '../router/hash-address';
import { isSameAddress, parseHash } from '../router/hash-address';

/** What decides on a notification. */
export interface NotificationSituation {
  /** Whether it was announced in this browser. */
  isAnnounced(key: string): boolean;
  /** Whether it was announced and has left the screen. */
  isSeen(key: string): boolean;
  /** The screen that shows. */
  readonly here: ModalAddress | null;
}

/** What becomes of the open notifications. */
export interface NotificationPlan {
  /** To be announced now, the first one sent first. */
  readonly announce: readonly Notification[];
  /** Keys of those that are done with. */
  readonly close: readonly string[];
}

/** Where a notification leads; null where there is nowhere to go. */
export const addressOf = ({ route }: Pick<Notification, 'route'>): ModalAddress | null => (route === null ? null : parseHash(route));

/** Whether the reader is where the notification leads. */
const isThere = (notification: Notification, here: ModalAddress | null): boolean => here !== null && isSameAddress(addressOf(notification), here);

// A message waits in the inbox until it is read: having flown by doesn't make it read.
const isDone = (notification: Notification, { isSeen, here }: NotificationSituation): boolean =>
  isThere(notification, here) || (isSeen(notification.key) && notification.kind !== 'message');

/** Each notification is announced once in a browser, and closed once it was seen. */
export const planNotifications = (open: readonly Notification[], situation: NotificationSituation): NotificationPlan => ({
  announce: open.filter(({ key }) => !situation.isAnnounced(key)).filter((notification) => !isThere(notification, situation.here)).sort((one, other) => one.sent - other.sent),
  close: open.filter((notification) => isDone(notification, situation)).map(({ key }) => key),
});
