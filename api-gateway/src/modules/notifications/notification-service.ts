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

/** What somebody is told, and where it leads. */
export interface Notice extends Pick<Notification, 'kind' | 'title' | 'text' | 'route' | 'sent'> {
  /** Who is told: somebody with an account. */
  readonly uid: string;
  /**
   * The person of whom it speaks: while something of the same kind about them is open, `notify` tells nothing. Absent:
   * nobody.
   */
  readonly aboutUid?: string;
  /**
   * The thing of which it speaks, where many of a kind lead to one route: it takes the place of what is open about the
   * same thing, and is closed with it.
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

/** Tells a user something inside the write that brings it about, so that the two are kept together or not at all. */
export const notify = async (tx: NoticeTransaction, notice: Notice): Promise<void> => {
  const { uid, aboutUid, kind } = notice;
  if (aboutUid !== undefined && (await createNotificationRepository(tx.knex).hasOpenAbout(uid, aboutUid, kind))) return;
  await add(tx, notice);
};

/**
 * Tells several people the same in the place of what is open, of the same kind, leads to the same route and speaks of
 * the same thing: of many messages of a chat each has one open notification, with the last one's text.
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
  const told = [...new Set(uids)].map((uid) => ({
    uid,
    notification: { key: open.get(uid) ?? randomKey(), closed: false, sent, kind, title, text, route },
  }));
  const about = aboutUid ?? null;
  // All at once: a message must not take longer for each who hears of it.
  if (open.size > 0) await stored.replace([...open.values()], { title, text, sent, about });
  await stored.insertAll(
    told.filter(({ uid }) => !open.has(uid)),
    about,
    aboutKey,
  );
  for (const { uid, notification } of told) recordOpen(tx, uid, notification);
};

/** Closes what is open of a kind and leads to a route, inside the write in which it was seen to. */
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

/**
 * Closes what is open and speaks of somebody and of that thing, or of none (null), whoever was told it, and returns
 * what it was.
 */
export const closeNoticesAbout = async (
  tx: NoticeTransaction,
  { aboutUid, aboutKey, at }: { readonly aboutUid: string; readonly aboutKey: string | null; readonly at: number },
): Promise<ClosedNotice[]> => {
  const closed = await createNotificationRepository(tx.knex).closeOpenAbout(aboutUid, { aboutKey, at });
  for (const { uid, key } of closed) tx.record(userLogName(uid), { kind: 'del', collection: 'notifications', key });
  return closed;
};

/**
 * Closes what somebody and these others were told of each other: whoever blocks, or is blocked, hears nothing more of
 * it.
 */
export const closeNoticesBetween = async (
  tx: NoticeTransaction,
  uid: string,
  others: readonly string[],
  closing: { readonly kinds: readonly Notification['kind'][]; readonly at: number },
): Promise<void> => {
  for (const closed of await createNotificationRepository(tx.knex).closeOpenBetween(uid, others, closing))
    tx.record(userLogName(closed.uid), { kind: 'del', collection: 'notifications', key: closed.key });
};

/** Forgets what these people were told in the words of somebody, which are taken away. */
export const forgetNotices = async (
  tx: NoticeTransaction,
  uids: readonly string[],
  words: { readonly aboutUid: string } & Pick<Notice, 'kind' | 'route' | 'text'>,
): Promise<void> => {
  const open = await createNotificationRepository(tx.knex).removeWords(uids, {
    about: words.aboutUid,
    kind: words.kind,
    route: words.route,
    text: words.text,
  });
  for (const { uid, key } of open) tx.record(userLogName(uid), { kind: 'del', collection: 'notifications', key });
};

/** Closes what names somebody who leaves (A09); what speaks of a thing as well is up to whoever told it. */
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
  /** Closes those of these that are the user's own and open; their open pages lose them. */
  close(uid: string, keys: readonly string[]): Promise<void>;
}

/** Reads and closes notifications. */
export const createNotificationService = ({ database, clock }: NotificationDeps): NotificationService => ({
  listOpen: (uid) => createNotificationRepository(database.knex).findOpenOf(uid),

  close: (uid, keys) =>
    database.write(async (tx) => {
      const closed = await createNotificationRepository(tx.knex).closeOpenOf(uid, { keys, at: clock.now() });
      for (const key of closed) tx.record(userLogName(uid), { kind: 'del', collection: 'notifications', key });
    }),
});

/** Open notifications in the topic `me`; a visitor has none. */
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

/** How long a closed notification is kept: long enough to ask what somebody was told lately. */
export const CLOSED_RETENTION_MS = 30 * 24 * 60 * 60_000;

/** Few enough that no request waits behind one cleanup. */
const BATCH = 500;

/** Forgets what was closed long ago; nobody is shown it any more. */
export const createNotificationCleanup = ({ database, clock }: NotificationDeps): Worker => ({
  name: 'notifications/cleanup',
  everyMs: EVERY_MS,
  run: () =>
    database.write((tx) =>
      createNotificationRepository(tx.knex).removeClosed({ before: clock.now() - CLOSED_RETENTION_MS, limit: BATCH }),
    ),
});

/** What this module stores of a user. */
export const notificationPersonalData: PersonalDataProvider = {
  name: 'notifications',
  personalTables: { notification: ['uid', 'about_uid', 'title', 'text', 'route'] },
  impersonalTables: [],
  export: (knex, { uid }) => createNotificationRepository(knex).findAllOf(uid),
  async erase(tx, { uid }) {
    const notifications = createNotificationRepository(tx.knex);
    await notifications.removeAllOf(uid);
    // Others were told their name.
    for (const open of await notifications.removeAbout(uid))
      tx.record(userLogName(open.uid), { kind: 'del', collection: 'notifications', key: open.key });
  },
};

/** The routes of the user's own notifications. */
export const notificationRoutes = (notifications: NotificationService): readonly BoundRoute[] => [
  route(getNotifications, async ({ session }) => ok(await notifications.listOpen(session.uid))),

  route(closeNotifications, async ({ session, body }) => {
    await notifications.close(session.uid, body.keys);
    return ok({});
  }),
];
