import { chatTopic, ChatMessage, type ServerFrame } from '@mahlzeit/contract';
import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { userLogName } from '../../../platform';
import { readHead } from '../../../platform/database/change-log';
import { connectLive, type LiveTestClient } from '../../../platform/testing/live-test-client';
import { testGateways, type TestGateway } from '../../../platform/testing/test-gateway';
import { befriend, join, type Companion } from '../testing/company';
import { CHAT_WINDOW } from './chat-records';
import { seedChats } from './seed-chats';

jest.setTimeout(180_000);

const isChatTopic = (topic: string): boolean => topic.startsWith('chat/');

interface Held {
  cursor: string | null;
  readonly items: Map<string, unknown>;
}

/** What a page remembers over connections: each topic with its cursor. */
const createPage = (gateway: TestGateway, person: Companion, topics: readonly string[]) => {
  const held = new Map<string, Held>(topics.map((topic) => [topic, { cursor: null, items: new Map() }]));
  const breaks: string[] = [];
  let connection: LiveTestClient | null = null;
  let applied = 0;

  const seqOf = (cursor: string | null): number => Number(cursor?.split('.')[1]);

  const apply = (frame: ServerFrame): void => {
    if (frame.op === 'err') breaks.push(JSON.stringify(frame));
    if (frame.op !== 'snap' && frame.op !== 'delta') return;
    const topic = held.get(frame.id);
    if (topic === undefined) return;
    if (frame.op === 'snap') {
      topic.items.clear();
      for (const { collection, key, value } of frame.items) topic.items.set(`${collection}/${key}`, value);
    } else {
      // Numbers without gaps: a delta that repeats or skips anything has the wrong count.
      if (seqOf(frame.cursor) - seqOf(topic.cursor) !== frame.ops.length) breaks.push(`${frame.id}: ${topic.cursor} -> ${frame.cursor} with ${frame.ops.length} ops`);
      for (const op of frame.ops) {
        if (op.kind === 'put') topic.items.set(`${op.collection}/${op.key}`, op.value);
        else topic.items.delete(`${op.collection}/${op.key}`);
      }
    }
    topic.cursor = frame.cursor;
  };

  const pump = (): void => {
    for (; connection !== null && applied < connection.frames.length; applied += 1) {
      const frame = connection.frames[applied];
      if (frame !== undefined) apply(frame);
    }
  };

  const page = {
    breaks,
    isConnected: () => connection !== null,
    cursorOf: (topic: string) => held.get(topic)?.cursor ?? null,
    cut(): void {
      pump();
      connection?.cut();
      connection = null;
      applied = 0;
    },
    async connect(): Promise<void> {
      page.cut();
      connection = await connectLive(gateway.url, { token: person.idToken });
      for (const [topic, { cursor }] of held) connection.say({ op: 'sub', id: topic, topic, ...(cursor === null ? {} : { cursor }) });
    },
    /** Everything that was sent by now has arrived. */
    async arrive(): Promise<void> {
      if (connection === null) return;
      connection.say({ op: 'ping' });
      await connection.next('pong');
      pump();
    },
    /** What is shown: of messages the window alone, as the client keeps it. */
    view(topic: string): Record<string, unknown> {
      const entries = [...(held.get(topic)?.items ?? [])];
      const messages = entries.filter(([key]) => key.startsWith('messages/')).map(([key, value]) => [key, ChatMessage.parse(value)] as const).sort(([, a], [, b]) => b.timestamp - a.timestamp);
      const shown = [...entries.filter(([key]) => !key.startsWith('messages/')), ...messages.slice(0, CHAT_WINDOW)];
      return Object.fromEntries(shown.sort(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
  return page;
};

type Page = ReturnType<typeof createPage>;

interface Model {
  readonly gateway: TestGateway;
  readonly people: readonly Companion[];
  readonly pages: readonly Page[];
  readonly chats: readonly { readonly key: string; readonly people: readonly number[] }[];
  /** `a>b`: a blocks b. */
  readonly blocks: Set<string>;
  /** `chat author clientKey` of all that was taken. */
  readonly said: Set<string>;
  readonly pending: Promise<void>[];
}

const who = fc.nat({ max: 2 });
const chat = fc.nat({ max: 3 });
const commands = fc.array(fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('say' as const), who, chat, name: fc.nat({ max: 9 }), waits: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('read' as const), who, chat, back: fc.nat({ max: 6 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('block' as const, 'unblock' as const), who, other: who }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('connect' as const, 'cut' as const, 'arrive' as const), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), who, name: fc.nat({ max: 9 }) }) },
), { minLength: 10, maxLength: 45 });

type Command = typeof commands extends fc.Arbitrary<(infer C)[]> ? C : never;

