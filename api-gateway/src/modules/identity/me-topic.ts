import { meTopic } from '@mahlzeit/contract';
import { userLogName } from '../../platform';
import type { TopicSource } from '../../platform';
import { createSessionRepository } from './session-repository';
import { presentUser } from './user-presenter';
import { createUserRepository } from './user-repository';

/** The user document in the topic `me`, for visitors too. */
export const userSource: TopicSource = {
  pattern: meTopic,
  logName: (session) => userLogName(session.uid),

  async mayRead(session, _param, knex) {
    const stored = await createSessionRepository(knex).find(session.sessionId);
    return stored !== null && stored.endedAt === null;
  },

  async snapshot(session, _param, knex) {
    const user = await createUserRepository(knex).find(session.uid);
    return user === null ? [] : [{ collection: 'user', key: user.uid, value: presentUser(user) }];
  },
};
