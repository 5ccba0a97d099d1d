import { err, ok } from '@mahlzeit/contract';
import type { ErrorCode, Result, Session } from '@mahlzeit/contract';
import { noteCaller } from '../../../platform';
import type { RouteContext, RouteError } from '../../../platform';
import type { SetBrowserChannel } from '../user';
import type { CookieOrigin } from './auth-cookie';
import { formatDeviceCookie } from './known-device';
import type { KnownDevices } from './known-device';
import { formatRefreshCookie, isFromOtherSite } from './refresh-token';
import type { OpenedSession } from './session-service';

type RawHttpExchange = RouteContext['raw'];

type SessionAnswer = Promise<Result<Session, RouteError | ErrorCode>>;

/** Function that opens a session, or fails with the error that the answer reports. */
type OpenSession = () => Promise<Result<OpenedSession, RouteError | ErrorCode>>;

/** Builds the responses of routes that open or renew a session: the body, and the cookies of the browser. */
export interface SessionAnswers {
  /**
   * Opens a session and gives the browser its cookie. A request from another site is refused before, because it must
   * change neither the gateway's data nor the browser's cookie.
   */
  answerWith(openSession: OpenSession, exchange: RawHttpExchange): SessionAnswer;
  /**
   * Opens a session after somebody has proved to be the owner of the account, and gives the browser its cookie. The
   * browser also gets the token by which later sign-ins recognise it.
   */
  answerOwnerWith(openSession: OpenSession, exchange: RawHttpExchange): SessionAnswer;
}

interface SessionAnswersDeps {
  readonly address: CookieOrigin;
  readonly knownDevices: Pick<KnownDevices, 'issue'>;
  /** Function that sets the browser's cookie to the release channel of its account. */
  readonly setBrowserChannel: SetBrowserChannel;
}

/** Creates the functions that build the responses of all sign-in methods. */
export const createSessionAnswers = ({
  address,
  knownDevices,
  setBrowserChannel,
}: SessionAnswersDeps): SessionAnswers => {
  const answerWith: SessionAnswers['answerWith'] = async (openSession, exchange) => {
    if (isFromOtherSite(address, exchange.request.headers)) return err('notAllowed');
    const openedSession = await openSession();
    if (!openedSession.ok) return openedSession;
    const { answer, refreshToken, releaseChannel } = openedSession.value;
    noteCaller(exchange.response, answer.account.uid);
    exchange.response.append('Set-Cookie', formatRefreshCookie(address, refreshToken));
    setBrowserChannel(exchange, releaseChannel);
    return ok(answer);
  };

  return {
    answerWith,
    async answerOwnerWith(openSession, exchange) {
      const session = await answerWith(openSession, exchange);
      const email = session.ok ? session.value.account.email : null;
      if (email !== null)
        exchange.response.append('Set-Cookie', formatDeviceCookie(address, knownDevices.issue(email)));
      return session;
    },
  };
};
