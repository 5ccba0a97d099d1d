import type { UserDataHolder } from '../../platform';
import { findNotifications, removeNotificationsOf } from './notification-repository';

/** What this module holds of a user. */
export const notificationData: UserDataHolder = {
  name: 'notifications',
  export: (knex, { uid }) => findNotifications(knex, uid),
  erase: (tx, { uid }) => removeNotificationsOf(tx.knex, uid),
};
