import { anonymousSession, err, login, logout, ok, refresh, register } from '@mahlzeit/contract';
import type { ErrorCode, Result, Session } from '@mahlzeit/contract';
import type { Request } from 'express';
import { noteCaller, openRoute } from '../../../platform';
import type { BoundRoute, GatewayAddress, RouteContext, RouteError } from '../../../platform';
import {
  formatDeviceCookie,
  formatRefreshCookie,
  isFromOtherSite,
  readDeviceCookie,
  readRefreshCookie,
  removedRefreshCookie,
} from '../session';
import type { EnumerationGuard } from '../credentials';
import type { KnownDevices, OpenedSession, SessionService } from '../session';
import type { SetBrowserChannel } from '../user';
import type { LoginService } from './login-service';
import type { RegistrationService } from './registration-service';
import type { VisitorService } from './visitor-service';

export interface AuthenticationRoutesDeps {
  readonly visitors: VisitorService;
  readonly registrations: RegistrationService;
  readonly logins: LoginService;
  readonly sessions: SessionService;
  readonly enumeration: Pick<EnumerationGuard, 'guard'>;
  readonly knownDevices: Pick<KnownDevices, 'issue'>;
  readonly address: GatewayAddress;
  /** Gives the browser the channel of its account. */
  readonly setBrowserChannel: SetBrowserChannel;
}

type RawHttpExchange = RouteContext['raw'];

// A form or a page of another origin can't send this header. Requests that use the cookie must contain it, because
// browsers send the cookie automatically.
const isFromOurPage = (request: Request): boolean => request.get('X-Mahlzeit') === '1';

type OpenedSessionResult = Promise<Result<OpenedSession, RouteError | ErrorCode>>;

/** Creates the routes that open, refresh and end a session. */
export const authenticationRoutes = ({
  visitors,
  registrations,
  logins,
  enumeration,
  sessions,
  knownDevices,
  address,
  setBrowserChannel,
}: AuthenticationRoutesDeps): readonly BoundRoute[] => {
  const refreshCookieOf = (request: Request): string | null => readRefreshCookie(address, request.get('Cookie'));

  // Checks the origin of the request first. A request from another site must not change the gateway's data or the
  // browser's cookie.
  const respondWithSession = async (
    openSession: () => OpenedSessionResult,
    exchange: RawHttpExchange,
  ): Promise<Result<Session, RouteError | ErrorCode>> => {
    if (isFromOtherSite(address, exchange.request.headers)) return err('notAllowed');
    const openedSession = await openSession();
    if (!openedSession.ok) return openedSession;
    const { answer, refreshToken, releaseChannel } = openedSession.value;
    noteCaller(exchange.response, answer.account.uid);
    exchange.response.append('Set-Cookie', formatRefreshCookie(address, refreshToken));
    setBrowserChannel(exchange, releaseChannel);
    return ok(answer);
  };

  // Called after the owner of the account has proved to be one, by its password or as its maker.
  const rememberDevice = async (
    session: Result<Session, RouteError | ErrorCode>,
    { response }: RawHttpExchange,
  ): Promise<Result<Session, RouteError | ErrorCode>> => {
    const email = session.ok ? session.value.account.email : null;
    if (email !== null) response.append('Set-Cookie', formatDeviceCookie(address, knownDevices.issue(email)));
    return session;
  };

  return [
    openRoute(anonymousSession, ({ address: clientAddress, raw }) =>
      respondWithSession(() => visitors.start(clientAddress), raw),
    ),

    openRoute(register, async ({ body, session, address: clientAddress, signal, raw }) => {
      const sessionResult = await respondWithSession(async () => {
        // A request without a session creates a new user, so the limit of new users applies as well. Otherwise a
        // stranger could make the gateway send any number of e-mails.
        const visitorAdmission = session === null ? await visitors.admitAddress(clientAddress) : ok(undefined);
        const admissionResult = visitorAdmission.ok
          ? await registrations.admitAddress(clientAddress)
          : visitorAdmission;
        if (!admissionResult.ok) return admissionResult;
        return enumeration.guard(
          { address: clientAddress, email: body.email.trim().toLowerCase() },
          (): OpenedSessionResult => registrations.register(body, session, signal),
          (result) => !result.ok && result.error === 'ErrorEmailTaken',
        );
      }, raw);
      return rememberDevice(sessionResult, raw);
    }),

    openRoute(login, async ({ body, address: clientAddress, raw }) => {
      const client = {
        address: clientAddress,
        cookie: refreshCookieOf(raw.request),
        deviceToken: readDeviceCookie(address, raw.request.get('Cookie')),
      };
      return rememberDevice(await respondWithSession(() => logins.login(body, client), raw), raw);
    }),

    openRoute(refresh, async ({ raw }) => {
      if (!isFromOurPage(raw.request)) return err('notAllowed');
      // After a refused refresh, the cookie stays: another tab may have received a new cookie at the same moment.
      return respondWithSession(() => sessions.refresh(refreshCookieOf(raw.request) ?? ''), raw);
    }),

    openRoute(logout, async ({ raw }) => {
      if (!isFromOurPage(raw.request) || isFromOtherSite(address, raw.request.headers)) return err('notAllowed');
      await sessions.end(refreshCookieOf(raw.request) ?? '');
      raw.response.append('Set-Cookie', removedRefreshCookie(address));
      setBrowserChannel(raw, 'stable');
      return ok({});
    }),
  ];
};
