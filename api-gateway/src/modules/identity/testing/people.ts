import { ErrorBody, Session } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { TestGateway } from '../../../platform/testing/test-gateway';

/** An HTTP response in a test. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/** A browser that keeps the refresh token's cookie. Tests may read and replace the cookie. */
export interface Browser {
  cookie: string | null;
  call(
    method: string,
    path: string,
    options?: {
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

/** Creates a browser that visits the gateway at `url`. */
export const createBrowser = (url: string): Browser => {
  const browser: Browser = {
    cookie: null,
    async call(method, path, { body, file, token, headers = {} } = {}) {
      const response = await fetch(url + path, {
        method,
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
export const PASSWORD = 'mittagspause';

/** Returns `[status, code]` for an error and `[200]` for a success. */
export const outcomeOf = ({ status, body }: HttpAnswer): [number, string?] =>
  status === 200 ? [status] : [status, ErrorBody.parse(body).code];

/** Returns the session in a response; throws for an error response. */
export const sessionOf = ({ status, body }: HttpAnswer): Session => {
  if (status !== 200) throw new Error(`The answer is no session: ${JSON.stringify(body)}`);
  return Session.parse(body);
};

/** A signed-in user with their session and their own browser. */
export interface Person extends Session {
  readonly browser: Browser;
  readonly email: string;
  /** Sends a request with the person's id token. */
  call(method: string, path: string, body?: object): Promise<HttpAnswer>;
}

/** Creates a person from an open session of a browser. */
export const personOf = (browser: Browser, email: string, session: Session): Person => ({
  ...session,
  browser,
  email,
  call: (method, path, body) => browser.call(method, path, { token: session.idToken, ...(body && { body }) }),
});

/**
 * Advances the clock by a millisecond: e-mails with the same time are sent in an undefined order, and a fixed clock
 * gives all e-mails the same time.
 */
export const nextMoment = (clock: TestGateway['clock']): void => clock.advance(1);

/** Creates a visitor in a new browser. */
export const visit = async (gateway: TestGateway): Promise<Person> => {
  const browser = createBrowser(gateway.url);
  return personOf(browser, '', sessionOf(await browser.call('POST', '/api/auth/anonymous', { body: {} })));
};

/** Registers a user in a new browser. */
export const register = async (gateway: TestGateway, email: string): Promise<Person> => {
  const browser = createBrowser(gateway.url);
  const registration = { email, password: PASSWORD, visible: true, policyAccepted: true };
  const session = sessionOf(await browser.call('POST', '/api/auth/register', { body: registration }));
  nextMoment(gateway.clock);
  return personOf(browser, email, session);
};

/** Signs a user in with a password in a new browser. */
export const signIn = async (gateway: TestGateway, email: string, password = PASSWORD): Promise<Person> => {
  const browser = createBrowser(gateway.url);
  return personOf(
    browser,
    email,
    sessionOf(await browser.call('POST', '/api/auth/login', { body: { email, password } })),
  );
};

const Email = z.object({ subject: z.string(), text: z.string(), html: z.string() });
const WaitingJobs = z.array(z.object({ id: z.string(), payload: z.string() }));
const Emails = z.array(z.extend(Email, { id: z.string() }));

/** An e-mail, read back by a test. */
type ReceivedMessage = z.infer<typeof Emails>[number];

/** Returns the e-mails to an address, newest first: those in the outbox and those that the sandbox has received. */
export const messagesTo = async (
  { database, sandboxUrl, clock }: TestGateway,
  email: string,
): Promise<ReceivedMessage[]> => {
  nextMoment(clock);
  const jobs = await database
    .knex('job')
    .where({ kind: 'mail/send', person: email })
    .orderBy('position', 'desc')
    .select('id', 'payload');
  const waitingMails = WaitingJobs.parse(jobs).map(({ id, payload }) => ({ id, ...Email.parse(JSON.parse(payload)) }));
  // The sandbox is read after the outbox: an e-mail that is sent between the two reads is then in both lists, never in
  // neither.
  const receivedMails =
    sandboxUrl === null
      ? []
      : Emails.parse(await (await fetch(`${sandboxUrl}/mail?to=${encodeURIComponent(email)}`)).json());
  const sentIds = new Set(receivedMails.map(({ id }) => id));
  return [...waitingMails.filter(({ id }) => !sentIds.has(id)), ...receivedMails];
};

/** Returns the latest code that was e-mailed to an address. */
export const codeFor = async (gateway: TestGateway, email: string): Promise<string> => {
  const [message] = await messagesTo(gateway, email);
  const codes = message?.text.match(/(?<!\d)\d{6}(?!\d)/g) ?? [];
  if (codes.length !== 1 || codes[0] === undefined)
    throw new Error(`The e-mail has not exactly one code: ${message?.text ?? 'no e-mail'}`);
  return codes[0];
};

/** Returns a code of six digits that differs from `code`. */
export const otherCode = (code: string, distance = 1): string =>
  String((Number(code) + distance) % 1_000_000).padStart(6, '0');

/** Returns the token of the latest reset link that was e-mailed to an address. */
export const resetTokenFor = async (gateway: TestGateway, email: string): Promise<string> => {
  const [message] = await messagesTo(gateway, email);
  const [resetLink = ''] = message?.text.match(/https?:\S+resetToken=\S+/) ?? [];
  return new URL(resetLink).searchParams.get('resetToken') ?? '';
};

/** Verifies a person's address by the code of their e-mail. */
export const verifyAddress = async (gateway: TestGateway, person: Person): Promise<void> => {
  await person.call('POST', '/api/users/verifyEmail', { code: await codeFor(gateway, person.email) });
};
