import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { Empty, Key, Ms } from './values';

/**
 * A notification of a user, open until the user has seen it; item of the live topic `me`, collection `notifications`.
 */
export const Notification = z.object({
  /** Key of the notification, with which a client closes it. */
  key: Key,
  /** True after the user has seen the notification. Snapshots contain open notifications only. */
  closed: z.boolean(),
  /** Time of sending, by the gateway's clock, which tests can move. */
  sent: Ms,
  /**
   * Event that caused the notification. The module that sends the notification chooses this name, so the contract does
   * not list all names.
   */
  kind: z.string(),
  /** Headline, in the language of the notified user. */
  title: z.string(),
  /** One sentence, in the language of the notified user; may be empty. */
  text: z.string(),
  /**
   * Screen to which the notification leads, as a hash route without '#': `chatmessages/{key}`; null without a screen.
   */
  route: z.nullable(z.string()),
});
export type Notification = z.infer<typeof Notification>;

/** Request to close notifications of the caller. */
export const NotificationClosing = z.object({
  /** Keys of the notifications. Unknown keys, notifications of other users and closed notifications are skipped. */
  keys: z.array(Key),
  /** Always true: a notification can't be reopened. */
  closed: z.literal(true),
});
export type NotificationClosing = z.infer<typeof NotificationClosing>;

/** Returns the caller's open notifications, oldest first. */
export const getNotifications = defineRoute({
  name: 'getNotifications',
  method: 'GET',
  path: '/api/users/me/notifications',
  access: 'loggedIn',
  answer: z.array(Notification),
  errors: [],
});

/** Closes several notifications of the caller in one request. Closed notifications stay closed. */
export const closeNotifications = defineRoute({
  name: 'closeNotifications',
  method: 'PATCH',
  path: '/api/users/me/notifications',
  access: 'loggedIn',
  body: NotificationClosing,
  answer: Empty,
  errors: [],
});
