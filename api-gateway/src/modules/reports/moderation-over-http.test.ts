import { DecidedReport, OpenReport, ReportReceipt } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { registerCompanion, type Companion } from '../chat/testing/companions';
import { makeContacts } from '../contacts/testing/relations';
import { messagesTo } from '../identity/testing/people';

jest.setTimeout(60_000);

const DAY_MS = 24 * 60 * 60_000;
const [lenasToken, omarsToken] = ['token-of-lena-0123456789abc', 'token-of-omar-0123456789abc'];
const environment = { MODERATION_TOKEN: `lena:${lenasToken},omar:${omarsToken}` };

const gateways = testGateways();
let gateway: TestGateway;
let anna: Companion;
let ben: Companion;
let cem: Companion;
let chatKey = '';
let testCount = 0;

interface ModeratorRequest {
  readonly token?: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
}

const sendRequest = async (
  method: string,
  path: string,
  { token = lenasToken, body, idempotencyKey }: ModeratorRequest = {},
) => {
  const response = await fetch(`${gateway.url}/api/moderation${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'X-Mahlzeit': '1',
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  return { status: response.status, answer, headers: response.headers };
};

const listOpen = async (query = ''): Promise<OpenReport[]> =>
  z.array(OpenReport).parse((await sendRequest('GET', `/reports${query}`)).answer);
const findOpen = async (reportKey: string): Promise<OpenReport | undefined> =>
  (await listOpen()).find(({ key }) => key === reportKey);
const listDecided = async (query = ''): Promise<DecidedReport[]> =>
  z.array(DecidedReport).parse((await sendRequest('GET', `/decisions${query}`)).answer);
const decide = async (reportKey: string, body: object, options: ModeratorRequest = {}) => {
  const { status, answer } = await sendRequest('POST', `/reports/${reportKey}/decision`, { ...options, body });
  return [status, answer];
};
const report = async (reporter: Companion, body: object): Promise<string> =>
  ReportReceipt.parse((await reporter.call('POST', '/api/reports', { reason: 'spam', ...body })).body).reportId;
const mailTextsTo = async ({ email }: Companion) => (await messagesTo(gateway, email)).map(({ text }) => text);

beforeAll(async () => {
  gateway = await gateways.start({ environment });
});

beforeEach(async () => {
  testCount += 1;
  [anna, ben, cem] = [
    await registerCompanion(gateway, `anna${testCount}`),
    await registerCompanion(gateway, `ben${testCount}`),
    await registerCompanion(gateway, `cem${testCount}`),
  ];
  await makeContacts(gateway, [anna, ben, cem]);
  chatKey = await anna.chatWith(ben, cem);
});

it('has neither routes nor a page without a token', async () => {
  const closed = await gateways.start();
  for (const path of ['/api/moderation/token', '/api/moderation/reports', '/moderation'])
    expect([
      path,
      (await fetch(`${closed.url}${path}`, { headers: { Authorization: `Bearer ${lenasToken}` } })).status,
    ]).toEqual([path, 404]);
});

it('limits wrong tokens by address, and never the right ones', async () => {
  const limited = await gateways.start({ environment: { ...environment, RATE_LIMITS: 'default' } });
  const statusWith = async (token: string): Promise<number> =>
    (await fetch(`${limited.url}/api/moderation/token`, { headers: { Authorization: `Bearer ${token}` } })).status;
  const statuses: number[] = [];
  for (let count = 0; count < 61; count += 1) statuses.push(await statusWith(`guess-${count}`));
  expect([statuses[0], statuses.at(-1), await statusWith(omarsToken)]).toEqual([401, 429, 200]);
});

it('tells whose token it is, and stores nothing in caches', async () => {
  expect((await sendRequest('GET', '/token', { token: omarsToken })).answer).toEqual({ name: 'omar' });
  expect((await sendRequest('GET', '/reports')).headers.get('Cache-Control')).toBe('no-store');
});

it('shows what was reported and what is there now, and neither reporter nor author', async () => {
  const { key } = await ben.say(chatKey, 'Kauf das');
  const [firstKey, secondKey] = [
    await report(anna, { kind: 'message', key, text: 'Schon wieder' }),
    await report(cem, { kind: 'message', key }),
  ];
  const userKey = await report(anna, { kind: 'user', key: ben.uid, reason: 'harassment' });
  expect(await findOpen(firstKey)).toEqual({
    key: firstKey,
    kind: 'message',
    reason: 'spam',
    text: 'Schon wieder',
    context: 'Kauf das',
    createdAt: gateway.clock.now(),
    contentState: 'same',
    changedName: null,
    accountState: 'active',
    sameContentCount: 2,
    samePersonCount: 3,
  });
  const text = JSON.stringify((await sendRequest('GET', '/reports')).answer);
  for (const { uid, email } of [anna, ben, cem])
    expect([text.includes(uid), text.includes(email)]).toEqual([false, false]);
  await ben.call('PATCH', '/api/users/me', { displayName: `Berta ${testCount}` });
  expect(await findOpen(userKey)).toMatchObject({ contentState: 'changed', changedName: `Berta ${testCount}` });
  await gateway.database.write(({ knex }) => knex('user').where({ uid: ben.uid }).update({ is_deleted: true }));
  expect(await findOpen(secondKey)).toMatchObject({ contentState: 'same', accountState: 'deleted' });
  await gateway.database.write(({ knex }) => knex('user').where({ uid: ben.uid }).delete());
  expect(await findOpen(userKey)).toMatchObject({ contentState: 'gone', accountState: 'gone', changedName: null });
});

it('lists reports page by page, the oldest first', async () => {
  const keys: string[] = [];
  for (const text of ['Eins', 'Zwei', 'Drei']) {
    gateway.clock.advance(1000);
    keys.push(await report(anna, { kind: 'message', key: (await ben.say(chatKey, text)).key }));
  }
  const allKeys = (await listOpen()).map(({ key }) => key);
  expect(allKeys.slice(-3)).toEqual(keys);
  expect((await listOpen(`?limit=1&after=${keys[0] ?? ''}`)).map(({ key }) => key)).toEqual([keys[1]]);
  // The next page starts after a report that was decided in the meantime.
  await decide(keys[1] ?? '', { decision: 'dismiss' });
  expect((await listOpen(`?after=${keys[1] ?? ''}`)).map(({ key }) => key)).toEqual([keys[2]]);
  expect((await sendRequest('GET', '/reports?after=unknown')).status).toBe(400);
});

it('removes a message once, closes all reports of it, and keeps who has decided', async () => {
  const { key } = await ben.say(chatKey, 'Kauf das');
  const [firstKey, secondKey] = [
    await report(anna, { kind: 'message', key }),
    await report(cem, { kind: 'message', key }),
  ];
  const idempotencyKey = `decision-${testCount}`;
  const expected = [200, { closedKeys: expect.arrayContaining([firstKey, secondKey]) }];
  expect(await decide(firstKey, { decision: 'remove' }, { idempotencyKey })).toEqual(expected);
  // The response was lost, so the moderator's page sends the same decision again.
  expect(await decide(firstKey, { decision: 'remove' }, { idempotencyKey })).toEqual(expected);
  expect((await anna.messages(chatKey))[0]).toMatchObject({ key, content: '', removed: true });
  expect((await mailTextsTo(ben)).filter((text) => text.includes('Kauf das'))).toHaveLength(1);
  expect((await listDecided()).filter((decided) => [firstKey, secondKey].includes(decided.key))).toEqual([
    expect.objectContaining({ state: 'removed', decidedBy: 'lena', closedAt: expect.any(Number), note: '' }),
    expect.objectContaining({ state: 'removed', decidedBy: 'lena' }),
  ]);
  // Another moderator decides on the same report a moment later.
  expect(await decide(secondKey, { decision: 'dismiss' }, { token: omarsToken })).toEqual([
    404,
    expect.objectContaining({ code: 'reportUnknown' }),
  ]);
});

it('disables an account and says so of its other reports, whose second decision finds nothing left to do', async () => {
  const messageKey = await report(anna, { kind: 'message', key: (await ben.say(chatKey, 'Kauf das')).key });
  const userKey = await report(cem, { kind: 'user', key: ben.uid });
  expect(await decide(userKey, { decision: 'remove' })).toEqual([
    409,
    expect.objectContaining({ code: 'notRemovable' }),
  ]);
  expect(await decide(userKey, { decision: 'disable' })).toEqual([200, { closedKeys: [userKey] }]);
  expect((await ben.call('GET', '/api/users/me')).status).toBe(401);
  expect(await findOpen(messageKey)).toMatchObject({ accountState: 'disabled', contentState: 'same' });
  expect(await decide(messageKey, { decision: 'disable' })).toEqual([
    410,
    expect.objectContaining({ code: 'alreadyGone' }),
  ]);
  expect(await findOpen(messageKey)).toBeUndefined();
});

it('dismisses one report with a note, which its reporter gets by mail', async () => {
  const { key } = await ben.say(chatKey, 'Na, du?');
  const [firstKey, secondKey] = [
    await report(anna, { kind: 'message', key }),
    await report(cem, { kind: 'message', key }),
  ];
  expect(await decide(firstKey, { decision: 'dismiss', note: ' So grüßt man. ' }, { token: omarsToken })).toEqual([
    200,
    { closedKeys: [firstKey] },
  ]);
  expect(await findOpen(secondKey)).toMatchObject({ sameContentCount: 1, samePersonCount: 2 });
  expect(await mailTextsTo(anna)).toEqual(
    expect.arrayContaining([expect.stringContaining('Begründung: So grüßt man.')]),
  );
  expect((await listDecided())[0]).toMatchObject({ key: firstKey, decidedBy: 'omar', note: 'So grüßt man.' });
  expect((await decide(secondKey, { decision: 'dismiss', note: 'x'.repeat(1001) }))[0]).toBe(400);
});

it('lists the decisions of thirty days, the newest first', async () => {
  const keys: string[] = [];
  for (const text of ['Eins', 'Zwei', 'Drei'])
    keys.push(await report(anna, { kind: 'message', key: (await ben.say(chatKey, text)).key }));
  for (const key of keys) {
    await decide(key, { decision: 'dismiss' });
    gateway.clock.advance(DAY_MS);
  }
  const newestKeys = async (query = ''): Promise<string[]> =>
    (await listDecided(query)).slice(0, 3).map(({ key }) => key);
  expect(await newestKeys()).toEqual([...keys].reverse());
  expect(await newestKeys(`?limit=1&before=${keys[2] ?? ''}`)).toEqual([keys[1]]);
  gateway.clock.advance(28 * DAY_MS);
  expect(await newestKeys()).toEqual([keys[2], keys[1]]);
});
