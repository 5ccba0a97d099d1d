import { userLogName } from '../../platform';
import type { PersonalDataProvider } from '../../platform';
import { createNotificationRepository } from './notification-repository';

/** Export and erasure of a user's notifications. */
export const notificationPersonalData: PersonalDataProvider = {
  name: 'notifications',
  personalTables: {
    notification: {
      purpose: 'news of others, which the user has not seen yet',
      kept: '30 days after the user has closed it, at most until the erasure',
      deletedBy: ['notifications/cleanup', 'identity/erasure'],
      columns: {
        uid: { omittedBecause: 'the uid, which the user document has' },
        about_uid: { omittedBecause: 'the other person, whose erasure deletes the notification' },
        title: 'notifications[].title',
        text: 'notifications[].text',
        route: 'notifications[].route',
      },
    },
  },
  impersonalTables: [],
  export: (knex, { uid }) => createNotificationRepository(knex).findAllOf(uid),
  async erase(tx, { uid }) {
    const notificationRepository = createNotificationRepository(tx.knex);
    await notificationRepository.removeAllOf(uid);
    // Deletes other users' notifications that name the erased user as well.
    for (const openNotification of await notificationRepository.removeAbout(uid))
      tx.record(userLogName(openNotification.uid), {
        kind: 'del',
        collection: 'notifications',
        key: openNotification.key,
      });
  },
};
