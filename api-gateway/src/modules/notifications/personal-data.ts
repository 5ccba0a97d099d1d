import { userLogName } from '../../platform';
import type { PersonalDataProvider } from '../../platform';
import { createNotificationRepository } from './notification-repository';

/** Export and erasure of a user's notifications. */
export const notificationPersonalData: PersonalDataProvider = {
  name: 'notifications',
  personalTables: { notification: ['uid', 'about_uid', 'title', 'text', 'route'] },
  impersonalTables: [],
  export: (knex, { uid }) => createNotificationRepository(knex).findAllOf(uid),
  async erase(tx, { uid }) {
    const notifications = createNotificationRepository(tx.knex);
    await notifications.removeAllOf(uid);
    // Other users' notifications that name the erased user are deleted, too.
    for (const openNotification of await notifications.removeAbout(uid))
      tx.record(userLogName(openNotification.uid), {
        kind: 'del',
        collection: 'notifications',
        key: openNotification.key,
      });
  },
};
