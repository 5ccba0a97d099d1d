import { ChatReference } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { createRestaurantRepository } from './modules/discovery/testing/repositories';
import { register, visit, type Person } from './modules/identity/testing/people';
import { notify } from './modules/notifications';
import { connectLive, type LiveTestClient } from './platform/testing/live-test-client';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';

jest.setTimeout(60_000);

const KINDS = ['noToken', 'expired', 'anonymous', 'unverified', 'verified', 'deleted'] as const;
type Kind = (typeof KINDS)[number];

/**
 * Expected outcome of a subscription: `served`, `notFound` for a reader without access, or the code with which the
 * socket closes.
 */
type Ending = 'served' | 'notFound' | 4401;

interface Row {
  /** Name of the topic to subscribe to. */
  readonly topic: string;
  /**
   * Expected outcomes for readers with a session, in the order of KINDS. A reader without a valid token always gets
   * 4401.
   */
  readonly withSession: readonly [anonymous: Ending, unverified: Ending, verified: Ending, deleted: Ending];
  /** Topic names with which a reader might try to get Anna's data. */
  readonly foreign: (uid: string, chat: string) => readonly string[];
}

// Every reader with a session may follow these topics, because they contain no data of other users. This includes
// deleted users: their open page continues until they decide about the restoration.
const forAll: Row['withSession'] = ['served', 'served', 'served', 'served'];

const nobody: Row['withSession'] = ['notFound', 'notFound', 'notFound', 'notFound'];

const ROWS: Readonly<Record<string, Row>> = {
  me: { topic: 'me', withSession: forAll, foreign: (uid) => [`me/${uid}`, `user/${uid}`, `me?uid=${uid}`, uid] },
  global: { topic: 'global', withSession: forAll, foreign: () => [] },
  'chat/:key': {
    topic: 'chat/unknown',
    withSession: nobody,
    foreign: (uid, chat) => [`chat/${chat}`, `chat/${uid}`, 'chat/'],
  },
  'places/:cell': {
    topic: 'places/53_9',
    withSession: forAll,
    foreign: (uid) => [`places/${uid}`, 'places/everywhere'],
  },
  'partner/:key': {
    topic: 'partner/elbkantine',
    withSession: nobody,
    foreign: (uid) => [`partner/${uid}`, 'partner/elbkantine', 'partner/'],
  },
  'restaurant/:key': { topic: 'restaurant/elbkantine', withSession: forAll, foreign: (uid) => [`restaurant/${uid}`] },
};

const SECRET = 'Nur für Anna: Tisch am Fenster';

