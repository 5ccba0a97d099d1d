import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import express, { Router } from 'express';
import type { Request, Response } from 'express';
import * as z from 'zod/mini';
import texts from '../../locales/de.json';
import { html, sendPage } from '../platform';
import type { Html, IssuedTokens, Page, SandboxDatabase } from '../platform';
import type { SignInClients } from './clients';
import { loginPathByProvider, personOf, ProviderName, titleByProvider } from './provider';
import type { Person } from './provider';

const LoginQuery = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.string(),
  response_mode: z._default(z.string(), 'query'),
  scope: z._default(z.string(), ''),
  state: z.optional(z.string()),
  nonce: z.optional(z.string()),
  max_age: z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
  code_challenge: z.optional(z.string().check(z.regex(/^[\w-]{43}$/))),
  code_challenge_method: z.optional(z.literal('S256')),
});

/** Checked query parameters of a sign-in page. */
interface LoginRequest {
  readonly redirectUri: string;
  readonly isFormPost: boolean;
  readonly scope: string;
  readonly state: string | null;
  readonly nonce: string | null;
  /** Whether the product requests the time at which the user has signed in (OpenID Connect, `max_age`). */
  readonly asksAuthTime: boolean;
  readonly challenge: string | null;
}

/** A client of a sign-in provider: its id, and the URL to which the provider sends users back. */
interface RegisteredClient {
  readonly clientId: string;
  readonly redirectUri: string;
}

// Checks whether a sign-in may request these permissions: Apple sends name and e-mail address only by form post, and
// Google uses OpenID only if the scope contains `openid`.
const isScopeAllowed = (provider: ProviderName, scope: readonly string[], isFormPost: boolean): boolean => {
  if (provider === 'apple')
    return isFormPost || !scope.some((scopeName) => scopeName === 'name' || scopeName === 'email');
  return provider === 'facebook' || scope.includes('openid');
};

/** Validates the query of a sign-in page. The error is the name of the wrong parameter. */
const validateLoginRequest = (
  provider: ProviderName,
  client: RegisteredClient,
  query: unknown,
): Result<LoginRequest, string> => {
  const parsedQuery = LoginQuery.safeParse(query);
  if (!parsedQuery.success) return err(String(parsedQuery.error.issues[0]?.path[0] ?? 'query'));
  const queryFields = parsedQuery.data;
  if (queryFields.client_id !== client.clientId) return err('client_id');
  if (queryFields.redirect_uri !== client.redirectUri) return err('redirect_uri');
  if (queryFields.response_type !== 'code') return err('response_type');
  if ((queryFields.code_challenge === undefined) !== (queryFields.code_challenge_method === undefined))
    return err('code_challenge_method');
  const isFormPost = queryFields.response_mode === 'form_post';
  if (!isFormPost && queryFields.response_mode !== 'query') return err('response_mode');
  if (!isScopeAllowed(provider, queryFields.scope.split(/[ ,]+/), isFormPost))
    return err(provider === 'apple' ? 'response_mode' : 'scope');
  return ok({
    redirectUri: queryFields.redirect_uri,
    isFormPost,
    scope: queryFields.scope,
    state: queryFields.state ?? null,
    nonce: queryFields.nonce ?? null,
    asksAuthTime: queryFields.max_age !== undefined,
    challenge: queryFields.code_challenge ?? null,
  });
};

/** Values that an imitated sign-in page shows. */
interface LoginView {
  readonly provider: ProviderName;
  /** URL to which the form of the sign-in page is sent: the page itself, with its query. */
  readonly action: string;
  /** Origin to which the browser is redirected after the sign-in at the provider. */
  readonly returnsTo: string;
  readonly email: string;
  readonly name: string;
  readonly isEmailMissing: boolean;
}

const hideEmailCheckbox = (provider: ProviderName): Html | null => {
  if (provider === 'google') return null;
  const checkboxLabel = provider === 'apple' ? texts.signInHideEmail : texts.signInKeepEmail;
  return html`<label class="tick"><input type="checkbox" name="hidesEmail" value="true" />${checkboxLabel}</label>`;
};

/**
 * Renders the imitated sign-in page of a provider. The page asks for no password: anybody may sign in with any e-mail
 * address.
 */
const loginPage = ({ provider, action, returnsTo, email, name, isEmailMissing }: LoginView): Page => {
  const pageTitle = texts.signInTitle.replace('{provider}', titleByProvider[provider]);
  return {
    title: pageTitle,
    allowedFormTargets: [returnsTo],
    body: html`<main class="narrow">
      <section>
        <h1>${pageTitle}</h1>
        <p class="soft">${texts.signInApp.replace('{app}', 'Mahlzeit')}</p>
        <p class="note">${texts.signInNote}</p>
        <form method="post" action="${action}" novalidate>
          <label
            >${texts.signInEmail}<input
              type="email"
              name="email"
              value="${email}"
              autocomplete="off"
              autofocus${isEmailMissing ? html` aria-invalid="true" aria-describedby="email-error"` : null}
          /></label>
          ${isEmailMissing ? html`<p id="email-error" class="note" role="alert">${texts.signInEmailMissing}</p>` : null}
          <label>${texts.signInName}<input name="name" value="${name}" autocomplete="off" /></label
          >${hideEmailCheckbox(provider)}
          <div class="row">
            <button class="main" name="result" value="allow">${texts.signInAllow}</button
            ><button name="result" value="cancel">${texts.signInCancel}</button>
          </div>
        </form>
      </section>
    </main>`,
  };
};

/** Renders the page for an invalid sign-in request, which must not redirect anywhere. */
const refusedPage = (reason: string): Page => ({
  title: texts.signInRefusedTitle,
  body: html`<main class="narrow">
    <section>
      <h1>${texts.signInRefusedTitle}</h1>
      <p>${texts.signInRefused.replace('{reason}', () => reason)}</p>
    </section>
  </main>`,
});

