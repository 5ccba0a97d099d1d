import { registerCompanion } from './modules/chat/testing/companions';
import type { Companion } from './modules/chat/testing/companions';
import { makeContacts } from './modules/contacts/testing/relations';
import { createBrowser, outcomeOf, TEST_PASSWORD } from './modules/identity/testing/people';
import { openFaultyLink } from './platform/testing/faulty-link';
import type { FaultyLink } from './platform/testing/faulty-link';
import { describeOnRedis, testRedis } from './platform/testing/redis-server';
import { testGateways } from './platform/testing/test-gateway';
import type { TestGateway } from './platform/testing/test-gateway';
import type { LiveTestClient } from './platform/testing/live-test-client';
import { waitUntil } from './platform/testing/until';

// Long timeouts, because a machine that is busy with tests may let Redis wait.
const patientTimes = { commandMs: 20_000, connectMs: 20_000, minRetryMs: 1, maxRetryMs: 20 };
const AN_HOUR_MS = 3_600_000;

describeOnRedis('two gateways with Redis', () => {
  const redis = testRedis();
  const gateways = testGateways();
  let link: FaultyLink;
  let first: TestGateway;
  let second: TestGateway;
  let anna: Companion;
  let ben: Companion;

  const startGateway = (redisUrl: string, headPollMs: number, sharedFolder: { readonly folder?: string } = {}) =>
    gateways.start({
      ...sharedFolder,
      environment: { REDIS_URL: redisUrl, RATE_LIMITS: 'default' },
      liveLimits: { headPollMs },
      redisTimes: { ...patientTimes, heartbeatMs: 20 },
    });

  beforeAll(async () => {
    link = await openFaultyLink(Number(new URL(redis().url).port));
    first = await startGateway(redis().url, AN_HOUR_MS);
    second = await startGateway(`redis://127.0.0.1:${link.port}`, AN_HOUR_MS, { folder: first.folder });
    [anna, ben] = [await registerCompanion(first, 'anna'), await registerCompanion(second, 'ben')];
    await makeContacts(first, [anna, ben]);
  });

  afterAll(() => link.close());

  const readinessOf = async ({ url }: TestGateway): Promise<unknown> => {
    const response = await fetch(`${url}/readyz`);
    return [response.status, await response.json()];
  };

  const metricLines = async ({ url }: TestGateway, name: string): Promise<readonly string[]> =>
    (await (await fetch(`${url}/metrics`)).text()).split('\n').filter((line) => line.startsWith(name));

  const isConnected = async (gateway: TestGateway): Promise<boolean> =>
    (await metricLines(gateway, 'mahlzeit_redis_connected')).includes('mahlzeit_redis_connected 1');

  /** Reads frames until a message with this text has arrived. */
  const waitForMessage = async (client: LiveTestClient, text: string): Promise<void> => {
    while (!JSON.stringify((await client.next('delta')).ops).includes(`"${text}"`));
  };

  const messageTexts = (client: LiveTestClient): readonly string[] =>
    client.frames.flatMap((frame) =>
      frame.op === 'delta'
        ? [...JSON.stringify(frame.ops).matchAll(/"content":"(\w+)"/g)].map(([, text = '']) => text)
        : [],
    );

  const tryLogin = async ({ url }: TestGateway, email: string, password: string) =>
    outcomeOf(await createBrowser(url).call('POST', '/api/auth/login', { body: { email, password } }));

  it('bring a message to the other gateway long before heads are compared', async () => {
    const chatKey = await anna.chatWith(ben);
    const client = await ben.follow(`chat/${chatKey}`);
    await anna.say(chatKey, 'hungrig');
    await waitForMessage(client, 'hungrig');
    client.terminate();
  });

  it('bring during an outage nothing that gets lost, and everything afterwards, once', async () => {
    const chatKey = await anna.chatWith(ben);
    const client = await ben.follow(`chat/${chatKey}`);
    link.cut();
    await waitUntil(async () => !(await isConnected(second)));
    expect(await readinessOf(second)).toEqual([
      200,
      { ok: true, database: true, migrations: true, bus: false, degraded: ['redis'] },
    ]);
    expect(await readinessOf(first)).toEqual([
      200,
      { ok: true, database: true, migrations: true, bus: true, degraded: [] },
    ]);
    for (const text of ['eins', 'zwei']) await anna.say(chatKey, text);
    // The gateway without a connection to Redis still serves its users.
    await ben.say(chatKey, 'drei');
    link.restore();
    await waitForMessage(client, 'drei');
    await anna.say(chatKey, 'vier');
    await waitForMessage(client, 'vier');
    expect(messageTexts(client)).toEqual(['eins', 'zwei', 'drei', 'vier']);
    await waitUntil(() => isConnected(second));
    client.terminate();
  });

  it('count failed logins together, and each for itself while Redis is gone', async () => {
    const outcomes = [];
    for (let attempt = 0; attempt < 10; attempt += 1)
      outcomes.push(await tryLogin(attempt % 2 === 0 ? first : second, anna.email, `falsch ${attempt}`));
    expect(outcomes).toEqual(Array.from({ length: 10 }, () => [401, 'ErrorPasswordIncorrect']));
    for (const gateway of [first, second])
      expect(await tryLogin(gateway, anna.email, TEST_PASSWORD)).toEqual([429, 'ErrorTooManyAttempts']);
    link.cut();
    await waitUntil(async () => !(await isConnected(second)));
    expect(await tryLogin(second, anna.email, TEST_PASSWORD)).toEqual([200]);
    for (let attempt = 0; attempt < 10; attempt += 1) await tryLogin(second, anna.email, `falsch ${attempt}`);
    expect(await tryLogin(second, anna.email, TEST_PASSWORD)).toEqual([429, 'ErrorTooManyAttempts']);
    expect(await tryLogin(first, anna.email, TEST_PASSWORD)).toEqual([429, 'ErrorTooManyAttempts']);
    link.restore();
    await waitUntil(() => isConnected(second));
  });

  it('sign nobody out when Redis loses everything', async () => {
    await redis().kill();
    for (const person of [anna, ben]) expect((await person.call('GET', '/api/users/me')).status).toBe(200);
    await redis().restart();
    for (const person of [anna, ben]) expect((await person.call('GET', '/api/users/me')).status).toBe(200);
    await waitUntil(() => isConnected(first));
  });

  it('know each other, until one of them ends', async () => {
    const third = await startGateway(redis().url, AN_HOUR_MS, { folder: first.folder });
    const portsOf = async () =>
      (await metricLines(first, 'mahlzeit_gateways{')).flatMap((line) => /address="[^"]*:(\d+)"/.exec(line)?.[1] ?? []);
    await waitUntil(async () => (await portsOf()).length === 3);
    expect((await portsOf()).sort()).toEqual([first, second, third].map(({ address }) => String(address.port)).sort());
    await third.close();
    expect((await portsOf()).sort()).toEqual([first, second].map(({ address }) => String(address.port)).sort());
  });

  it('draw a map once', async () => {
    const path = '/api/maps/static?latitude=53.55&longitude=9.99&size=200x200';
    const pictures = [];
    for (const { url } of [first, second]) pictures.push(Buffer.from(await (await fetch(url + path)).arrayBuffer()));
    expect(pictures[0]?.subarray(1, 4).toString()).toBe('PNG');
    expect(pictures[1]).toEqual(pictures[0]);
    expect((await redis().keys()).filter((key) => key.includes(':result:static-map:'))).toHaveLength(1);
  });
});

