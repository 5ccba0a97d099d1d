import type { ServerFrame } from '@mahlzeit/contract';
import type { LiveReader, LiveVerifier } from '../callers';
import type { SendBuffer, Subscriber } from './channel';
import type { Hub } from './hub';
import type { LiveLimits } from './live-limits';

/** Verified session of a client's token, and the time at which the token expires. */
export interface VerifiedCaller {
  readonly token: string;
  readonly session: LiveReader;
  /**
   * Real time in epoch milliseconds at which the token expires; Infinity for a token that is valid until it is revoked.
   */
  readonly expiresAt: number;
}

interface AdmissionDeps {
  readonly hub: Hub;
  readonly verifier: LiveVerifier;
  readonly limits: LiveLimits;
  readonly realNow: () => number;
  readonly sendBuffer: SendBuffer;
  /** IP address of the client, as rate limits count it. */
  readonly address: string;
  emit(frame: ServerFrame): void;
  /** Sends the client the error for an invalid token and closes the socket. */
  refuse(): void;
  /** Called when the client's rights can't be read. */
  onCheckFailed(error: unknown): void;
}

/** A client that may follow live topics: its session, the expiry of its token and its subscriptions. */
export interface ConnectionAdmission {
  readonly subscriber: Subscriber;
  /** Returns whether sending is stopped until the client sends a token of its user's next session. */
  isHeld(): boolean;
  /** Verifies a new token of the same user, which replaces the client's earlier token. */
  authenticate(token: string): Promise<void>;
  /**
   * Checks the client's session and its rights again. When the session has ended, all subscriptions end and the socket
   * is closed.
   */
  recheckRights(): Promise<void>;
  /**
   * Stops sending, because the user continues under a new session. Data of the new session must not reach somebody who
   * has only a token of the old one.
   */
  hold(): void;
  /** Closes the socket when its token has expired. Requests a new token from the client shortly before the expiry. */
  tick(now: number): void;
}

/** Creates the state of a client whose first token was verified. It checks the client's later tokens and rights. */
export const createAdmission = (firstCaller: VerifiedCaller, deps: AdmissionDeps): ConnectionAdmission => {
  const { hub, verifier, limits, realNow, sendBuffer, address, emit, refuse, onCheckFailed } = deps;
  let currentCaller = firstCaller;
  let isExpiryAnnounced = false;
  let heldUntilMs: number | null = null;
  const subscriber: Subscriber = {
    get session() {
      return currentCaller.session;
    },
    client: { address, person: firstCaller.session.uid },
    sendBuffer,
    subscriptions: new Map(),
  };

  const releaseFrames = (): void => {
    heldUntilMs = null;
    sendBuffer.release();
  };

  const acceptCaller = async (nextCaller: VerifiedCaller): Promise<void> => {
    currentCaller = nextCaller;
    isExpiryAnnounced = false;
    await hub.recheckRights(subscriber);
  };

  /** Checks whether the client's token is still valid. */
  const confirmToken = async (): Promise<boolean> => {
    const verification = await verifier.verify(currentCaller.token);
    if (verification.ok) await acceptCaller({ ...currentCaller, ...verification });
    return verification.ok;
  };

  // Continues sending if the new session was not created after all: the old token is then still valid. Otherwise
  // refuses the client.
  const releaseOrRefuse = async (): Promise<void> => {
    if (await confirmToken()) releaseFrames();
    else refuse();
  };

  const watchTokenExpiry = (now: number): void => {
    const msUntilExpiry = currentCaller.expiresAt - now;
    if (msUntilExpiry > limits.authNoticeMs || isExpiryAnnounced) return;
    isExpiryAnnounced = true;
    emit({ op: 'auth_required', beforeMs: msUntilExpiry });
  };

  return {
    subscriber,
    isHeld: () => heldUntilMs !== null,

    async authenticate(token) {
      const verification = await verifier.verify(token);
      if (!verification.ok || verification.session.uid !== currentCaller.session.uid) return refuse();
      const isOfNextSession = verification.session.sessionId !== currentCaller.session.sessionId;
      await acceptCaller({ token, ...verification });
      if (heldUntilMs !== null && isOfNextSession) releaseFrames();
    },

    async recheckRights() {
      if (heldUntilMs !== null || (await confirmToken())) return;
      hub.withdrawAll(subscriber);
      refuse();
    },

    hold() {
      heldUntilMs = realNow() + limits.heldForMs;
      sendBuffer.hold();
      emit({ op: 'auth_required', beforeMs: limits.heldForMs });
    },

    tick(now) {
      if (now >= currentCaller.expiresAt) return refuse();
      if (heldUntilMs === null) return watchTokenExpiry(now);
      if (now < heldUntilMs) return;
      heldUntilMs = Infinity;
      releaseOrRefuse().catch(onCheckFailed);
    },
  };
};
