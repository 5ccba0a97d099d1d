import { closeNotifications, getNotifications, meTopic, ok } from '@mahlzeit/contract';
import type { Notification } from '@mahlzeit/contract';
import { everybody, route, userLogName } from '../../platform';
import type { BoundRoute, Clock, Database, TopicSource, Worker } from '../../platform';
import type { OnPersonChanged } from '../identity';
import { closeNotificationsAbout } from './notify';
import { createNotificationRepository } from './notification-repository';

/**
 * Closes notifications that name a user who leaves (A09). Notifications about a thing are up to the module that sent
 * them.
 */
export const closeNotificationsOfLeaver =
  (clock: Pick<Clock, 'now'>): OnPersonChanged =>
  async (tx, { uid, before, after }) => {
    if (after.isDeleted && !before.isDeleted)
      await closeNotificationsAbout(tx, { aboutUid: uid, aboutKey: null, at: clock.now() });
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
      const closedKeys = await createNotificationRepository(tx.knex).closeOpenOf(uid, { keys, at: clock.now() });
      for (const key of closedKeys) tx.record(userLogName(uid), { kind: 'del', collection: 'notifications', key });
    }),
});

/** Open notifications in the topic `me`; anonymous users have none. */
export const notificationSource: TopicSource = {
  pattern: meTopic,
  logName: ({ uid }) => userLogName(uid),
  mayRead: everybody,

  async snapshot({ uid }, _param, knex) {
    const openNotifications = await createNotificationRepository(knex).findOpenOf(uid);
    return openNotifications.map((value) => ({ collection: 'notifications', key: value.key, value }));
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

/** Routes of a user's own notifications. */
export const notificationRoutes = (notifications: NotificationService): readonly BoundRoute[] => [
  route(getNotifications, async ({ session }) => ok(await notifications.listOpen(session.uid))),

  route(closeNotifications, async ({ session, body }) => {
    await notifications.close(session.uid, body.keys);
    return ok({});
  }),
];
