import { ChatReference } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { createRestaurantRepository } from './modules/discovery/testing/repositories';
import { register, visit, type TestPerson } from './modules/identity/testing/people';
import { notify } from './modules/notifications';
import { connectLive, type LiveTestClient } from './platform/testing/live-test-client';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';

jest.setTimeout(60_000);

const READER_KINDS = ['noToken', 'expired', 'anonymous', 'unverified', 'verified', 'deleted'] as const;
type ReaderKind = (typeof READER_KINDS)[number];

/**
 * Expected outcome of a subscription to a live topic: `served`, `notFound` for a caller without access, or the code
 * with which the socket closes.
 */
type SubscriptionOutcome = 'served' | 'notFound' | 4401;

interface TopicRow {
  /** Name of the live topic to subscribe to. */
  readonly topic: string;
  /**
   * Expected outcomes for callers with a session, in the order of `READER_KINDS` from `anonymous`. A caller without a
   * valid token always gets 4401.
   */
  readonly outcomesWithSession: readonly [
    anonymous: SubscriptionOutcome,
    unverified: SubscriptionOutcome,
    verified: SubscriptionOutcome,
    deleted: SubscriptionOutcome,
  ];
  /** Names of live topics with which another user might try to get Anna's data. */
  readonly foreignTopics: (uid: string, foreignChatKey: string) => readonly string[];
}

// Outcomes for live topics that every user with a session may follow, because they contain no data of other users. This
// includes deleted users: their open page continues until they decide about the restoration.
const servedToAll: TopicRow['outcomesWithSession'] = ['served', 'served', 'served', 'served'];

const servedToNobody: TopicRow['outcomesWithSession'] = ['notFound', 'notFound', 'notFound', 'notFound'];

const ROW_BY_TOPIC: Readonly<Record<string, TopicRow>> = {
  me: {
    topic: 'me',
    outcomesWithSession: servedToAll,
    foreignTopics: (uid) => [`me/${uid}`, `user/${uid}`, `me?uid=${uid}`, uid],
  },
  global: { topic: 'global', outcomesWithSession: servedToAll, foreignTopics: () => [] },
  'chat/:key': {
    topic: 'chat/unknown',
    outcomesWithSession: servedToNobody,
    foreignTopics: (uid, chat) => [`chat/${chat}`, `chat/${uid}`, 'chat/'],
  },
  'places/:cell': {
    topic: 'places/53_9',
    outcomesWithSession: servedToAll,
    foreignTopics: (uid) => [`places/${uid}`, 'places/everywhere'],
  },
  'partner/:key': {
    topic: 'partner/elbkantine',
    outcomesWithSession: servedToNobody,
    foreignTopics: (uid) => [`partner/${uid}`, 'partner/elbkantine', 'partner/'],
  },
  'restaurant/:key': {
    topic: 'restaurant/elbkantine',
    outcomesWithSession: servedToAll,
    foreignTopics: (uid) => [`restaurant/${uid}`],
  },
};

const SECRET_TEXT = 'Nur für Anna: Tisch am Fenster';

