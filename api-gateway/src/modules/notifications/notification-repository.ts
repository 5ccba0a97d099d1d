import { Notification } from '@mahlzeit/contract';
import type { Knex } from 'knex';

/** One request may close many; a statement names no more than this. */
const KEYS_AT_ONCE = 500;

interface NotificationRow {
  readonly id: number;
  readonly key: string;
  readonly uid: string;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly route: string | null;
  readonly sent: number | string;
  readonly closed_at: number | string | null;
}

const notificationOf = ({ key, kind, title, text, route, sent, closed_at }: NotificationRow): Notification => ({
  key,
  closed: closed_at !== null,
  sent: Number(sent),
  kind: Notification.shape.kind.parse(kind),
  title,
  text,
  route,
});

const rowsOf = (knex: Knex) => knex<NotificationRow>('notification');

/** Stores a notification for somebody. */
export const insertNotification = async (knex: Knex, uid: string, { key, kind, title, text, route, sent }: Notification): Promise<void> => {
  await rowsOf(knex).insert({ key, uid, kind, title, text, route, sent, closed_at: null });
};

/** Somebody's open notifications, the first one sent first. */
export const findOpenNotifications = async (knex: Knex, uid: string): Promise<Notification[]> =>
  (await rowsOf(knex).where({ uid, closed_at: null }).orderBy(['sent', 'id'])).map(notificationOf);

/** All of somebody's notifications that are still kept, closed ones too. */
export const findNotifications = async (knex: Knex, uid: string): Promise<Notification[]> =>
  (await rowsOf(knex).where({ uid }).orderBy(['sent', 'id'])).map(notificationOf);

/** Forgets what somebody was told. */
export const removeNotificationsOf = async (knex: Knex, uid: string): Promise<void> => {
  await rowsOf(knex).where({ uid }).delete();
};

const closePart = async (knex: Knex, uid: string, { keys, at }: { readonly keys: readonly string[]; readonly at: number }): Promise<string[]> => {
  const open = await rowsOf(knex).where({ uid, closed_at: null }).whereIn('key', [...keys]).orderBy('id').select('key');
  const closed = open.map(({ key }) => key);
  await rowsOf(knex).whereIn('key', closed).update({ closed_at: at });
  return closed;
};

/** Closes those of these that are somebody's own and open, and returns which they were. */
export const closeOpenNotifications = async (knex: Knex, uid: string, { keys, at }: { readonly keys: readonly string[]; readonly at: number }): Promise<string[]> => {
  const closed: string[] = [];
  for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
    closed.push(...(await closePart(knex, uid, { keys: keys.slice(start, start + KEYS_AT_ONCE), at })));
  }
  return closed;
};

/** Forgets up to `limit` notifications that were closed before an instant. */
export const removeClosedNotifications = async (knex: Knex, { before, limit }: { readonly before: number; readonly limit: number }): Promise<void> => {
  const old = await rowsOf(knex).where('closed_at', '<', before).orderBy('closed_at').limit(limit).select('id');
  await rowsOf(knex).whereIn('id', old.map(({ id }) => id)).delete();
};
