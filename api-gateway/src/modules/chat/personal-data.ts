import { chatTopic } from '@mahlzeit/contract';
import { forgetChanges } from '../../platform';
import type { JobQueue, PersonalDataProvider } from '../../platform';
import { presentMessage } from './chat-presenter';
import { createChatRepository } from './chat-repository';
import { createMessageRepository } from './message-repository';
import { removePersonFromChats } from './person-updates';

/**
 * Personal data of the chat module. An erasure removes a user's texts, but the uid stays in the list of members for the
 * other members.
 */
export const createChatPersonalData = (jobs: JobQueue): PersonalDataProvider => ({
  name: 'chats',
  personalTables: {
    chat: {
      purpose: 'chats of two or more people',
      kept: 'as long as one of them has an account',
      deletedBy: [],
      columns: {
        people: { omittedBecause: 'the uids of the participants, by which a chat of the same people is found' },
      },
    },
    chat_participant: {
      purpose: 'who reads and writes in a chat',
      kept: 'as long as the chat; a person until the erasure',
      deletedBy: ['identity/erasure'],
      columns: { chat_key: 'chats.chats', uid: 'chats.chats' },
    },
    chat_message: {
      purpose: 'what people write to each other',
      kept: 'as long as the chat; without its content from the erasure of its author on',
      deletedBy: ['identity/erasure'],
      columns: {
        chat_key: 'chats.messages[].chatKey',
        author: { omittedBecause: 'the uid, which the user document has' },
        content: 'chats.messages[].content',
        content_id: 'chats.messages[].contentId',
        client_key: { omittedBecause: 'a random key without meaning' },
      },
    },
    chat_read: {
      purpose: 'which messages a person has read, so that the number of new ones is the same on each device',
      kept: 'as long as the chat; a person until the erasure',
      deletedBy: ['identity/erasure'],
      columns: { chat_key: 'chats.read[].chatKey', uid: 'chats.read[].chatKey' },
    },
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
