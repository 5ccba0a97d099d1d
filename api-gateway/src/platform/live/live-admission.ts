import type { ServerFrame } from '@mahlzeit/contract';
import type { LiveReader, LiveVerifier } from '../callers';
import type { SendBuffer, Subscriber } from './channel';
import type { Hub } from './hub';
import type { LiveLimits } from './live-limits';

/** Whom a token lets in, and until when. */
export interface Pass {
  readonly token: string;
  readonly session: LiveReader;
  /** Real time; Infinity: until it is revoked. */
  readonly expiresAt: number;
}

interface AdmissionDeps {
  readonly hub: Hub;
  readonly verifier: LiveVerifier;
  readonly limits: LiveLimits;
  readonly realNow: () => number;
  readonly sendBuffer: SendBuffer;
  emit(frame: ServerFrame): void;
  /** The token is worth nothing: says so and closes. */
  refuse(): void;
  /** The client's rights couldn't be read. */
  onCheckFailed(error: unknown): void;
}

/** A client that was let in: whose it is and until when, and what it follows. */
export interface Admission {
  readonly subscriber: Subscriber;
  /** It is told nothing until it shows a token of its user's next session. */
  isHeld(): boolean;
  /** Shows a fresh token of the same user. */
  authenticate(token: string): Promise<void>;
  /** Checks again what it may read; where its session is over it loses everything. */
  recheckRights(): Promise<void>;
  /** Its user goes on under another session: nothing of that one must reach who only knew this one. */
  hold(): void;
  /** Looks after the token's end, and the end of a hold. */
  tick(now: number): void;
}

/** Lets a client in. */
export const createAdmission = (first: Pass, deps: AdmissionDeps): Admission => {
  const { hub, verifier, limits, realNow, sendBuffer, emit, refuse, onCheckFailed } = deps;
  let pass = first;
  let isNoticed = false;
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

  const accept = async (next: Pass): Promise<void> => {
    pass = next;
    isNoticed = false;
    await hub.recheckRights(subscriber);
  };

  /** Whether what it came in with still holds; without it, it is on its way out. */
  const isConfirmed = async (): Promise<boolean> => {
    const verdict = await verifier.verify(pass.token);
    if (verdict.ok) await accept({ ...pass, ...verdict });
    return verdict.ok;
  };

  // The other session may not have come about.
  const settleHold = async (): Promise<void> => {
    if (await isConfirmed()) release();
    else refuse();
  };

  const watchToken = (now: number): void => {
    const beforeMs = pass.expiresAt - now;
    if (beforeMs > limits.authNoticeMs || isNoticed) return;
    isNoticed = true;
    emit({ op: 'auth_required', beforeMs });
  };

  return {
    subscriber,
    isHeld: () => heldUntil !== null,

    async authenticate(token) {
      const verdict = await verifier.verify(token);
      if (!verdict.ok || verdict.session.uid !== pass.session.uid) return refuse();
      const isOfNextSession = verdict.session.sessionId !== pass.session.sessionId;
      await accept({ token, ...verdict });
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
