import { ErrorBody, Session } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createBrowser } from './browser';
import type { Answer, Browser } from './browser';

/** The password of everybody here. */
export const PASSWORD = 'mittagspause';

/** What an error says, as `[status, code]`; a success is `[200]`. */
export const outcomeOf = ({ status, body }: Answer): [number, string?] => (status === 200 ? [status] : [status, ErrorBody.parse(body).code]);

/** The session that an answer hands out. */
export const sessionOf = ({ status, body }: Answer): Session => {
  if (status !== 200) throw new Error(`no session: ${JSON.stringify(body)}`);
  return Session.parse(body);
};

/** Somebody with an account, at a browser of their own. */
export interface Person extends Session {
  readonly browser: Browser;
  readonly email: string;
  /** A call with their token. */
  call(method: string, path: string, body?: object): Promise<Answer>;
}

const personOf = (browser: Browser, email: string, session: Session): Person => ({
  ...session,
  browser,
  email,
  call: (method, path, body) => browser.call(method, path, { token: session.idToken, ...(body && { body }) }),
});

// E-mails of one instant go out in any order; on a clock that stands all of them would be.
const nextMoment = (clock: TestGateway['clock']): void => clock.advance(1);

/** Somebody nobody knows yet. */
export const visit = async (gateway: TestGateway): Promise<Person> => {
  const browser = createBrowser(gateway.url);
  return personOf(browser, '', sessionOf(await browser.call('POST', '/api/auth/anonymous', { body: {} })));
};

/** Registers somebody. */
export const register = async (gateway: TestGateway, email: string): Promise<Person> => {
  const browser = createBrowser(gateway.url);
  const registration = { email, password: PASSWORD, visible: true, policyAccepted: true };
  const session = sessionOf(await browser.call('POST', '/api/auth/register', { body: registration }));
  nextMoment(gateway.clock);
  return personOf(browser, email, session);
};

/** Signs somebody in at another browser. */
export const signIn = async (gateway: TestGateway, email: string, password = PASSWORD): Promise<Person> => {
  const browser = createBrowser(gateway.url);
  return personOf(browser, email, sessionOf(await browser.call('POST', '/api/auth/login', { body: { email, password } })));
};

const Emails = z.array(z.object({ id: z.string(), subject: z.string(), text: z.string(), html: z.string() }));

/** An e-mail as its recipient gets it. */
export type ReadMessage = z.infer<typeof Emails>[number];

/** The e-mails to an address, the last one first: those that wait, and those that the sandbox has received. */
export const messagesTo = async ({ database, sandboxUrl, clock }: TestGateway, email: string): Promise<ReadMessage[]> => {
  nextMoment(clock);
  const waiting = Emails.parse(await database.knex('mail').where({ recipient: email }).orderBy('rowid', 'desc').select('id', 'subject', 'text', 'html'));
  // Asked second: an e-mail that is sent meanwhile is in both and never in neither.
  const sent = sandboxUrl === null ? [] : Emails.parse(await (await fetch(`${sandboxUrl}/mail?to=${encodeURIComponent(email)}`)).json());
  const known = new Set(sent.map(({ id }) => id));
  return [...waiting.filter(({ id }) => !known.has(id)), ...sent];
};

/** The code that somebody was mailed last. */
export const codeFor = async (gateway: TestGateway, email: string): Promise<string> => {
  const [message] = await messagesTo(gateway, email);
  const codes = message?.text.match(/(?<!\d)\d{6}(?!\d)/g) ?? [];
  if (codes.length !== 1 || codes[0] === undefined) throw new Error(`not one code in: ${message?.text ?? 'no e-mail'}`);
  return codes[0];
};

/** Some six digits that are another code. */
export const otherCode = (code: string, distance = 1): string => String((Number(code) + distance) % 1_000_000).padStart(6, '0');

/** The token of the link that somebody was mailed last. */
export const resetTokenFor = async (gateway: TestGateway, email: string): Promise<string> => {
  const [message] = await messagesTo(gateway, email);
  const [link = ''] = message?.text.match(/https?:\S+resetToken=\S+/) ?? [];
  return new URL(link).searchParams.get('resetToken') ?? '';
};

/** Verifies somebody's address by the code of their e-mail. */
export const verify = async (gateway: TestGateway, person: Person): Promise<void> => {
  await person.call('POST', '/api/users/verifyEmail', { code: await codeFor(gateway, person.email) });
};
