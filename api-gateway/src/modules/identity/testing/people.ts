import { ErrorBody, Session } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import texts from '../../../../locales/de.json';
import { readWaitingMails } from '../../mail/testing/waiting-mails';
import type { TestGateway } from '../../../platform/testing/test-gateway';

/** An HTTP response in a test. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/** A browser of a test that stores the refresh token's cookie. Tests may read and replace the cookie. */
export interface TestBrowser {
  cookie: string | null;
  call(
    httpMethod: string,
    path: string,
    callOptions?: {
      readonly body?: unknown;
      readonly file?: Uint8Array;
      readonly token?: string;
      readonly headers?: Readonly<Record<string, string>>;
    },
  ): Promise<HttpAnswer>;
}

const cookieOf = (headers: Headers, previousCookie: string | null): string | null => {
  for (const setCookieHeader of headers.getSetCookie()) {
    const [cookiePair = ''] = setCookieHeader.split(';');
    return /max-age=0/i.test(setCookieHeader) ? null : cookiePair;
  }
  return previousCookie;
};

/** Creates a browser for tests that visits the gateway at `url`. */
export const createBrowser = (url: string): TestBrowser => {
  const browser: TestBrowser = {
    cookie: null,
    async call(httpMethod, path, { body, file, token, headers = {} } = {}) {
      const response = await fetch(url + path, {
        method: httpMethod,
        headers: {
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(file === undefined ? {} : { 'Content-Type': 'application/octet-stream' }),
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(browser.cookie === null ? {} : { Cookie: browser.cookie }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(file === undefined ? {} : { body: Buffer.from(file) }),
      });
      browser.cookie = cookieOf(response.headers, browser.cookie);
      return { status: response.status, body: await response.json(), headers: response.headers };
    },
  };
  return browser;
};

/** Password of all test users. */
export const TEST_PASSWORD = 'mittagspause';

/** Returns the outcome of a response: `[status, code]` for an error and `[200]` for a success. */
export const outcomeOf = ({ status, body }: HttpAnswer): [number, string?] =>
  status === 200 ? [status] : [status, ErrorBody.parse(body).code];

/** Returns the session in a response; throws for an error response. */
export const sessionOf = ({ status, body }: HttpAnswer): Session => {
  if (status !== 200) throw new Error(`The answer is no session: ${JSON.stringify(body)}`);
  return Session.parse(body);
};

/** A signed-in user of a test, with their session and their own browser. */
export interface TestPerson extends Session {
  readonly browser: TestBrowser;
  readonly email: string;
  /** Sends a request with the person's id token. */
  call(httpMethod: string, path: string, body?: object): Promise<HttpAnswer>;
}

/** Creates a user for tests from an open session of a browser. */
export const personOf = (browser: TestBrowser, email: string, personSession: Session): TestPerson => ({
  ...personSession,
  browser,
  email,
  call: (httpMethod, path, body) =>
    browser.call(httpMethod, path, { token: personSession.idToken, ...(body && { body }) }),
});

/**
 * Advances the gateway's clock by a millisecond: e-mails with the same time are sent in an undefined order, and a fixed
 * clock gives all e-mails the same time.
 */
export const advanceClock = (clock: Pick<TestGateway['clock'], 'advance'>): void => clock.advance(1);

/** Creates a visitor without an account in a new browser. */
export const visit = async (gateway: TestGateway): Promise<TestPerson> => {
  const browser = createBrowser(gateway.url);
  return personOf(browser, '', sessionOf(await browser.call('POST', '/api/auth/anonymous', { body: {} })));
};

/** Registers a visible user with the password `TEST_PASSWORD` in a new browser. */
export const register = async (gateway: TestGateway, email: string): Promise<TestPerson> => {
  const browser = createBrowser(gateway.url);
  const registrationBody = { email, password: TEST_PASSWORD, visible: true, policyAccepted: true };
  const personSession = sessionOf(await browser.call('POST', '/api/auth/register', { body: registrationBody }));
  advanceClock(gateway.clock);
  return personOf(browser, email, personSession);
};

/** Signs a user in with a password in a new browser. */
export const signIn = async (gateway: TestGateway, email: string, password = TEST_PASSWORD): Promise<TestPerson> => {
  const browser = createBrowser(gateway.url);
  return personOf(
    browser,
    email,
    sessionOf(await browser.call('POST', '/api/auth/login', { body: { email, password } })),
  );
};

const OutboxEmail = z.object({ subject: z.string(), text: z.string(), html: z.string() });
const ReceivedEmails = z.array(z.extend(OutboxEmail, { id: z.string() }));

/** An e-mail as a test reads it. */
type ReceivedMessage = z.infer<typeof ReceivedEmails>[number];

/** Returns the e-mails to an address, newest first: those in the outbox and those that the sandbox has received. */
export const messagesTo = async (
  { database, secrets, sandboxUrl, clock }: TestGateway,
  email: string,
): Promise<ReceivedMessage[]> => {
  advanceClock(clock);
  const waitingMails = (await readWaitingMails({ database, secrets }, email)).reverse();
  // Reads the sandbox after the outbox, so that an e-mail that is sent between the two reads is in both lists instead
  // of in none.
  const receivedMails =
    sandboxUrl === null
      ? []
      : ReceivedEmails.parse(await (await fetch(`${sandboxUrl}/mail?to=${encodeURIComponent(email)}`)).json());
  const receivedMailIds = new Set(receivedMails.map(({ id }) => id));
  return [...waitingMails.filter(({ id }) => !receivedMailIds.has(id)), ...receivedMails];
};

/** Returns the latest verification code that was e-mailed to an address. */
export const codeFor = async (gateway: TestGateway, email: string): Promise<string> => {
  const receivedMessage = (await messagesTo(gateway, email)).find(({ subject }) => subject === texts.mailCodeSubject);
  const sixDigitCodes = receivedMessage?.text.match(/(?<!\d)\d{6}(?!\d)/g) ?? [];
  if (sixDigitCodes.length !== 1 || sixDigitCodes[0] === undefined)
    throw new Error(`The e-mail has not exactly one code: ${receivedMessage?.text ?? 'no e-mail'}`);
  return sixDigitCodes[0];
};

/** Returns a verification code of six digits that differs from `verificationCode`. */
export const differentCode = (verificationCode: string, codeDistance = 1): string =>
  String((Number(verificationCode) + codeDistance) % 1_000_000).padStart(6, '0');

/** Returns the token of the latest reset link that was e-mailed to an address. */
export const resetTokenFor = async (gateway: TestGateway, email: string): Promise<string> => {
  const receivedTexts = (await messagesTo(gateway, email)).map(({ text }) => text);
  const [resetLink = ''] = receivedTexts.flatMap((text) => text.match(/https?:\S+resetToken=\S+/) ?? []);
  return new URL(resetLink).searchParams.get('resetToken') ?? '';
};

/** Verifies a user's e-mail address by the code that was mailed to it. */
export const verifyEmailOf = async (gateway: TestGateway, person: TestPerson): Promise<void> => {
  await person.call('POST', '/api/users/verifyEmail', { code: await codeFor(gateway, person.email) });
};