describe('who may follow what', () => {
  const gateways = testGateways();
  const clients: LiveTestClient[] = [];
  let gateway: TestGateway;
  let anna: Person;
  let expiredToken = '';
  let chat = '';

  const insertRow = async (kind: Kind, row: object): Promise<string> => {
    const { idToken, account } = await register(
      gateway,
      `${kind}-${Math.floor(gateway.clock.realNow())}@mahlzeit.test`,
    );
    await gateway.database.write((tx) => tx.knex('user').where({ uid: account.uid }).update(row));
    return idToken;
  };
  const tokens: Readonly<Record<Kind, () => Promise<string | null>>> = {
    noToken: async () => null,
    expired: async () => expiredToken,
    anonymous: async () => (await visit(gateway)).idToken,
    unverified: () => insertRow('unverified', { is_email_verified: false }),
    verified: () => insertRow('verified', { is_email_verified: true }),
    deleted: () =>
      insertRow('deleted', {
        is_email_verified: true,
        is_deleted: true,
        is_visible: false,
        deleted_at: gateway.clock.now(),
      }),
  };

  beforeAll(async () => {
    gateway = await gateways.start();
    await gateway.database.write((tx) =>
      createRestaurantRepository(tx.knex).insert(aRestaurant({ key: 'elbkantine', routingName: 'elbkantine' }), {
        source: 'test',
        sourceId: '1',
      }),
    );
    expiredToken = (await register(gateway, 'expired@mahlzeit.test')).idToken;
    gateway.clock.advance(11 * 60_000);
    anna = await register(gateway, 'anna@mahlzeit.test');
    await gateway.database.write(async (tx) => {
      await notify(tx, { uid: anna.account.uid, kind: 'message', title: SECRET, text: SECRET, route: null, sent: 1 });
      await tx
        .knex('contact_group')
        .insert({ owner_uid: anna.account.uid, key: 'annas', name: SECRET, is_favorite: false });
    });
    const friend = await register(gateway, 'friend@mahlzeit.test');
    await gateway.database.write(({ knex }) =>
      knex('contact').insert({ owner_uid: anna.account.uid, contact_uid: friend.account.uid, created_at: 0 }),
    );
    chat = ChatReference.parse(
      (await anna.call('POST', '/api/chat/create', { participantKeys: [friend.account.uid] })).body,
    ).chatId;
    await anna.call('POST', `/api/chat/${chat}/messages`, { content: SECRET });
  });

  afterEach(() => {
    for (const client of clients.splice(0)) client.cut();
  });

  const connectAs = async (token: string | null): Promise<LiveTestClient> => {
    const client = await connectLive(gateway.url, token === null ? {} : { token });
    clients.push(client);
    return client;
  };

  const refusal = async (client: LiveTestClient, topic: string): Promise<Ending | number> => {
    const { id, code } = await client.next('err');
    return id === topic && code === 'notFound' ? 'notFound' : client.closed;
  };

  const subscribeTo = (client: LiveTestClient, topic: string): Promise<Ending | number> => {
    client.say({ op: 'sub', id: topic, topic });
    const whenServed = client.next('live').then((): Ending => 'served');
    // Without access, the reader gets an error or a closed socket instead.
    return Promise.any([whenServed, refusal(client, topic)]).catch(() => client.closed);
  };

  const everythingIn = ({ frames }: LiveTestClient): string => JSON.stringify(frames);
  const leaksIn = (client: LiveTestClient): string[] =>
    [anna.account.uid, SECRET, anna.email].filter((secret) => everythingIn(client).includes(secret));

  it('has a row for each topic and none for others', () => expect(Object.keys(ROWS).sort()).toEqual(gateway.topics));

  it.each(Object.entries(ROWS))(
    "%s is shown to each kind of reader as their rights are, with nothing of Anna's",
    async (_pattern, { topic, withSession }) => {
      const outcomes: unknown[] = [];
      for (const kind of KINDS) {
        const client = await connectAs(await tokens[kind]());
        outcomes.push([kind, await subscribeTo(client, topic)]);
        expect([kind, leaksIn(client)]).toEqual([kind, []]);
      }
      expect(outcomes).toEqual(KINDS.map((kind, index) => [kind, index < 2 ? 4401 : withSession[index - 2]]));
    },
  );

  it.each(Object.entries(ROWS))('%s is found under no name of another user', async (_pattern, { foreign }) => {
    const client = await connectAs(await tokens.verified());
    for (const name of foreign(anna.account.uid, chat))
      expect([name, await subscribeTo(client, name)]).toEqual([name, 'notFound']);
    const ids = client.frames.flatMap((frame) => (frame.op === 'snap' || frame.op === 'delta' ? [frame.id] : []));
    expect(ids).toEqual([]);
  });

  it('sends Anna’s changes to nobody else', async () => {
    const [reader, herself] = [await connectAs(await tokens.verified()), await connectAs(anna.idToken)];
    for (const client of [reader, herself]) {
      expect(await subscribeTo(client, 'me')).toBe('served');
      expect(await subscribeTo(client, 'global')).toBe('served');
    }
    await gateway.database.write((tx) =>
      notify(tx, { uid: anna.account.uid, kind: 'message', title: SECRET, text: '', route: null, sent: 2 }),
    );
    await herself.next('delta');
    reader.say({ op: 'ping' });
    await reader.next('pong');
    expect(leaksIn(reader)).toEqual([]);
  });
});
