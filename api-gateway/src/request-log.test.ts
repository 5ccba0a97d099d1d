import * as z from 'zod/mini';
import { createBrowser, register, TEST_PASSWORD, visit } from './modules/identity/testing/people';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';
import { waitUntil } from './platform/testing/until';

const LogLine = z.looseObject({ msg: z.string() });
type LogLine = z.infer<typeof LogLine>;

const gateways = testGateways();
const logLines: string[] = [];
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await gateways.start({
    environment: { LOG_LEVEL: 'info', RATE_LIMITS: 'default' },
    logDestination: { write: (line) => void logLines.push(line) },
  });
});

const requestLines = (): readonly LogLine[] =>
  logLines.map((line) => LogLine.parse(JSON.parse(line))).filter(({ msg }) => msg === 'request');

/** Sends a request by `send` and returns its line in the log, which the gateway writes after the response was sent. */
const lineOf = async (send: () => Promise<unknown>): Promise<LogLine | undefined> => {
  const previousCount = requestLines().length;
  await send();
  await waitUntil(() => requestLines().length > previousCount);
  return requestLines().at(previousCount);
};

it('tells when, who, what and how it ended, and nothing of the content', async () => {
  const anna = await register(gateway, 'anna@mahlzeit.test');
  const secrets = [TEST_PASSWORD, anna.idToken, anna.email, anna.browser.cookie ?? '', 'a-secret-query', '127.0.0.1'];
  let requestId: string | null = null;
  const line = await lineOf(async () => {
    const { headers } = await anna.call('GET', '/api/users/me?x=a-secret-query');
    requestId = headers.get('X-Request-Id');
  });
  expect(line).toEqual({
    level: 'info',
    time: expect.any(String),
    requestId,
    caller: anna.account.uid,
    route: '/api/users/me',
    method: 'GET',
    status: '200',
    ms: expect.any(Number),
    msg: 'request',
  });
  expect(secrets.filter((secret) => logLines.join('').includes(secret))).toEqual([]);
});

it('tells of a sign-in, a wrong password and a refused token', async () => {
  const { account, email } = await register(gateway, 'ben@mahlzeit.test');
  const browser = createBrowser(gateway.url);
  const login = (password: string) => () => browser.call('POST', '/api/auth/login', { body: { email, password } });
  const getContacts = (token: string) => () => browser.call('GET', '/api/contacts', { token });
  expect(await lineOf(login(TEST_PASSWORD))).toMatchObject({
    route: '/api/auth/login',
    status: '200',
    caller: account.uid,
  });
  expect(await lineOf(login('geraten!'))).toMatchObject({ status: '401', code: 'ErrorPasswordIncorrect' });
  expect(await lineOf(getContacts('forged'))).toMatchObject({ status: '401', code: 'unauthenticated' });
  const visitor = await visit(gateway);
  expect(await lineOf(getContacts(visitor.idToken))).toMatchObject({ status: '403', code: 'registrationRequired' });
});

it('tells of an exceeded limit and of a broken request', async () => {
  const { email } = await register(gateway, 'cem@mahlzeit.test');
  const send = (body: string) => () =>
    fetch(`${gateway.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
  const sendWrongPassword = send(JSON.stringify({ email, password: 'geraten!' }));
  for (let count = 0; count < 10; count += 1) await sendWrongPassword();
  await waitUntil(() => requestLines().filter(({ code }) => code === 'ErrorPasswordIncorrect').length >= 10);
  expect(await lineOf(sendWrongPassword)).toMatchObject({ status: '429', code: 'ErrorTooManyAttempts' });
  expect(await lineOf(send('{'))).toMatchObject({ status: '400', code: 'invalidRequest' });
});

it('keeps one line for a request, whatever it is called', async () => {
  const forgedLine = '{"level":60,"msg":"forged"}';
  const line = await lineOf(() =>
    fetch(`${gateway.url}/api/users/%0A${encodeURIComponent(forgedLine)}?x=%0A`, {
      headers: { 'X-Request-Id': forgedLine, 'User-Agent': forgedLine },
    }),
  );
  expect(line).toMatchObject({ route: 'other', status: '404' });
  expect(logLines.filter((text) => text.includes('forged') || /\n./.test(text))).toEqual([]);
});

it('gives the lines of a job the id of the request that has enqueued it', async () => {
  const lines: string[] = [];
  const mailless = await gateways.start({
    // Nobody listens there.
    environment: { LOG_LEVEL: 'info', SMTP_URL: 'smtp://127.0.0.1:1' },
    logDestination: { write: (line) => void lines.push(line) },
  });
  const answer = await createBrowser(mailless.url).call('POST', '/api/auth/register', {
    body: { email: 'dora@mahlzeit.test', password: TEST_PASSWORD, visible: true, policyAccepted: true },
  });
  await mailless.catchUp();
  const jobLine = lines.map((line) => LogLine.parse(JSON.parse(line))).find(({ msg }) => msg === 'a job has to wait');
  expect(jobLine).toMatchObject({
    level: 'warn',
    kind: 'mail/deliver',
    reason: 'ESOCKET',
    requestId: answer.headers.get('X-Request-Id'),
  });
});
