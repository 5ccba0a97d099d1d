import type { PersonalDataProvider } from '../../platform';
import { findNotifications, removeNotificationsOf } from './notification-repository';

/** What this module stores of a user. */
export const notificationPersonalData: PersonalDataProvider = {
  name: 'notifications',
  export: (knex, { uid }) => findNotifications(knex, uid),
  erase: (tx, { uid }) => removeNotificationsOf(tx.knex, uid),
};
