import type { Notification } from '@mahlzeit/contract';
import { insertInChunks, readInChunks } from '../../platform';
import type { Connection } from '../../platform';
import { knexOf } from '../../platform/database/knex-of';
import { query, sql } from '../../platform/database/statement';

/**
 * Maximum number of keys in one SQL statement. A request may close more notifications, so its keys are split into
 * parts.
 */
const KEY_BATCH_SIZE = 500;

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
  readonly about_uid: string | null;
  readonly about_key: string | null;
}

const notificationOf = ({ key, kind, title, text, route, sent, closed_at }: NotificationRow): Notification => ({
  key,
  closed: closed_at !== null,
  sent: Number(sent),
  kind,
  title,
  text,
  route,
});

/** A notification that a call of the repository has closed. */
export interface ClosedNotification extends Pick<Notification, 'key' | 'kind'> {
  /** Uid of the user who was notified. */
  readonly uid: string;
}

/** Repository of users' notifications. Closed notifications stay stored until the cleanup deletes them. */
export interface NotificationRepository {
  /**
   * Adds a notification. `aboutUid` is the person whom it names, null for nobody. `aboutKey` is the key of the object
   * that it is about, for example an invitation; null for none.
   */
  insert(uid: string, notification: Notification, aboutUid: string | null, aboutKey?: string | null): Promise<void>;
  /** Adds notifications of several users, all with the same `aboutUid` and `aboutKey`. */
  insertAll(
    notifications: readonly { readonly uid: string; readonly notification: Notification }[],
    aboutUid: string | null,
    aboutKey?: string | null,
  ): Promise<void>;
  /** Checks whether a user has an open notification of this kind that names the person `aboutUid`. */
  hasOpenAbout(uid: string, aboutUid: string, kind: Notification['kind']): Promise<boolean>;
  /** Returns a user's open notifications, the oldest first. */
  findOpenOf(uid: string): Promise<Notification[]>;
  /** Returns all stored notifications of a user, including closed ones. */
  findAllOf(uid: string): Promise<Notification[]>;
  /** Returns the keys of a user's open notifications of this kind that have this `aboutKey` and lead to this screen. */
  findOpenKeys(
    notificationSubject: { readonly uid: string; readonly aboutKey?: string } & Pick<Notification, 'kind' | 'route'>,
  ): Promise<string[]>;
  /**
   * Returns the key of each user's first open notification of this kind that has this `aboutKey` and leads to this
   * screen, by uid. Users without such a notification are absent.
   */
  findFirstOpenKeys(
    uids: readonly string[],
    notificationSubject: { readonly aboutKey?: string } & Pick<Notification, 'kind' | 'route'>,
  ): Promise<ReadonlyMap<string, string>>;
  /** Replaces the texts of open notifications, and the person whom they name. */
  replace(
    keys: readonly string[],
    notificationTexts: Pick<Notification, 'title' | 'text' | 'sent'> & { readonly about: string | null },
  ): Promise<void>;
  /** Closes those notifications among `keys` that belong to the user and are open. Returns their keys. */
  closeOpenOf(uid: string, closing: { readonly keys: readonly string[]; readonly at: number }): Promise<string[]>;
  /**
   * Closes all open notifications that name the person `aboutUid` and have this `aboutKey`; null matches notifications
   * that have none. Returns the closed notifications.
   */
  closeOpenAbout(
    aboutUid: string,
    closing: { readonly aboutKey: string | null; readonly at: number },
  ): Promise<ClosedNotification[]>;
  /**
   * Closes open notifications of these kinds in which the user and each of `otherUids` name each other. Returns the
   * closed notifications.
   */
  closeOpenBetween(
    uid: string,
    otherUids: readonly string[],
    closing: { readonly kinds: readonly Notification['kind'][]; readonly closedAt: number },
  ): Promise<ClosedNotification[]>;
  /**
   * Deletes the notifications of these users that contain this text, including closed ones. Returns those that were
   * open.
   */
  removeByText(
    uids: readonly string[],
    notificationTexts: { readonly about: string } & Pick<Notification, 'kind' | 'route' | 'text'>,
  ): Promise<{ readonly uid: string; readonly key: string }[]>;
  /** Deletes all notifications of a user, including closed ones. */
  removeAllOf(uid: string): Promise<void>;
  /** Deletes all notifications that name a user. Returns those that were open. */
  removeAbout(aboutUid: string): Promise<{ readonly uid: string; readonly key: string }[]>;
  /** Deletes up to `limit` notifications that were closed before `before`. */
  removeClosed(range: { readonly before: number; readonly limit: number }): Promise<void>;
}

