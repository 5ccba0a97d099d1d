import express, { Router, type Request, type Response } from 'express';
import * as z from 'zod/mini';
import { sendPage } from '../page/page';
import type { SandboxState } from '../state';
import type { Clients } from './clients';
import type { IssuedTokens } from './handed-out';
import { formPostPage, loginPage, refusedPage } from './login-page';
import { validateLoginRequest, type LoginRequest } from './login-request';
import { personOf } from './person';
import { loginPath, ProviderName, type Person } from './provider';

export interface LoginRouterDeps {
  readonly state: SandboxState;
  readonly clients: Clients;
  readonly issuedTokens: IssuedTokens;
  /** Where each provider sends people back to: the one address that is registered. */
  redirectUri(provider: ProviderName): string;
}

const CODE_LIFE_MS = 5 * 60_000;

const Typed = z.object({
  email: z._default(z.string(), ''),
  name: z._default(z.string(), ''),
  hidesEmail: z._default(z.union([z.boolean(), z.pipe(z.literal('true'), z.transform(() => true))]), false),
  result: z.enum(['allow', 'cancel']),
});

const cancelFields: Readonly<Record<ProviderName, Readonly<Record<string, string>>>> = {
  google: { error: 'access_denied' },
  apple: { error: 'user_cancelled_authorize' },
  facebook: { error: 'access_denied', error_code: '200', error_description: 'Permissions error', error_reason: 'user_denied' },
};

const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text);

const isFirstVisit = (state: SandboxState, { provider, subject }: Person): boolean =>
  state.prepare('insert or ignore into introduced (provider, subject) values (?, ?)').run(provider, subject).changes > 0;

// Apple tells the name once, in the body, and never again.
const introduction = (state: SandboxState, person: Person): Record<string, string> => {
  if (person.provider !== 'apple' || !isFirstVisit(state, person)) return {};
  const [firstName = '', ...rest] = person.name.split(' ');
  return { user: JSON.stringify({ name: { firstName, lastName: rest.join(' ') }, email: person.email }) };
};

const sendBack = (response: Response, { redirectUri, isFormPost, state }: LoginRequest, fields: Readonly<Record<string, string>>): void => {
  const answer = { ...(state === null ? {} : { state }), ...fields };
  if (isFormPost) return sendPage(response, formPostPage(redirectUri, answer));
  const address = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value);
  response.redirect(302, address.href);
};

/** The sign-in pages; each answers a GET with its page and a POST with the way back. */
export const createLoginRouter = ({ state, clients, issuedTokens, redirectUri }: LoginRouterDeps): Router => {
  const router = Router();

  const open = (provider: ProviderName, request: Request, response: Response): LoginRequest | null => {
    const asked = validateLoginRequest(provider, { clientId: clients.signIn[provider].clientId, redirectUri: redirectUri(provider) }, request.query);
    if (asked.ok) return asked.value;
    response.status(400);
    sendPage(response, refusedPage(asked.error));
    return null;
  };

  const show = (provider: ProviderName, request: Request, response: Response, typed: { readonly email: string; readonly name: string } | null = null): void => {
    const returnsTo = new URL(redirectUri(provider)).origin;
    sendPage(response, loginPage({ provider, action: request.originalUrl, returnsTo, email: typed?.email ?? '', name: typed?.name ?? '', isEmailMissing: typed !== null }));
  };

  for (const provider of ProviderName.options) {
    router.route(loginPath[provider])
      .get((request, response) => {
        if (open(provider, request, response) !== null) show(provider, request, response);
      })
      .post(express.urlencoded({ extended: false }), express.json(), (request, response) => {
        const asked = open(provider, request, response);
        if (asked === null) return;
        const typed = Typed.safeParse(request.body);
        if (!typed.success) return sendPage(response.status(400), refusedPage('result'));
        if (typed.data.result === 'cancel') return sendBack(response, asked, cancelFields[provider]);
        const email = typed.data.email.trim().toLowerCase();
        const name = typed.data.name.trim();
        if (!isEmail(email)) return show(provider, request, response.status(400), { email, name });
        const person = personOf(provider, { email, name, hidesEmail: typed.data.hidesEmail });
        const { redirectUri: returnTo, scope, nonce, challenge } = asked;
        const code = issuedTokens.issue('code', { person, redirectUri: returnTo, scope, nonce, challenge }, CODE_LIFE_MS);
        sendBack(response, asked, { code, ...introduction(state, person) });
      });
  }
  return router;
};
