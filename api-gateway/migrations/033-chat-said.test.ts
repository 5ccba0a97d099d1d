import { fixtureNow } from '@mahlzeit/contract/fixtures';
import { seedChats } from '../src/modules/chat';
import { describeOnEachEngine } from '../src/platform/testing/temporary-database';
import * as chatSaid from './033-chat-said';

describeOnEachEngine("chats from before the time of each member's last message was stored", (databaseFactory) => {
  it('get it from their messages', async () => {
    const database = await databaseFactory.open();
    const messages = [
      ['anna', 1],
      ['ben', 2],
      ['anna', 3],
    ] as const;
    const readSaidTimes = () =>
      database.knex('chat_participant').orderBy(['chat_key', 'uid']).select('chat_key', 'uid', 'said_at');
    await database.write(async ({ knex }) => {
      const chat = { createdAt: fixtureNow, read: {} };
      await seedChats(knex, [
        {
          ...chat,
          key: 'a',
          uids: ['anna', 'ben', 'cem'],
          messages: messages.map(([author, writtenAt]) => ({ author, sentAt: writtenAt, content: 'Hallo' })),
        },
        { ...chat, key: 'b', uids: ['anna', 'ben'], messages: [{ author: 'ben', sentAt: 9, content: 'Hallo' }] },
      ]);
      await chatSaid.down(knex);
      await chatSaid.up(knex);
    });
    expect(
      (await readSaidTimes()).map(({ chat_key, uid, said_at }: { chat_key: string; uid: string; said_at: unknown }) => [
        chat_key,
        uid,
        said_at === null ? null : Number(said_at),
      ]),
    ).toEqual([
      ['a', 'anna', 3],
      ['a', 'ben', 2],
      ['a', 'cem', null],
      ['b', 'anna', null],
      ['b', 'ben', 9],
    ]);
  });
});
