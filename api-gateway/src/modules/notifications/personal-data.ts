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
    const notificationRepository = createNotificationRepository(tx.knex);
    await notificationRepository.removeAllOf(uid);
    // Other users' notifications that name the erased user are deleted, too.
    for (const openNotification of await notificationRepository.removeAbout(uid))
      tx.record(userLogName(openNotification.uid), {
        kind: 'del',
        collection: 'notifications',
        key: openNotification.key,
      });
  },
};
