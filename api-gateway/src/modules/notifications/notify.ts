import type { Notification } from '@mahlzeit/contract';
import { randomKey, userLogName } from '../../platform';
import type { WriteTransaction } from '../../platform';
import { createNotificationRepository } from './notification-repository';
import type { ClosedNotification } from './notification-repository';

/** A notification to send, with the screen to which it leads. */
export interface NewNotification extends Pick<Notification, 'kind' | 'title' | 'text' | 'route' | 'sent'> {
  /** Uid of the user to notify, who must have an account. */
  readonly uid: string;
  /**
   * Uid of the person whom the notification names; absent for nobody. If the user already has an open notification of
   * this kind that names this person, `notify` adds none.
   */
  readonly aboutUid?: string;
  /**
   * Key of the object that the notification is about, for example an invitation. It is needed if all notifications of a
   * kind lead to the same screen; a new notification then replaces an open one with the same key. Absent if the screen
   * is enough.
   */
  readonly aboutKey?: string;
}

type NotificationTransaction = Pick<WriteTransaction, 'knex' | 'record'>;

const recordOpenNotification = (tx: NotificationTransaction, uid: string, notification: Notification): void =>
  tx.record(userLogName(uid), { kind: 'put', collection: 'notifications', key: notification.key, value: notification });

const addNotification = async (
  tx: NotificationTransaction,
  { uid, aboutUid, aboutKey, kind, title, text, route, sent }: NewNotification,
): Promise<void> => {
  const notification: Notification = { key: randomKey(), closed: false, sent, kind, title, text, route };
  await createNotificationRepository(tx.knex).insert(uid, notification, aboutUid ?? null, aboutKey ?? null);
  recordOpenNotification(tx, uid, notification);
};

/** Adds a notification in the caller's transaction, so that the notification and its cause commit together. */
export const notify = async (tx: NotificationTransaction, notification: NewNotification): Promise<void> => {
  const { uid, aboutUid, kind } = notification;
  if (aboutUid !== undefined && (await createNotificationRepository(tx.knex).hasOpenAbout(uid, aboutUid, kind))) return;
  await addNotification(tx, notification);
};

/**
 * Notifies several users. A new notification replaces the user's open one of the same kind that has the same `aboutKey`
 * and leads to the same screen: for many messages in one chat, each member has one open notification with the last
 * text.
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
  const openKeyByUid = await notificationRepository.findFirstOpenKeys(uids, { kind, route, aboutKey });
  const newNotifications = [...new Set(uids)].map((uid) => ({
    uid,
    notification: { key: openKeyByUid.get(uid) ?? randomKey(), closed: false, sent, kind, title, text, route },
  }));
  const nullableAboutUid = aboutUid ?? null;
  // Replaces all notifications in one statement, so that sending a message to a chat with many members stays fast.
  if (openKeyByUid.size > 0)
    await notificationRepository.replace([...openKeyByUid.values()], { title, text, sent, about: nullableAboutUid });
  await notificationRepository.insertAll(
    newNotifications.filter(({ uid }) => !openKeyByUid.has(uid)),
    nullableAboutUid,
    aboutKey,
  );
  for (const { uid, notification } of newNotifications) recordOpenNotification(tx, uid, notification);
};

/**
 * Closes a user's open notifications of this kind that have this `aboutKey` and lead to this screen, in the transaction
 * that makes them obsolete.
 */
export const closeNotifications = async (
  tx: NotificationTransaction,
  { at: closedAt, ...closing }: Pick<NewNotification, 'uid' | 'kind' | 'route' | 'aboutKey'> & { readonly at: number },
): Promise<void> => {
  const notificationRepository = createNotificationRepository(tx.knex);
  const { uid } = closing;
  const openNotificationKeys = await notificationRepository.findOpenKeys(closing);
  for (const closedKey of await notificationRepository.closeOpenOf(uid, { keys: openNotificationKeys, at: closedAt }))
    tx.record(userLogName(uid), { kind: 'del', collection: 'notifications', key: closedKey });
};

/**
 * Closes all open notifications that name the person `aboutUid` and have this `aboutKey`; null matches notifications
 * that have none. Returns the closed notifications.
 */
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

/**
 * Closes the open notifications in which a user and each of `otherUids` name each other, after one has blocked the
 * other.
 */
export const closeNotificationsBetween = async (
  tx: NotificationTransaction,
  uid: string,
  otherUids: readonly string[],
  closingCriteria: { readonly kinds: readonly Notification['kind'][]; readonly closedAt: number },
): Promise<void> => {
  for (const closedNotification of await createNotificationRepository(tx.knex).closeOpenBetween(
    uid,
    otherUids,
    closingCriteria,
  ))
    tx.record(userLogName(closedNotification.uid), {
      kind: 'del',
      collection: 'notifications',
      key: closedNotification.key,
    });
};

/** Deletes the notifications that quote a text which its author `aboutUid` has removed. */
export const removeNotificationTexts = async (
  tx: NotificationTransaction,
  uids: readonly string[],
  removedNotification: { readonly aboutUid: string } & Pick<NewNotification, 'kind' | 'route' | 'text'>,
): Promise<void> => {
  const changedRows = await createNotificationRepository(tx.knex).removeByText(uids, {
    about: removedNotification.aboutUid,
    kind: removedNotification.kind,
    route: removedNotification.route,
    text: removedNotification.text,
  });
  for (const { uid, key } of changedRows)
    tx.record(userLogName(uid), { kind: 'del', collection: 'notifications', key });
};
