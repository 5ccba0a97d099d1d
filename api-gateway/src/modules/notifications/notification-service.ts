import { closeNotifications, getNotifications, meTopic, ok } from '@mahlzeit/contract';
import type { Notification } from '@mahlzeit/contract';
import { everybodyMayRead, route, userLogName } from '../../platform';
import type { BoundRoute, Clock, Database, PeriodicJob, TopicSource } from '../../platform';
import type { OnPersonChanged } from '../identity';
import { closeNotificationsAbout } from './notify';
import { createNotificationRepository } from './notification-repository';

/**
 * Creates the function that closes notifications that name a user who deletes their account (A09). Notifications with
 * an `aboutKey` stay open: the module that sent them closes them.
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

/** Service with which users read and close their own notifications. */
interface NotificationService {
  listOpen(uid: string): Promise<Notification[]>;
  /**
   * Closes those notifications among `keys` that belong to the user and are open, and removes them from the user's open
   * pages.
   */
  close(uid: string, keys: readonly string[]): Promise<void>;
}

/** Creates the service that the notification routes call. */
export const createNotificationService = ({ database, clock }: NotificationDeps): NotificationService => ({
  listOpen: (uid) => createNotificationRepository(database.knex).findOpenOf(uid),

  close: (uid, notificationKeys) =>
    database.write(async (tx) => {
      const closedNotificationKeys = await createNotificationRepository(tx.knex).closeOpenOf(uid, {
        keys: notificationKeys,
        at: clock.now(),
      });
      for (const closedKey of closedNotificationKeys)
        tx.record(userLogName(uid), { kind: 'del', collection: 'notifications', key: closedKey });
    }),
});

/** Source of a user's open notifications in the live topic `me`. Anonymous users have no notifications. */
export const notificationSource: TopicSource = {
  pattern: meTopic,
  logName: ({ uid }) => userLogName(uid),
  mayRead: everybodyMayRead,

  async snapshot({ uid }, _param, knex) {
    const openNotifications = await createNotificationRepository(knex).findOpenOf(uid);
    return openNotifications.map((value) => ({ collection: 'notifications', key: value.key, value }));
  },
};

const CLEANUP_INTERVAL_MS = 15 * 60_000;

/** Time in milliseconds for which closed notifications stay stored, in case a user asks about a recent notification. */
export const CLOSED_RETENTION_MS = 30 * 24 * 60 * 60_000;

/**
 * Number of notifications that one transaction deletes. It is small, so that no request waits long for the transaction.
 */
const CLEANUP_BATCH_SIZE = 500;

/** Creates the job that deletes notifications which were closed more than `CLOSED_RETENTION_MS` ago. */
export const createNotificationCleanup = ({ database, clock }: NotificationDeps): PeriodicJob => ({
  name: 'notifications/cleanup',
  everyMs: CLEANUP_INTERVAL_MS,
  clock: 'domain',
  run: () =>
    database.write((tx) =>
      createNotificationRepository(tx.knex).removeClosed({
        before: clock.now() - CLOSED_RETENTION_MS,
        limit: CLEANUP_BATCH_SIZE,
      }),
    ),
});

/** Creates the routes with which users read and close their own notifications. */
export const notificationRoutes = (notificationService: NotificationService): readonly BoundRoute[] => [
  route(getNotifications, async ({ session }) => ok(await notificationService.listOpen(session.uid))),

  route(closeNotifications, async ({ session, body }) => {
    await notificationService.close(session.uid, body.keys);
    return ok({});
  }),
];
