import { SignInStart, ThirdParty } from '@mahlzeit/contract';
import type { SignInMessage } from '@mahlzeit/contract';
import { Router, urlencoded } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '../../../platform';
import type { RateLimiter } from '../../../platform';
import { SIGN_IN_PAGE_HEADERS, signInPage } from './sign-in-page';
import type { SignInService } from './sign-in-service';

export interface SignInRouterDeps {
  readonly signIns: SignInService;
  /** How often one address may begin. */
  readonly limiter: RateLimiter;
}

const providerOf = (request: Request): ThirdParty => {
  const provider = ThirdParty.safeParse(request.params['provider']);
  if (!provider.success) throw new AppError('notFound');
  return provider.data;
};

const startOf = (request: Request): SignInStart => {
  const start = SignInStart.safeParse(request.query);
  if (!start.success) throw new AppError('invalidRequest', { details: { issues: start.error.issues.map(({ path, code }) => ({ path: path.map(String).join('.'), rule: code ?? 'custom' })) } });
  return start.data;
};

// A parameter that comes twice is no answer of a provider.
const fieldsOf = (given: unknown): ReadonlyMap<string, string> =>
  new Map(Object.entries(typeof given === 'object' && given !== null ? given : {}).flatMap(([name, value]: [string, unknown]) => (typeof value === 'string' ? [[name, value]] : [])));

const MS_A_SECOND = 1000;

const end = (response: Response, message: SignInMessage | null, status = message === null ? 400 : 200): void => {
  response.status(status).set(SIGN_IN_PAGE_HEADERS).end(signInPage(message));
};

/** `start` leads to the provider, `callback` is where the provider sends people back to. */
export const createSignInRouter = ({ signIns, limiter }: SignInRouterDeps): Router => {
  const arrive = (fieldsIn: (request: Request) => unknown): RequestHandler => async (request, response) => {
    end(response, await signIns.arrive({ provider: providerOf(request), fields: fieldsOf(fieldsIn(request)) }));
  };

  const router = Router({ strict: true, caseSensitive: true });
  router.get('/api/auth/:provider/start', async (request, response) => {
    const [provider, start] = [providerOf(request), startOf(request)];
    const allowed = await limiter.consume(request.ip ?? '');
    // Somebody looks at this window: it says so, and so does the message to the page that waits for it.
    if (!allowed.ok) {
      response.set('Retry-After', String(Math.ceil(allowed.retryAfterMs / MS_A_SECOND)));
      return end(response, { type: 'mahlzeit-sign-in', ok: false, challenge: start.challenge, code: 'ErrorTooManyAttempts' }, 429);
    }
    const page = await signIns.begin(provider, start);
    if (page === null) throw new AppError('invalidRequest', { details: { issues: [{ path: 'provider', rule: 'disabled' }] } });
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    if (page.ok) return response.redirect(302, page.value);
    end(response, { type: 'mahlzeit-sign-in', ok: false, challenge: start.challenge, code: page.error.code }, 503);
  });
  router.route('/api/auth/:provider/callback')
    .get(arrive((request) => request.query))
    // Apple answers by a form of its own site (form_post).
    .post(urlencoded({ extended: false, limit: '20kb' }), arrive((request) => request.body));
  return router;
};
