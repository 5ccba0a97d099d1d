import { fixtureNow } from '@mahlzeit/contract/fixtures';
import { seedChats } from '../src/modules/chat';
import { describeOnEachEngine } from '../src/platform/testing/temporary-database';
import * as chatLists from './045-chat-lists';

describeOnEachEngine('chats from before the lists of their members were stored', (databaseFactory) => {
  it('stay in the lists of all members if they have a message, and leave all lists without one', async () => {
    const database = await databaseFactory.open();
    const chat = { createdAt: fixtureNow, read: {}, uids: ['anna', 'ben'] };
    await database.write(async ({ knex }) => {
      await seedChats(knex, [
        { ...chat, key: 'a', messages: [{ author: 'ben', sentAt: 9, content: 'Hallo' }] },
        { ...chat, key: 'b', uids: ['anna', 'cem'], messages: [] },
      ]);
      await chatLists.down(knex);
      await chatLists.up(knex);
    });
    const participantRows: { chat_key: string; uid: string; is_listed: unknown }[] = await database
      .knex('chat_participant')
      .orderBy(['chat_key', 'uid'])
      .select('chat_key', 'uid', 'is_listed');
    expect(participantRows.map(({ chat_key, uid, is_listed }) => [chat_key, uid, Boolean(is_listed)])).toEqual([
      ['a', 'anna', true],
      ['a', 'ben', true],
      ['b', 'anna', false],
      ['b', 'cem', false],
    ]);
  });
});
