import { meTopic } from '@mahlzeit/contract';
import { userLogName } from '../../platform';
import type { TopicSource } from '../../platform';
import { findOpenNotifications } from './notification-repository';

/** Open notifications in the topic `me`; a visitor has none. */
export const notificationSource: TopicSource = {
  pattern: meTopic,
  logName: ({ uid }) => userLogName(uid),
  mayRead: async () => true,

  async snapshot({ uid }, _param, knex) {
    const open = await findOpenNotifications(knex, uid);
    return open.map((value) => ({ collection: 'notifications', key: value.key, value }));
  },
};
