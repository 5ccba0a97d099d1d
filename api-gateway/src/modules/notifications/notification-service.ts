import { closeNotifications, getNotifications, meTopic, ok } from '@mahlzeit/contract';
import type { Notification } from '@mahlzeit/contract';
import { everybody, randomKey, route, userLogName } from '../../platform';
import type {
  BoundRoute,
  Clock,
  Database,
  PersonalDataProvider,
  TopicSource,
  Worker,
  WriteTransaction,
} from '../../platform';
import type { OnPersonChanged } from '../identity';
import { createNotificationRepository } from './notification-repository';
import type { ClosedNotice } from './notification-repository';

/** A notification to send, with the route that it opens. */
export interface Notice extends Pick<Notification, 'kind' | 'title' | 'text' | 'route' | 'sent'> {
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

type NoticeTransaction = Pick<WriteTransaction, 'knex' | 'record'>;

const recordOpen = (tx: NoticeTransaction, uid: string, notification: Notification): void =>
  tx.record(userLogName(uid), { kind: 'put', collection: 'notifications', key: notification.key, value: notification });

const add = async (
  tx: NoticeTransaction,
  { uid, aboutUid, aboutKey, kind, title, text, route, sent }: Notice,
): Promise<void> => {
  const notification: Notification = { key: randomKey(), closed: false, sent, kind, title, text, route };
  await createNotificationRepository(tx.knex).insert(uid, notification, aboutUid ?? null, aboutKey ?? null);
  recordOpen(tx, uid, notification);
};

/** Notifies a user in the caller's transaction, so that the notification and its cause commit together. */
export const notify = async (tx: NoticeTransaction, notice: Notice): Promise<void> => {
  const { uid, aboutUid, kind } = notice;
  if (aboutUid !== undefined && (await createNotificationRepository(tx.knex).hasOpenAbout(uid, aboutUid, kind))) return;
  await add(tx, notice);
};

/**
 * Notifies several users and replaces their open notifications of the same kind, route and thing. Of many messages of a
 * chat each member has one open notification, with the last text.
 */
export const notifyInPlace = async (
  tx: NoticeTransaction,
  {
    uids,
    aboutUid,
    aboutKey,
    kind,
    title,
    text,
    route,
    sent,
  }: Omit<Notice, 'uid'> & { readonly uids: readonly string[] },
): Promise<void> => {
  const stored = createNotificationRepository(tx.knex);
  const open = await stored.findFirstOpenKeys(uids, { kind, route, aboutKey });
  const notices = [...new Set(uids)].map((uid) => ({
    uid,
    notification: { key: open.get(uid) ?? randomKey(), closed: false, sent, kind, title, text, route },
  }));
  const about = aboutUid ?? null;
  // In one statement: the number of members must not slow a message down.
  if (open.size > 0) await stored.replace([...open.values()], { title, text, sent, about });
  await stored.insertAll(
    notices.filter(({ uid }) => !open.has(uid)),
    about,
    aboutKey,
  );
  for (const { uid, notification } of notices) recordOpen(tx, uid, notification);
};

/** Closes a user's open notifications of a kind and a route, in the transaction that makes them obsolete. */
export const closeNotices = async (
  tx: NoticeTransaction,
  { at, ...closing }: Pick<Notice, 'uid' | 'kind' | 'route' | 'aboutKey'> & { readonly at: number },
): Promise<void> => {
  const stored = createNotificationRepository(tx.knex);
  const { uid } = closing;
  const keys = await stored.findOpenKeys(closing);
  for (const key of await stored.closeOpenOf(uid, { keys, at }))
    tx.record(userLogName(uid), { kind: 'del', collection: 'notifications', key });
};

/** Closes all open notifications about this person and this thing, or no thing (null). Returns them. */
export const closeNoticesAbout = async (
  tx: NoticeTransaction,
  { aboutUid, aboutKey, at }: { readonly aboutUid: string; readonly aboutKey: string | null; readonly at: number },
): Promise<ClosedNotice[]> => {
  const closed = await createNotificationRepository(tx.knex).closeOpenAbout(aboutUid, { aboutKey, at });
  for (const { uid, key } of closed) tx.record(userLogName(uid), { kind: 'del', collection: 'notifications', key });
  return closed;
};

/** Closes the notifications that a user and these others have about each other, after a block. */
export const closeNoticesBetween = async (
  tx: NoticeTransaction,
  uid: string,
  others: readonly string[],
  closing: { readonly kinds: readonly Notification['kind'][]; readonly at: number },
): Promise<void> => {
  for (const closed of await createNotificationRepository(tx.knex).closeOpenBetween(uid, others, closing))
    tx.record(userLogName(closed.uid), { kind: 'del', collection: 'notifications', key: closed.key });
};

/** Deletes notifications with the removed removed of a user. */
export const forgetNotices = async (
  tx: NoticeTransaction,
  uids: readonly string[],
  removed: { readonly aboutUid: string } & Pick<Notice, 'kind' | 'route' | 'text'>,
): Promise<void> => {
  const open = await createNotificationRepository(tx.knex).removeWords(uids, {
    about: removed.aboutUid,
    kind: removed.kind,
    route: removed.route,
    text: removed.text,
  });
  for (const { uid, key } of open) tx.record(userLogName(uid), { kind: 'del', collection: 'notifications', key });
};

/**
 * Closes notifications that name a user who leaves (A09). Notifications about a thing are up to the module that sent
 * them.
 */
export const createNoticePeople =
  (clock: Pick<Clock, 'now'>): OnPersonChanged =>
  async (tx, { uid, before, after }) => {
    if (after.isDeleted && !before.isDeleted)
      await closeNoticesAbout(tx, { aboutUid: uid, aboutKey: null, at: clock.now() });
  };

interface NotificationDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** A user's own notifications. */
interface NotificationService {
  listOpen(uid: string): Promise<Notification[]>;
  /** Closes those of these notifications that are the user's own and open, on their open pages as well. */
  close(uid: string, keys: readonly string[]): Promise<void>;
}

/** Creates the service behind the notification routes. */
export const createNotificationService = ({ database, clock }: NotificationDeps): NotificationService => ({
  listOpen: (uid) => createNotificationRepository(database.knex).findOpenOf(uid),

  close: (uid, keys) =>
    database.write(async (tx) => {
      const closed = await createNotificationRepository(tx.knex).closeOpenOf(uid, { keys, at: clock.now() });
      for (const key of closed) tx.record(userLogName(uid), { kind: 'del', collection: 'notifications', key });
    }),
});

/** Open notifications in the topic `me`; anonymous users have none. */
export const notificationSource: TopicSource = {
  pattern: meTopic,
  logName: ({ uid }) => userLogName(uid),
  mayRead: everybody,

  async snapshot({ uid }, _param, knex) {
    const open = await createNotificationRepository(knex).findOpenOf(uid);
    return open.map((value) => ({ collection: 'notifications', key: value.key, value }));
  },
};

const EVERY_MS = 15 * 60_000;

/** Time for which closed notifications are stored, for questions about recent ones. */
export const CLOSED_RETENTION_MS = 30 * 24 * 60 * 60_000;

/** Limit of one transaction, so that no request waits behind it. */
const BATCH = 500;

/** Deletes notifications that were closed long ago. */
export const createNotificationCleanup = ({ database, clock }: NotificationDeps): Worker => ({
  name: 'notifications/cleanup',
  everyMs: EVERY_MS,
  run: () =>
    database.write((tx) =>
      createNotificationRepository(tx.knex).removeClosed({ before: clock.now() - CLOSED_RETENTION_MS, limit: BATCH }),
    ),
});

/** Personal data of notifications. */
export const notificationPersonalData: PersonalDataProvider = {
  name: 'notifications',
  personalTables: { notification: ['uid', 'about_uid', 'title', 'text', 'route'] },
  impersonalTables: [],
  export: (knex, { uid }) => createNotificationRepository(knex).findAllOf(uid),
  async erase(tx, { uid }) {
    const notifications = createNotificationRepository(tx.knex);
    await notifications.removeAllOf(uid);
    // Notifications of others contain the user's name.
    for (const open of await notifications.removeAbout(uid))
      tx.record(userLogName(open.uid), { kind: 'del', collection: 'notifications', key: open.key });
  },
};

/** Routes of a user's own notifications. */
export const notificationRoutes = (notifications: NotificationService): readonly BoundRoute[] => [
  route(getNotifications, async ({ session }) => ok(await notifications.listOpen(session.uid))),

  route(closeNotifications, async ({ session, body }) => {
    await notifications.close(session.uid, body.keys);
    return ok({});
  }),
];
