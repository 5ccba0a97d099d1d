import { chatTopic } from '@mahlzeit/contract';
import { forgetChanges } from '../../platform';
import type { JobQueue, PersonalDataProvider } from '../../platform';
import { presentMessage } from './chat-presenter';
import { createChatRepository } from './chat-repository';
import { createMessageRepository } from './message-repository';
import { removePersonFromChats } from './person-updates';

/**
 * Personal data of the chat module. An erasure removes the texts of a user, but the uid stays a member for the other
 * members.
 */
export const createChatPersonalData = (jobs: JobQueue): PersonalDataProvider => ({
  name: 'chats',
  personalTables: {
    chat: ['people'],
    chat_participant: ['chat_key', 'uid'],
    chat_message: ['chat_key', 'author', 'content', 'content_id', 'client_key'],
    chat_read: ['chat_key', 'uid'],
  },
  impersonalTables: [],

  async export(knex, { uid }) {
    const messages = createMessageRepository(knex);
    return {
      chats: await createChatRepository(knex).listAllKeysOf(uid),
      messages: (await messages.listByAuthor(uid)).map((message) => {
        const { key, chatKey, content, contentId, timestamp } = presentMessage(message);
        return { key, chatKey, content, contentId, timestamp };
      }),
      read: await messages.listReadsOf(uid),
    };
  },

  async erase(tx, { uid }) {
    const messages = createMessageRepository(tx.knex);
    await messages.emptyMessagesOf(uid);
    await messages.removeReadsOf(uid);
    for (const key of await createChatRepository(tx.knex).removeChatsWithoutOtherAccounts(uid))
      await forgetChanges(tx.knex, chatTopic(key));
    await removePersonFromChats(tx, jobs, uid);
  },
});
