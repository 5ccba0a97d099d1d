import {
  completeThirdParty,
  err,
  getProviders,
  getSignInWays,
  ok,
  SIGN_IN_CHANNEL,
  SIGN_IN_RETURN_NAMES,
  SignInStart,
  ThirdParty,
  unlinkProvider,
} from '@mahlzeit/contract';
import type { SignInMessage } from '@mahlzeit/contract';
import { Router, urlencoded } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import texts from '../../../../locales/de.json';
import {
  AppError,
  clientAddress,
  consumeAttempt,
  inlineCspSource,
  MESSAGE_PAGE_STYLE,
  renderMessagePage,
  openRoute,
  retryAfterHeader,
  route,
} from '../../../platform';
import type { BoundRoute, GatewayAddress, RateLimiter } from '../../../platform';
import { isFromOtherSite } from '../session';
import type { ReadSignInBrowser, SessionAnswers } from '../session';
import type { CompletionService } from './completion-service';
import type { LinkService } from './link-service';
import type { ProviderClients } from './providers';
import type { FinishedSignIn, SignInService } from './sign-in-service';

// Script of the page that ends a sign-in. The header Cross-Origin-Opener-Policy separates the popup from the page that
// opened it. So the script posts its message to all pages of the app in this browser, and each page checks whether the
// message is for it.
const SIGN_IN_SCRIPT = `const channel=new BroadcastChannel('${SIGN_IN_CHANNEL}');channel.postMessage(JSON.parse(document.body.dataset.message));channel.close();window.close();`;

/** Headers of the page that ends a sign-in. The page may run only the script and style that it contains. */
const SIGN_IN_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; script-src ${inlineCspSource(SIGN_IN_SCRIPT)}; style-src ${MESSAGE_PAGE_STYLE}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

const pageTextsFor = (signInMessage: SignInMessage | null): readonly [string, string] => {
  if (signInMessage === null) return [texts.signInOverTitle, texts.signInOverText];
  if (signInMessage.ok) return [texts.signInDoneTitle, texts.signInDoneText];
  return signInMessage.code === 'cancelled'
    ? [texts.signInCancelledTitle, texts.signInCancelledText]
    : [texts.signInFailedTitle, texts.signInFailedText];
};

/**
 * Renders the page that ends a sign-in: the page posts the result to the app's other pages and closes itself. If the
 * message is null, the page says that the sign-in has expired and posts nothing.
 */
const signInPage = (signInMessage: SignInMessage | null): string => {
  const [pageTitle, text] = pageTextsFor(signInMessage);
  return renderMessagePage(
    signInMessage === null
      ? { title: pageTitle, text, script: null }
      : { title: pageTitle, text, script: SIGN_IN_SCRIPT, message: JSON.stringify(signInMessage) },
  );
};

export interface SignInRouterDeps {
  readonly signIns: SignInService;
  readonly publicUrl: string;
  /** Limits the started sign-ins of one IP address. */
  readonly limiter: RateLimiter;
}

const providerOf = (request: Request): ThirdParty => {
  const parsedProvider = ThirdParty.safeParse(request.params['provider']);
  if (!parsedProvider.success) throw new AppError('notFound');
  return parsedProvider.data;
};

const startParametersOf = (request: Request): SignInStart => {
  const startParameters = SignInStart.safeParse(request.query);
  if (!startParameters.success)
    throw new AppError('invalidRequest', {
      details: {
        issues: startParameters.error.issues.map(({ path, code }) => ({
          path: path.map(String).join('.'),
          rule: code ?? 'custom',
        })),
      },
    });
  return startParameters.data;
};

// Reads the parameters of a callback. A third party sends each parameter once, so parameters that occur several times
// are dropped.
const fieldsOf = (rawFields: unknown): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(typeof rawFields === 'object' && rawFields !== null ? rawFields : {}).flatMap(
      ([fieldName, value]: [string, unknown]) => (typeof value === 'string' ? [[fieldName, value]] : []),
    ),
  );

const sendSignInPage = (
  response: Response,
  signInMessage: SignInMessage | null,
  responseStatus = signInMessage === null ? 400 : 200,
): void => {
  response.status(responseStatus).set(SIGN_IN_PAGE_HEADERS).end(signInPage(signInMessage));
};

/**
 * Sends the browser back to the app with the outcome in the URL, for a sign-in that ran in the app's own window. The
 * code in the URL is useless without the verifier, which only this browser has stored.
 */
