import type { Notification } from '@mahlzeit/contract';
import { userLogName } from '../../platform';
import type { Clock, Database } from '../../platform';
import { closeOpenNotifications, findOpenNotifications } from './notification-repository';

/** What notifications are read and closed with. */
export interface NotificationServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** A user's own notifications. */
export interface NotificationService {
  listOpen(uid: string): Promise<Notification[]>;
  /** Closes those of these that are the user's own and open; their open pages lose them. */
  close(uid: string, keys: readonly string[]): Promise<void>;
}

/** Reads and closes notifications. */
export const createNotificationService = ({ database, clock }: NotificationServiceDeps): NotificationService => ({
  listOpen: (uid) => findOpenNotifications(database.knex, uid),

  close: (uid, keys) => database.write(async (tx) => {
    const closed = await closeOpenNotifications(tx.knex, uid, { keys, at: clock.now() });
    for (const key of closed) tx.record(userLogName(uid), { kind: 'del', collection: 'notifications', key });
  }),
});