describe('chats under chance', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let runs = 0;

  beforeAll(async () => {
    gateway = await gateways.start();
  });

  const isBlocked = ({ blocks, chats }: Model, index: number): boolean => {
    const [a, b, ...more] = chats[index]?.people ?? [];
    return more.length === 0 && (blocks.has(`${a}>${b}`) || blocks.has(`${b}>${a}`));
  };

  const say = async (model: Model, command: Extract<Command, { kind: 'say' }>): Promise<void> => {
    const [person, place] = [model.people[command.who], model.chats[command.chat]];
    if (person === undefined || place === undefined) return;
    const said = `${place.key} ${person.uid} k${command.name}`;
    const isIn = place.people.includes(command.who);
    const expected = !isIn ? 404 : model.said.has(said) || !isBlocked(model, command.chat) ? 200 : 403;
    if (expected === 200) model.said.add(said);
    const { status } = await person.call('POST', `/api/chat/${place.key}/messages`, { content: `Nachricht ${command.name}`, clientKey: `k${command.name}` });
    expect([command, status]).toEqual([command, expected]);
  };

  const read = async ({ people, chats }: Model, { who: index, chat: place, back }: Extract<Command, { kind: 'read' }>): Promise<void> => {
    const [person, key] = [people[index], chats[place]?.key];
    if (person === undefined || key === undefined || chats[place]?.people.includes(index) !== true) return;
    const message = (await person.messages(key))[back];
    if (message !== undefined) expect((await person.call('PUT', `/api/chat/${key}/read`, { messageKey: message.key })).status).toBe(200);
  };

  const perform = async (model: Model, command: Command): Promise<void> => {
    const { people, pages, blocks, pending } = model;
    const [person, page] = [people[command.who], pages[command.who]];
    if (person === undefined || page === undefined) return;
    switch (command.kind) {
      case 'say': {
        const saying = say(model, command);
        pending.push(saying);
        if (command.waits) await saying;
        return;
      }
      case 'read': return read(model, command);
      case 'connect': case 'cut': case 'arrive': await page[command.kind](); return;
      case 'rename':
        await person.call('PATCH', '/api/users/me', { displayName: `Name ${command.name}` });
        return;
      case 'block': case 'unblock': {
        const other = people[command.other];
        if (other === undefined || other === person) return;
        // What is on its way is said before.
        await Promise.all(pending.splice(0));
        expect((await person.call('PATCH', `/api/users/${command.kind}`, { users: [other.uid] })).status).toBe(200);
        if (command.kind === 'block') blocks.add(`${command.who}>${command.other}`);
        else blocks.delete(`${command.who}>${command.other}`);
      }
    }
  };

  const topicsOf = (chats: Model['chats'], index: number): string[] => ['me', ...chats.filter(({ people }) => people.includes(index)).map(({ key }) => chatTopic(key))];

  /** Three people with a chat of each two and one of all, the last of them almost full of history. */
  const begin = async (): Promise<Model> => {
    runs += 1;
    const people = [await join(gateway, `anna${runs}`), await join(gateway, `ben${runs}`), await join(gateway, `cem${runs}`)];
    await befriend(gateway, people);
    const members = [[0, 1], [0, 2], [1, 2], [0, 1, 2]];
    const chats = members.map((indexes, index) => ({ key: `model-${runs}-${index}`, people: indexes }));
    const now = gateway.clock.now();
    await gateway.database.write(({ knex }) => seedChats(knex, chats.map(({ key, people: indexes }) => ({
      key,
      uids: indexes.map((index) => people[index]?.uid ?? ''),
      createdAt: now - 1000,
      messages: indexes.length === 2 ? [] : Array.from({ length: CHAT_WINDOW - 3 }, (_, index) => ({ author: people[index % 3]?.uid ?? '', at: now - 900 + index, said: `Früher ${index}` })),
      read: {},
    }))));
    return { gateway, people, chats, pages: people.map((person, index) => createPage(gateway, person, topicsOf(chats, index))), blocks: new Set(), said: new Set(), pending: [] };
  };

  const settle = async ({ people, pages, chats }: Model): Promise<void> => {
    for (const [index, page] of pages.entries()) {
      for (const topic of topicsOf(chats, index)) {
        const { epoch, seq } = await readHead(gateway.database.knex, isChatTopic(topic) ? topic : userLogName(people[index]?.uid ?? ''));
        for (let round = 0; page.cursorOf(topic) !== `${epoch}.${seq}`; round += 1) {
          if (round > 500) throw new Error(`${topic} is at ${page.cursorOf(topic)} and not at ${seq}`);
          await page.arrive();
        }
      }
    }
  };

  const storedNames = async ({ chats }: Model): Promise<string[]> => {
    const rows = z.array(z.object({ chat_key: z.string(), author: z.string(), client_key: z.string() }))
      .parse(await gateway.database.knex('chat_message').whereIn('chat_key', chats.map(({ key }) => key)).whereNotNull('client_key').select('chat_key', 'author', 'client_key'));
    return rows.map(({ chat_key, author, client_key }) => `${chat_key} ${author} ${client_key}`);
  };

  it('let every page end with what a fresh one is shown, each message stored and each change applied once', async () => {
    await fc.assert(fc.asyncProperty(commands, async (sequence) => {
      const model = await begin();
      for (const page of model.pages) await page.connect();
      for (const command of sequence) await perform(model, command);
      await Promise.all(model.pending);
      const fresh = model.people.map((person, index) => createPage(gateway, person, topicsOf(model.chats, index)));
      // Those who are away come back, the others go on.
      for (const page of model.pages) if (!page.isConnected()) await page.connect();
      for (const page of fresh) await page.connect();
      await settle(model);
      await settle({ ...model, pages: fresh });
      for (const [index, page] of model.pages.entries()) {
        expect(page.breaks).toEqual([]);
        for (const topic of topicsOf(model.chats, index)) expect(page.view(topic)).toEqual(fresh[index]?.view(topic));
      }
      expect((await storedNames(model)).sort()).toEqual([...model.said].sort());
      for (const page of [...model.pages, ...fresh]) page.cut();
    }), { numRuns: 25 });
  });
});