const redirectToApp = (response: Response, publicUrl: string, { ok: isConfirmed, code }: SignInMessage): void => {
  const returnName = isConfirmed ? SIGN_IN_RETURN_NAMES.code : SIGN_IN_RETURN_NAMES.error;
  response.set('Cache-Control', 'no-store');
  response.redirect(303, `${publicUrl}/restaurants?${new URLSearchParams({ [returnName]: code }).toString()}`);
};

/**
 * Creates the router of sign-ins. `/api/auth/{provider}/start` redirects the browser to the provider. The provider
 * redirects the browser back to `/api/auth/{provider}/callback`.
 */
export const createSignInRouter = ({ signIns, publicUrl, limiter }: SignInRouterDeps): Router => {
  const sendOutcome = (response: Response, { message, display }: FinishedSignIn, responseStatus = 200): void =>
    display === 'page'
      ? redirectToApp(response, publicUrl, message)
      : sendSignInPage(response, message, responseStatus);

  const handleCallback =
    (readFields: (request: Request) => unknown): RequestHandler =>
    async (request, response) => {
      const finishedSignIn = await signIns.finish({
        provider: providerOf(request),
        fields: fieldsOf(readFields(request)),
      });
      if (finishedSignIn === null) sendSignInPage(response, null);
      else sendOutcome(response, finishedSignIn);
    };

  const router = Router({ strict: true, caseSensitive: true });
  router.get('/api/auth/:provider/start', async (request, response) => {
    const [provider, startParameters] = [providerOf(request), startParametersOf(request)];
    const { display, challenge } = startParameters;
    const failedSignIn = (code: string): FinishedSignIn => ({
      message: { type: 'mahlzeit-sign-in', ok: false, challenge, code },
      display,
    });
    const attemptAdmission = await consumeAttempt(limiter, clientAddress(request));
    // Shows the error in the popup, because the user is looking at it, and also posts the error to the app's page that
    // waits for the popup.
    if (!attemptAdmission.ok) {
      response.set(retryAfterHeader(attemptAdmission.error));
      return sendOutcome(response, failedSignIn('ErrorTooManyAttempts'), 429);
    }
    const pageUrl = await signIns.beginSignIn(provider, startParameters);
    if (pageUrl === null)
      throw new AppError('invalidRequest', { details: { issues: [{ path: 'provider', rule: 'disabled' }] } });
    response.set('Cache-Control', 'no-store');
    if (pageUrl.ok) return response.redirect(302, pageUrl.value);
    sendOutcome(response, failedSignIn(pageUrl.error.code), 503);
  });
  router
    .route('/api/auth/:provider/callback')
    .get(handleCallback((request) => request.query))
    // Apple's callback is a form POST from Apple's own site (form_post).
    .post(
      urlencoded({ extended: false, limit: '20kb' }),
      handleCallback((request) => request.body),
    );
  return router;
};

export interface ThirdPartyRoutesDeps {
  readonly clients: ProviderClients;
  readonly completions: CompletionService;
  readonly links: LinkService;
  readonly address: GatewayAddress;
  readonly sessionAnswers: SessionAnswers;
  readonly readSignInBrowser: ReadSignInBrowser;
}

/** Creates the routes that list the third parties, complete a sign-in, and list and remove links. */
export const thirdPartyRoutes = ({
  clients,
  completions,
  links,
  address,
  sessionAnswers,
  readSignInBrowser,
}: ThirdPartyRoutesDeps): readonly BoundRoute[] => [
  openRoute(getProviders, async () =>
    ok(ThirdParty.options.map((provider) => ({ provider, enabled: clients[provider] !== null }))),
  ),

  route(completeThirdParty, async ({ params: { provider }, body, session, raw }) => {
    if (isFromOtherSite(address, raw.request.headers)) return err('notAllowed');
    const browser = readSignInBrowser(raw.request);
    const completionResult = await completions.complete(body, { provider, caller: session, browser });
    if (!completionResult.ok) return completionResult;
    if (completionResult.value.kind === 'continued') return ok(completionResult.value.session);
    const { opened } = completionResult.value;
    return sessionAnswers.answerOwnerWith(async () => ok(opened), raw);
  }),

  route(getSignInWays, async ({ session }) => ok(await links.readWays(session.uid))),
  route(unlinkProvider, ({ session, params: { provider } }) => links.unlink(session, provider)),
];
