import { err, ok } from '@mahlzeit/contract';
import type { ErrorCode, Result, Session } from '@mahlzeit/contract';
import type { GatewayAddress, RouteContext, RouteError } from '../../../platform';
import type { SetBrowserChannel } from '../user';
import { formatDeviceCookie } from './known-device';
import type { KnownDevices } from './known-device';
import { formatRefreshCookie, isFromOtherSite } from './refresh-token';
import type { OpenedSession } from './session-service';

type RawHttpExchange = RouteContext['raw'];

type SessionResult = Result<Session, RouteError | ErrorCode>;

export interface SessionResponderDeps {
  readonly address: GatewayAddress;
  readonly knownDevices: Pick<KnownDevices, 'issue'>;
  /** Gives the browser the channel of its account. */
  readonly setBrowserChannel: SetBrowserChannel;
}

/** Answers a request with a new session: the body, and the cookies of the browser. */
export interface SessionResponder {
  /**
   * Opens a session and sets its cookie. Checks the origin of the request first: a request from another site must not
   * change the gateway's data or the browser's cookie.
   */
  respond(
    openSession: () => Promise<Result<OpenedSession, RouteError | ErrorCode>>,
    exchange: RawHttpExchange,
  ): Promise<SessionResult>;
  /**
   * Responds like `respond`, and lets the browser prove later that it has signed in to this account. Only for requests
   * in which the owner of the account has proved to be one, or has just made it.
   */
  respondToOwner(
    openSession: () => Promise<Result<OpenedSession, RouteError | ErrorCode>>,
    exchange: RawHttpExchange,
  ): Promise<SessionResult>;
}

/** Creates the responder, which all routes share that open a session. */
export const createSessionResponder = ({
  address,
  knownDevices,
  setBrowserChannel,
}: SessionResponderDeps): SessionResponder => {
  const respond: SessionResponder['respond'] = async (openSession, exchange) => {
    if (isFromOtherSite(address, exchange.request.headers)) return err('notAllowed');
    const openedSession = await openSession();
    if (!openedSession.ok) return openedSession;
    const { answer, refreshToken, releaseChannel } = openedSession.value;
    exchange.response.append('Set-Cookie', formatRefreshCookie(address, refreshToken));
    setBrowserChannel(exchange, releaseChannel);
    return ok(answer);
  };

  return {
    respond,
    async respondToOwner(openSession, exchange) {
      const session = await respond(openSession, exchange);
      const email = session.ok ? session.value.account.email : null;
      if (email !== null)
        exchange.response.append('Set-Cookie', formatDeviceCookie(address, await knownDevices.issue(email)));
      return session;
    },
  };
};
