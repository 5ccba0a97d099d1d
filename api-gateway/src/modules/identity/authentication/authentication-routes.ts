import { anonymousSession, err, login, logout, ok, refresh, register } from '@mahlzeit/contract';
import type { ErrorCode, Result, Session } from '@mahlzeit/contract';
import type { Request } from 'express';
import { openRoute } from '../../../platform';
import type { BoundRoute, GatewayAddress, RouteContext, RouteError } from '../../../platform';
import { clearedCookie, isFromOtherSite, readRefreshCookie, refreshCookie } from '../session';
import type { OpenedSession, SessionService } from '../session';
import type { LoginService } from './login-service';
import type { RegistrationService } from './registration-service';
import type { VisitorService } from './visitor-service';

export interface AuthenticationRoutesDeps {
  readonly visitors: VisitorService;
  readonly registrations: RegistrationService;
  readonly logins: LoginService;
  readonly sessions: SessionService;
  readonly address: GatewayAddress;
}

type Raw = RouteContext['raw'];

// A header that no form and no foreign page can send: the cookie alone must not be enough.
const isFromOurPage = (request: Request): boolean => request.get('X-Mahlzeit') === '1';

type Opening = Promise<Result<OpenedSession, RouteError | ErrorCode>>;

/** Routes by which a session begins, continues and ends. */
export const authenticationRoutes = ({
  visitors,
  registrations,
  logins,
  sessions,
  address,
}: AuthenticationRoutesDeps): readonly BoundRoute[] => {
  const cookieOf = (request: Request): string | null => readRefreshCookie(address, request.get('Cookie'));

  // Asked before anything is opened: what a foreign page sends leaves no trace, neither here nor in the browser.
  const handOut = async (
    open: () => Opening,
    { request, response }: Raw,
  ): Promise<Result<Session, RouteError | ErrorCode>> => {
    if (isFromOtherSite(address, request.headers)) return err('notAllowed');
    const opened = await open();
    if (!opened.ok) return opened;
    response.append('Set-Cookie', refreshCookie(address, opened.value.refreshToken));
    return ok(opened.value.answer);
  };

  return [
    openRoute(anonymousSession, ({ address: from, raw }) => handOut(() => visitors.start(from), raw)),

    openRoute(register, ({ body, session, address: from, signal, raw }) =>
      handOut(async () => {
        // Who comes without a session is somebody new: without this, strangers could be mailed without end.
        const newcomer = session === null ? await visitors.admit(from) : ok(undefined);
        const admitted = newcomer.ok ? await registrations.admit(from) : newcomer;
        return admitted.ok ? registrations.register(body, session, signal) : admitted;
      }, raw),
    ),

    openRoute(login, ({ body, address: from, raw }) =>
      handOut(() => logins.login(body, { address: from, cookie: cookieOf(raw.request) }), raw),
    ),

    openRoute(refresh, async ({ raw }) => {
      if (!isFromOurPage(raw.request)) return err('notAllowed');
      // The cookie of a refused refresh stays: another tab may just have been handed a new one.
      return handOut(() => sessions.refresh(cookieOf(raw.request) ?? ''), raw);
    }),

    openRoute(logout, async ({ raw }) => {
      if (!isFromOurPage(raw.request) || isFromOtherSite(address, raw.request.headers)) return err('notAllowed');
      await sessions.end(cookieOf(raw.request) ?? '');
      raw.response.append('Set-Cookie', clearedCookie(address));
      return ok({});
    }),
  ];
};