/** Creates the repository of notifications on a connection or in a transaction. */
export const createNotificationRepository = (connection: Connection): NotificationRepository => {
  const knex = knexOf(connection);
  const notificationTable = () => knex<NotificationRow>('notification');

  const closeNotificationsByKey = async (uid: string, keys: readonly string[], sentAt: number): Promise<string[]> => {
    const openNotificationRows = await notificationTable()
      .where({ uid, closed_at: null })
      .whereIn('key', [...keys])
      .orderBy('id')
      .select('key');
    const closedNotificationKeys = openNotificationRows.map(({ key }) => key);
    await notificationTable().whereIn('key', closedNotificationKeys).update({ closed_at: sentAt });
    return closedNotificationKeys;
  };

  const insertNotifications: NotificationRepository['insertAll'] = (newNotifications, aboutUid, aboutKey = null) =>
    insertInChunks(
      newNotifications.map(({ uid, notification: { key, kind, title, text, route, sent } }) => ({
        key,
        uid,
        kind,
        title,
        text,
        route,
        sent,
        closed_at: null,
        about_uid: aboutUid,
        about_key: aboutKey,
      })),
      (rowChunk) => notificationTable().insert(rowChunk),
    );

  return {
    insert: (uid, notification, aboutUid, aboutKey) => insertNotifications([{ uid, notification }], aboutUid, aboutKey),
    insertAll: insertNotifications,
    hasOpenAbout: async (uid, aboutUid, notificationKind) =>
      (await notificationTable()
        .where({ uid, about_uid: aboutUid, kind: notificationKind, closed_at: null })
        .first('key')) !== undefined,
    findOpenOf: async (uid) =>
      (await notificationTable().where({ uid, closed_at: null }).orderBy(['sent', 'id'])).map(notificationOf),
    findAllOf: async (uid) => (await notificationTable().where({ uid }).orderBy(['sent', 'id'])).map(notificationOf),
    findOpenKeys: async ({ uid, kind, route, aboutKey = null }) =>
      (
        await notificationTable()
          .where({ uid, kind, route, about_key: aboutKey, closed_at: null })
          .orderBy('id')
          .select('key')
      ).map(({ key }) => key),
    async findFirstOpenKeys(uids, { kind, route, aboutKey = null }) {
      const openNotificationRows = await readInChunks(uids, (uidChunk) =>
        query<Pick<NotificationRow, 'uid' | 'key'>>(
          connection,
          sql`
        select uid, key from notification
        where uid in ${uidChunk} and kind = ${kind} and closed_at is null and route is not distinct from ${route} and about_key is not distinct from ${aboutKey}
        order by id desc`,
        ),
      );
      return new Map(openNotificationRows.map(({ uid, key }) => [uid, key]));
    },
    async replace(keys, { title, text, sent, about: aboutUid }) {
      await query(
        connection,
        sql`update notification set title = ${title}, text = ${text}, sent = ${sent}, about_uid = ${aboutUid} where key in ${keys}`,
      );
    },
    async closeOpenOf(uid, { keys, at }) {
      const closedNotificationKeys: string[] = [];
      for (let batchStart = 0; batchStart < keys.length; batchStart += KEY_BATCH_SIZE)
        closedNotificationKeys.push(
          ...(await closeNotificationsByKey(uid, keys.slice(batchStart, batchStart + KEY_BATCH_SIZE), at)),
        );
      return closedNotificationKeys;
    },
    async closeOpenAbout(aboutUid, { aboutKey, at: closedAt }) {
      const openAboutConditions = { about_uid: aboutUid, about_key: aboutKey, closed_at: null };
      const openNotificationRows = await notificationTable()
        .where(openAboutConditions)
        .orderBy('id')
        .select('uid', 'key', 'kind');
      await notificationTable().where(openAboutConditions).update({ closed_at: closedAt });
      return openNotificationRows.map(({ uid, key, kind }) => ({ uid, key, kind }));
    },
    async closeOpenBetween(uid, otherUids, { kinds, closedAt }) {
      const openNotificationRows = await readInChunks(otherUids, (uidChunk) =>
        notificationTable()
          .whereIn('kind', [...kinds])
          .andWhere({ closed_at: null })
          .andWhere((pairCondition) => {
            void pairCondition
              .where((receivedCondition) => void receivedCondition.where({ uid }).whereIn('about_uid', uidChunk))
              .orWhere(
                (reversedCondition) => void reversedCondition.where({ about_uid: uid }).whereIn('uid', uidChunk),
              );
          })
          .orderBy('id')
          .select('uid', 'key', 'kind'),
      );
      for (let batchStart = 0; batchStart < openNotificationRows.length; batchStart += KEY_BATCH_SIZE) {
        await notificationTable()
          .whereIn(
            'key',
            openNotificationRows.slice(batchStart, batchStart + KEY_BATCH_SIZE).map(({ key }) => key),
          )
          .update({ closed_at: closedAt });
      }
      return openNotificationRows.map((notificationRow) => ({
        uid: notificationRow.uid,
        key: notificationRow.key,
        kind: notificationRow.kind,
      }));
    },
    async removeByText(uids, { about: aboutUid, kind, route, text }) {
      const matchingRows = await notificationTable()
        .whereIn('uid', [...uids])
        .andWhere({ about_uid: aboutUid, kind, route, text })
        .orderBy('id')
        .select('uid', 'key', 'closed_at');
      await notificationTable()
        .whereIn(
          'key',
          matchingRows.map(({ key }) => key),
        )
        .delete();
      return matchingRows.filter(({ closed_at }) => closed_at === null).map(({ uid, key }) => ({ uid, key }));
    },
    async removeAllOf(uid) {
      await notificationTable().where({ uid }).delete();
    },
    async removeAbout(aboutUid) {
      const openNotificationRows = await notificationTable()
        .where({ about_uid: aboutUid, closed_at: null })
        .select('uid', 'key');
      await notificationTable().where({ about_uid: aboutUid }).delete();
      return openNotificationRows;
    },
    async removeClosed({ before, limit }) {
      const closedNotificationRows = await notificationTable()
        .where('closed_at', '<', before)
        .orderBy('closed_at')
        .limit(limit)
        .select('id');
      await notificationTable()
        .whereIn(
          'id',
          closedNotificationRows.map(({ id }) => id),
        )
        .delete();
    },
  };
};
