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
    const messageRepository = createMessageRepository(knex);
    return {
      chats: await createChatRepository(knex).listAllKeysOf(uid),
      messages: (await messageRepository.listByAuthor(uid)).map((message) => {
        const { key, chatKey, content, contentId, timestamp } = presentMessage(message);
        return { key, chatKey, content, contentId, timestamp };
      }),
      read: await messageRepository.listReadsOf(uid),
    };
  },

  async erase(tx, { uid }) {
    const messageRepository = createMessageRepository(tx.knex);
    await messageRepository.emptyMessagesOf(uid);
    await messageRepository.removeReadsOf(uid);
    for (const chatKey of await createChatRepository(tx.knex).removeChatsWithoutOtherAccounts(uid))
      await forgetChanges(tx.knex, chatTopic(chatKey));
    await removePersonFromChats(tx, jobs, uid);
  },
});
