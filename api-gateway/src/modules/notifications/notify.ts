import type { Notification } from '@mahlzeit/contract';
import { randomKey, userLogName } from '../../platform';
import type { WriteTransaction } from '../../platform';
import { createNotificationRepository } from './notification-repository';
import type { ClosedNotification } from './notification-repository';

/** A notification to send, with the route that it opens. */
export interface NewNotification extends Pick<Notification, 'kind' | 'title' | 'text' | 'route' | 'sent'> {
  /** The notified user, who has an account. */
  readonly uid: string;
  /**
   * The person that the notification names. While an open notification of this kind names them, `notify` adds none.
   * Absent: nobody.
   */
  readonly aboutUid?: string;
  /**
   * The thing that the notification is about, where notifications of a kind share one route. The notification replaces
   * an open one about the same thing and is closed with that thing. Absent: none.
   */
  readonly aboutKey?: string;
}

type NotificationTransaction = Pick<WriteTransaction, 'knex' | 'record'>;

const recordOpen = (tx: NotificationTransaction, uid: string, notification: Notification): void =>
  tx.record(userLogName(uid), { kind: 'put', collection: 'notifications', key: notification.key, value: notification });

const add = async (
  tx: NotificationTransaction,
  { uid, aboutUid, aboutKey, kind, title, text, route, sent }: NewNotification,
): Promise<void> => {
  const notification: Notification = { key: randomKey(), closed: false, sent, kind, title, text, route };
  await createNotificationRepository(tx.knex).insert(uid, notification, aboutUid ?? null, aboutKey ?? null);
  recordOpen(tx, uid, notification);
};

/** Notifies a user in the caller's transaction, so that the notification and its cause commit together. */
export const notify = async (tx: NotificationTransaction, notification: NewNotification): Promise<void> => {
  const { uid, aboutUid, kind } = notification;
  if (aboutUid !== undefined && (await createNotificationRepository(tx.knex).hasOpenAbout(uid, aboutUid, kind))) return;
  await add(tx, notification);
};

/**
 * Notifies several users and replaces their open notifications of the same kind, route and thing. Of many messages of a
 * chat each member has one open notification, with the last text.
 */
export const notifyInPlace = async (
  tx: NotificationTransaction,
  {
    uids,
    aboutUid,
    aboutKey,
    kind,
    title,
    text,
    route,
    sent,
  }: Omit<NewNotification, 'uid'> & { readonly uids: readonly string[] },
): Promise<void> => {
  const notificationRepository = createNotificationRepository(tx.knex);
  const openKeys = await notificationRepository.findFirstOpenKeys(uids, { kind, route, aboutKey });
  const newNotifications = [...new Set(uids)].map((uid) => ({
    uid,
    notification: { key: openKeys.get(uid) ?? randomKey(), closed: false, sent, kind, title, text, route },
  }));
  const aboutUserUid = aboutUid ?? null;
  // In one statement: the number of members must not slow a message down.
  if (openKeys.size > 0)
    await notificationRepository.replace([...openKeys.values()], { title, text, sent, about: aboutUserUid });
  await notificationRepository.insertAll(
    newNotifications.filter(({ uid }) => !openKeys.has(uid)),
    aboutUserUid,
    aboutKey,
  );
  for (const { uid, notification } of newNotifications) recordOpen(tx, uid, notification);
};

/** Closes a user's open notifications of a kind and a route, in the transaction that makes them obsolete. */
export const closeNotifications = async (
  tx: NotificationTransaction,
  { at: closedAt, ...closing }: Pick<NewNotification, 'uid' | 'kind' | 'route' | 'aboutKey'> & { readonly at: number },
): Promise<void> => {
  const notificationRepository = createNotificationRepository(tx.knex);
  const { uid } = closing;
  const keys = await notificationRepository.findOpenKeys(closing);
  for (const key of await notificationRepository.closeOpenOf(uid, { keys, at: closedAt }))
    tx.record(userLogName(uid), { kind: 'del', collection: 'notifications', key });
};

/** Closes all open notifications about this person and this thing, or no thing (null). Returns them. */
export const closeNotificationsAbout = async (
  tx: NotificationTransaction,
  {
    aboutUid,
    aboutKey,
    at: closedAt,
  }: { readonly aboutUid: string; readonly aboutKey: string | null; readonly at: number },
): Promise<ClosedNotification[]> => {
  const closedNotifications = await createNotificationRepository(tx.knex).closeOpenAbout(aboutUid, {
    aboutKey,
    at: closedAt,
  });
  for (const { uid, key } of closedNotifications)
    tx.record(userLogName(uid), { kind: 'del', collection: 'notifications', key });
  return closedNotifications;
};

/** Closes the notifications that a user and these others have about each other, after a block. */
export const closeNotificationsBetween = async (
  tx: NotificationTransaction,
  uid: string,
  otherUids: readonly string[],
  closing: { readonly kinds: readonly Notification['kind'][]; readonly closedAt: number },
): Promise<void> => {
  for (const closedNotification of await createNotificationRepository(tx.knex).closeOpenBetween(
    uid,
    otherUids,
    closing,
  ))
    tx.record(userLogName(closedNotification.uid), {
      kind: 'del',
      collection: 'notifications',
      key: closedNotification.key,
    });
};

/** Deletes notifications with the removed words of a user. */
export const removeNotificationTexts = async (
  tx: NotificationTransaction,
  uids: readonly string[],
  removed: { readonly aboutUid: string } & Pick<NewNotification, 'kind' | 'route' | 'text'>,
): Promise<void> => {
  const changedRows = await createNotificationRepository(tx.knex).removeWords(uids, {
    about: removed.aboutUid,
    kind: removed.kind,
    route: removed.route,
    text: removed.text,
  });
  for (const { uid, key } of changedRows)
    tx.record(userLogName(uid), { kind: 'del', collection: 'notifications', key });
};