/**
 * Renders a page that sends the result of a sign-in in a form (`form_post`), as Apple does. A button serves browsers
 * without scripts.
 */
const formPostPage = (redirectUri: string, formFields: Readonly<Record<string, string>>): Page => ({
  title: texts.signInReturn,
  allowedFormTargets: [new URL(redirectUri).origin],
  script: 'document.forms[0].submit();',
  body: html`<main class="narrow">
    <form method="post" action="${redirectUri}">
      ${Object.entries(formFields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}<button
        class="main"
      >
        ${texts.signInReturn}
      </button>
    </form>
  </main>`,
});

interface LoginRouterDeps {
  readonly database: SandboxDatabase;
  readonly clients: SignInClients;
  readonly issuedTokens: IssuedTokens;
  /** Returns the product's URL to which the provider sends users back, the only one that is registered. */
  redirectUri(provider: ProviderName): string;
  readonly realNow: () => number;
}

const CODE_LIFE_MS = 5 * 60_000;

const LoginForm = z.object({
  email: z._default(z.string(), ''),
  name: z._default(z.string(), ''),
  hidesEmail: z._default(
    z.union([
      z.boolean(),
      z.pipe(
        z.literal('true'),
        z.transform(() => true),
      ),
    ]),
    false,
  ),
  result: z.enum(['allow', 'cancel']),
});

const cancelFieldsByProvider: Readonly<Record<ProviderName, Readonly<Record<string, string>>>> = {
  google: { error: 'access_denied' },
  apple: { error: 'user_cancelled_authorize' },
  facebook: {
    error: 'access_denied',
    error_code: '200',
    error_description: 'Permissions error',
    error_reason: 'user_denied',
  },
};

const isEmailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text);

const isFirstVisit = (database: SandboxDatabase, { provider, subject }: Person): boolean =>
  database.prepare('insert or ignore into introduced (provider, subject) values (?, ?)').run(provider, subject)
    .changes > 0;

// Returns the form field with the user's name, which Apple sends only at the first sign-in.
const firstSignInFields = (database: SandboxDatabase, person: Person): Record<string, string> => {
  if (person.provider !== 'apple' || !isFirstVisit(database, person)) return {};
  const [firstName = '', ...lastNames] = person.name.split(' ');
  return { user: JSON.stringify({ name: { firstName, lastName: lastNames.join(' ') }, email: person.email }) };
};

const redirectToProduct = (
  response: Response,
  { redirectUri, isFormPost, state }: LoginRequest,
  answerFields: Readonly<Record<string, string>>,
): void => {
  const responseFields = { ...(state === null ? {} : { state }), ...answerFields };
  if (isFormPost) return sendPage(response, formPostPage(redirectUri, responseFields));
  const responseUrl = new URL(redirectUri);
  for (const [name, value] of Object.entries(responseFields)) responseUrl.searchParams.set(name, value);
  response.redirect(302, responseUrl.href);
};

/** Creates the routes of the imitated sign-in pages: GET returns the page, POST redirects to the product. */
export const createLoginRouter = ({
  database,
  clients,
  issuedTokens,
  redirectUri,
  realNow,
}: LoginRouterDeps): Router => {
  const router = Router();

  const openLogin = (provider: ProviderName, request: Request, response: Response): LoginRequest | null => {
    const validationResult = validateLoginRequest(
      provider,
      { clientId: clients.signIn[provider].clientId, redirectUri: redirectUri(provider) },
      request.query,
    );
    if (validationResult.ok) return validationResult.value;
    response.status(400);
    sendPage(response, refusedPage(validationResult.error));
    return null;
  };

  const showLoginPage = (
    provider: ProviderName,
    request: Request,
    response: Response,
    submittedForm: { readonly email: string; readonly name: string } | null = null,
  ): void => {
    const returnsTo = new URL(redirectUri(provider)).origin;
    sendPage(
      response,
      loginPage({
        provider,
        action: request.originalUrl,
        returnsTo,
        email: submittedForm?.email ?? '',
        name: submittedForm?.name ?? '',
        isEmailMissing: submittedForm !== null,
      }),
    );
  };

  for (const provider of ProviderName.options) {
    router
      .route(loginPathByProvider[provider])
      .get((request, response) => {
        if (openLogin(provider, request, response) !== null) showLoginPage(provider, request, response);
      })
      .post(express.urlencoded({ extended: false }), express.json(), (request, response) => {
        const loginRequest = openLogin(provider, request, response);
        if (loginRequest === null) return;
        const loginForm = LoginForm.safeParse(request.body);
        if (!loginForm.success) return sendPage(response.status(400), refusedPage('result'));
        if (loginForm.data.result === 'cancel')
          return redirectToProduct(response, loginRequest, cancelFieldsByProvider[provider]);
        const email = loginForm.data.email.trim().toLowerCase();
        const name = loginForm.data.name.trim();
        if (!isEmailAddress(email)) return showLoginPage(provider, request, response.status(400), { email, name });
        const person = personOf(provider, { email, name, hidesEmail: loginForm.data.hidesEmail });
        const { redirectUri: returnUrl, scope, nonce, challenge, asksAuthTime } = loginRequest;
        // Time of the sign-in: now, because nobody stays signed in at the sandbox.
        const authTime = asksAuthTime ? Math.floor(realNow() / 1000) : null;
        const signInCode = issuedTokens.issueToken(
          'code',
          { person, redirectUri: returnUrl, scope, nonce, challenge, authTime },
          CODE_LIFE_MS,
        );
        redirectToProduct(response, loginRequest, { code: signInCode, ...firstSignInFields(database, person) });
      });
  }
  return router;
};
