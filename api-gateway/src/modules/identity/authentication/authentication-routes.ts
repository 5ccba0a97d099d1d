import { anonymousSession, err, login, logout, ok, refresh, register } from '@mahlzeit/contract';
import type { Request } from 'express';
import { openRoute } from '../../../platform';
import type { BoundRoute, GatewayAddress } from '../../../platform';
import type { EnumerationGuard } from '../credentials';
import { isFromOtherSite, readRefreshCookie, removedRefreshCookie } from '../session';
import type { ReadSignInBrowser, SessionAnswers, SessionService } from '../session';
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
  readonly sessionAnswers: SessionAnswers;
  readonly readSignInBrowser: ReadSignInBrowser;
  readonly address: GatewayAddress;
  /** Function that sets the browser's cookie to the release channel of its account. */
  readonly setBrowserChannel: SetBrowserChannel;
}

// Checks a header that a form or a page of another origin can't send. Requests that use the cookie must contain it,
// because browsers send the cookie automatically.
const isFromOurPage = (request: Request): boolean => request.get('X-Mahlzeit') === '1';

/** Creates the routes that open, refresh and end a session. */
export const authenticationRoutes = ({
  visitors,
  registrations,
  logins,
  enumeration,
  sessions,
  sessionAnswers,
  readSignInBrowser,
  address,
  setBrowserChannel,
}: AuthenticationRoutesDeps): readonly BoundRoute[] => {
  const refreshCookieOf = (request: Request): string | null => readRefreshCookie(address, request.get('Cookie'));

  return [
    openRoute(anonymousSession, ({ address: clientAddress, raw }) =>
      sessionAnswers.answerWith(() => visitors.start(clientAddress), raw),
    ),

    openRoute(register, ({ body, session, address: clientAddress, signal, raw }) =>
      sessionAnswers.answerOwnerWith(async () => {
        // Applies the limit of new users to a registration without a session as well, because it creates a user.
        // Otherwise a stranger could make the gateway send any number of e-mails.
        const visitorAdmission = session === null ? await visitors.admitAddress(clientAddress) : ok(undefined);
        const admissionResult = visitorAdmission.ok
          ? await registrations.admitAddress(clientAddress)
          : visitorAdmission;
        if (!admissionResult.ok) return admissionResult;
        const { device } = readSignInBrowser(raw.request);
        return enumeration.guard(
          { address: clientAddress, email: body.email.trim().toLowerCase() },
          () => registrations.register(body, session, { device, abortSignal: signal }),
          (result) => !result.ok && result.error === 'ErrorEmailTaken',
        );
      }, raw),
    ),

    openRoute(login, async ({ body, address: clientAddress, raw }) => {
      const client = {
        address: clientAddress,
        cookie: refreshCookieOf(raw.request),
        browser: readSignInBrowser(raw.request),
      };
      return sessionAnswers.answerOwnerWith(() => logins.login(body, client), raw);
    }),

    openRoute(refresh, async ({ raw }) => {
      if (!isFromOurPage(raw.request)) return err('notAllowed');
      // Keeps the cookie after a refused refresh, because another tab may have received a new cookie at the same
      // moment.
      const { device } = readSignInBrowser(raw.request);
      return sessionAnswers.answerWith(() => sessions.refresh(refreshCookieOf(raw.request) ?? '', device), raw);
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