describe('who may follow what', () => {
  const gatewayFactory = testGateways();
  const clients: LiveTestClient[] = [];
  let gateway: TestGateway;
  let anna: TestPerson;
  let expiredToken = '';
  let chatKey = '';

  const registerWithFields = async (readerKind: ReaderKind, userFields: object): Promise<string> => {
    const { idToken, account } = await register(
      gateway,
      `${readerKind}-${Math.floor(gateway.clock.realNow())}@mahlzeit.test`,
    );
    await gateway.database.write((tx) => tx.knex('user').where({ uid: account.uid }).update(userFields));
    return idToken;
  };
  const tokenByReaderKind: Readonly<Record<ReaderKind, () => Promise<string | null>>> = {
    noToken: async () => null,
    expired: async () => expiredToken,
    anonymous: async () => (await visit(gateway)).idToken,
    unverified: () => registerWithFields('unverified', { is_email_verified: false }),
    verified: () => registerWithFields('verified', { is_email_verified: true }),
    deleted: () =>
      registerWithFields('deleted', {
        is_email_verified: true,
        is_deleted: true,
        is_visible: false,
        deleted_at: gateway.clock.now(),
      }),
  };

  beforeAll(async () => {
    gateway = await gatewayFactory.start();
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
      await notify(tx, {
        uid: anna.account.uid,
        kind: 'message',
        title: SECRET_TEXT,
        text: SECRET_TEXT,
        route: null,
        sent: 1,
      });
      await tx
        .knex('contact_group')
        .insert({ owner_uid: anna.account.uid, key: 'annas', name: SECRET_TEXT, is_favorite: false });
    });
    const friendPerson = await register(gateway, 'friend@mahlzeit.test');
    await gateway.database.write(({ knex }) =>
      knex('contact').insert({ owner_uid: anna.account.uid, contact_uid: friendPerson.account.uid, created_at: 0 }),
    );
    chatKey = ChatReference.parse(
      (await anna.call('POST', '/api/chat/create', { participantKeys: [friendPerson.account.uid] })).body,
    ).chatId;
    await anna.call('POST', `/api/chat/${chatKey}/messages`, { content: SECRET_TEXT });
  });

  afterEach(() => {
    for (const client of clients.splice(0)) client.terminate();
  });

  const connectAs = async (token: string | null): Promise<LiveTestClient> => {
    const client = await connectLive(gateway.url, token === null ? {} : { token });
    clients.push(client);
    return client;
  };

  const receiveRefusal = async (client: LiveTestClient, topic: string): Promise<SubscriptionOutcome | number> => {
    const { id, code } = await client.next('err');
    return id === topic && code === 'notFound' ? 'notFound' : client.whenClosed;
  };

  const subscribeTo = (client: LiveTestClient, topic: string): Promise<SubscriptionOutcome | number> => {
    client.say({ op: 'sub', id: topic, topic });
    const servedOutcome = client.next('live').then((): SubscriptionOutcome => 'served');
    // Ends with the refusal: a caller without access gets an error or a closed socket instead of a snapshot.
    return Promise.any([servedOutcome, receiveRefusal(client, topic)]).catch(() => client.whenClosed);
  };

  const receivedFramesText = ({ frames }: LiveTestClient): string => JSON.stringify(frames);
  const leaksIn = (client: LiveTestClient): string[] =>
    [anna.account.uid, SECRET_TEXT, anna.email].filter((secretText) => receivedFramesText(client).includes(secretText));

  it('has a row for each topic and none for others', () =>
    expect(Object.keys(ROW_BY_TOPIC).sort()).toEqual(gateway.topics));

  it.each(Object.entries(ROW_BY_TOPIC))(
    "%s is shown to each kind of reader as their rights are, with nothing of Anna's",
    async (_pattern, { topic, outcomesWithSession }) => {
      const outcomes: unknown[] = [];
      for (const readerKind of READER_KINDS) {
        const client = await connectAs(await tokenByReaderKind[readerKind]());
        outcomes.push([readerKind, await subscribeTo(client, topic)]);
        expect([readerKind, leaksIn(client)]).toEqual([readerKind, []]);
      }
      expect(outcomes).toEqual(
        READER_KINDS.map((readerKind, index) => [readerKind, index < 2 ? 4401 : outcomesWithSession[index - 2]]),
      );
    },
  );

  it.each(Object.entries(ROW_BY_TOPIC))(
    '%s is found under no name of another user',
    async (_pattern, { foreignTopics }) => {
      const client = await connectAs(await tokenByReaderKind.verified());
      for (const name of foreignTopics(anna.account.uid, chatKey))
        expect([name, await subscribeTo(client, name)]).toEqual([name, 'notFound']);
      const receivedIds = client.frames.flatMap((frame) =>
        frame.op === 'snap' || frame.op === 'delta' ? [frame.id] : [],
      );
      expect(receivedIds).toEqual([]);
    },
  );

  it('sends Anna’s changes to nobody else', async () => {
    const [readerClient, annasClient] = [
      await connectAs(await tokenByReaderKind.verified()),
      await connectAs(anna.idToken),
    ];
    for (const client of [readerClient, annasClient]) {
      expect(await subscribeTo(client, 'me')).toBe('served');
      expect(await subscribeTo(client, 'global')).toBe('served');
    }
    await gateway.database.write((tx) =>
      notify(tx, { uid: anna.account.uid, kind: 'message', title: SECRET_TEXT, text: '', route: null, sent: 2 }),
    );
    await annasClient.next('delta');
    readerClient.say({ op: 'ping' });
    await readerClient.next('pong');
    expect(leaksIn(readerClient)).toEqual([]);
  });
});
