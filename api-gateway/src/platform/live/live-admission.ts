import type { ServerFrame } from '@mahlzeit/contract';
import type { LiveReader, LiveVerifier } from '../callers';
import type { SendBuffer, Subscriber } from './channel';
import type { Hub } from './hub';
import type { LiveLimits } from './live-limits';

/** Session of a token and its expiry. */
export interface VerifiedCaller {
  readonly token: string;
  readonly session: LiveReader;
  /** Real time; Infinity until revoked. */
  readonly expiresAt: number;
}

interface AdmissionDeps {
  readonly hub: Hub;
  readonly verifier: LiveVerifier;
  readonly limits: LiveLimits;
  readonly realNow: () => number;
  readonly sendBuffer: SendBuffer;
  emit(frame: ServerFrame): void;
  /** Reports an invalid token and closes the socket. */
  refuse(): void;
  /** Called when the client's rights can't be read. */
  onCheckFailed(error: unknown): void;
}

/** An admitted client: its session, its expiry and its subscriptions. */
export interface Admission {
  readonly subscriber: Subscriber;
  /** Whether the client gets nothing until it presents a token of its user's next session. */
  isHeld(): boolean;
  /** Presents a new token of the same user. */
  authenticate(token: string): Promise<void>;
  /** Checks the rights again. A client whose session is over loses everything. */
  recheckRights(): Promise<void>;
  /**
   * Stops sending, because the user continues under another session. Data of that session must not reach a holder of
   * the old one.
   */
  hold(): void;
  /** Checks the expiry of the token and of a hold. */
  tick(now: number): void;
}

/** Creates the admission of a client. */
export const createAdmission = (firstPass: VerifiedCaller, deps: AdmissionDeps): Admission => {
  const { hub, verifier, limits, realNow, sendBuffer, emit, refuse, onCheckFailed } = deps;
  let pass = firstPass;
  let isRevocationNoticed = false;
  let heldUntil: number | null = null;
  const subscriber: Subscriber = {
    get session() {
      return pass.session;
    },
    sendBuffer,
    subscriptions: new Map(),
  };

  const release = (): void => {
    heldUntil = null;
    sendBuffer.release();
  };

  const acceptPass = async (nextPass: VerifiedCaller): Promise<void> => {
    pass = nextPass;
    isRevocationNoticed = false;
    await hub.recheckRights(subscriber);
  };

  /** Checks whether its credentials are still valid. Otherwise the client is being closed. */
  const isConfirmed = async (): Promise<boolean> => {
    const verdict = await verifier.verify(pass.token);
    if (verdict.ok) await acceptPass({ ...pass, ...verdict });
    return verdict.ok;
  };

  // The other session may not have been created.
  const settleHold = async (): Promise<void> => {
    if (await isConfirmed()) release();
    else refuse();
  };

  const watchToken = (now: number): void => {
    const beforeMs = pass.expiresAt - now;
    if (beforeMs > limits.authNoticeMs || isRevocationNoticed) return;
    isRevocationNoticed = true;
    emit({ op: 'auth_required', beforeMs });
  };

  return {
    subscriber,
    isHeld: () => heldUntil !== null,

    async authenticate(token) {
      const verdict = await verifier.verify(token);
      if (!verdict.ok || verdict.session.uid !== pass.session.uid) return refuse();
      const isOfNextSession = verdict.session.sessionId !== pass.session.sessionId;
      await acceptPass({ token, ...verdict });
      if (heldUntil !== null && isOfNextSession) release();
    },

    async recheckRights() {
      if (heldUntil !== null || (await isConfirmed())) return;
      hub.withdrawAll(subscriber);
      refuse();
    },

    hold() {
      heldUntil = realNow() + limits.heldForMs;
      sendBuffer.hold();
      emit({ op: 'auth_required', beforeMs: limits.heldForMs });
    },

    tick(now) {
      if (now >= pass.expiresAt) return refuse();
      if (heldUntil === null) return watchToken(now);
      if (now < heldUntil) return;
      heldUntil = Infinity;
      settleHold().catch(onCheckFailed);
    },
  };
};