describeOnRedis('gateways whose Redis is gone', () => {
  const gateways = testGateways();
  const redis = testRedis();
  // Short timeouts, so that the gateway soon notices a hanging Redis server.
  const redisTimes = { commandMs: 50, connectMs: 200, heartbeatMs: 20 };

  it('start, and bring messages to each other by comparing heads', async () => {
    redis().freeze();
    const environment = { REDIS_URL: redis().url };
    const options = { environment, redisTimes, liveLimits: { headPollMs: 20 } };
    const first = await gateways.start(options);
    const second = await gateways.start({ ...options, folder: first.folder });
    const [anna, ben] = [await registerCompanion(first, 'anna'), await registerCompanion(second, 'ben')];
    await makeContacts(first, [anna, ben]);
    const chatKey = await anna.chatWith(ben);
    const client = await ben.follow(`chat/${chatKey}`);
    await anna.say(chatKey, 'hungrig');
    expect(JSON.stringify((await client.next('delta')).ops)).toContain('hungrig');
    redis().thaw();
    await waitUntil(async () => (await (await fetch(`${second.url}/readyz`)).text()).includes('"degraded":[]'));
    await anna.say(chatKey, 'durstig');
    expect(JSON.stringify((await client.next('delta')).ops)).toContain('durstig');
    client.terminate();
  });
});
