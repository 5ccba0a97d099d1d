import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { Empty, Key, Ms } from './values';

/** What a user is told until they have seen it; item of the topic `me`, collection `notifications`. */
export const Notification = z.object({
  /** Names the notification on the wire. */
  key: Key,
  /** True once it was seen; snapshots hold open ones alone. */
  closed: z.boolean(),
  /** When it was sent, by the domain clock. */
  sent: Ms,
  /** What happened. */
  kind: z.enum([
    'invitation',
    'invitationChanged',
    'invitationReminder',
    'message',
    'orderAccepted',
    'orderRefunded',
    'contact',
  ]),
  /** Headline, in the reader's language. */
  title: z.string(),
  /** One sentence, in the reader's language; may be empty. */
  text: z.string(),
  /** Hash without '#' that leads to it, `chatmessages/{key}`; null where there is nowhere to go. */
  route: z.nullable(z.string()),
});
export type Notification = z.infer<typeof Notification>;

/** Which notifications a user closes. */
export const NotificationClosing = z.object({
  /** The ones to close; unknown, foreign and closed ones are passed over. */
  keys: z.array(Key),
  /** Always true: nothing opens again. */
  closed: z.literal(true),
});
export type NotificationClosing = z.infer<typeof NotificationClosing>;

/** The caller's open notifications, the first one sent first. */
export const getNotifications = defineRoute({
  name: 'getNotifications',
  method: 'GET',
  path: '/api/users/me/notifications',
  access: 'loggedIn',
  answer: z.array(Notification),
  errors: [],
});

/** Closes some of the caller's notifications in one go; those that are closed already stay so. */
export const closeNotifications = defineRoute({
  name: 'closeNotifications',
  method: 'PATCH',
  path: '/api/users/me/notifications',
  access: 'loggedIn',
  body: NotificationClosing,
  answer: Empty,
  errors: [],
});
