import { err } from '@mahlzeit/contract';
import type { SignInIntent, SignInMessage, ThirdParty } from '@mahlzeit/contract';
import { useReloadHold, useShell } from '@mahlzeit/shared-ui/platform';
import { useEffect, useEffectEvent, useState } from 'react';
import { onSignInMessage, openSignInWindow, startAddressOf } from './sign-in-window';
import { isWaiting, outcomeOf, stageOf } from './third-party-stage';
import type { Attempt, ThirdPartyOutcome, ThirdPartyStage } from './third-party-stage';
import { useSignInProof } from './use-sign-in-proof';

/** A sign-in at a third party, in a window of its own. */
export interface ThirdPartySignIn {
  readonly stage: ThirdPartyStage;
  /** The provider that was asked last, now or before: the focus comes back to its button. */
  readonly lastAsked: ThirdParty | null;
  /** Opens the window; to be called by a click. */
  begin(provider: ThirdParty): void;
  /** Opens another window for the same sign-in. */
  reopen(): void;
  /** Waits no longer; what the window says later is ignored. */
  cancel(): void;
}

interface ThirdPartySignInOptions {
  /** Whether somebody signs in, or proves once more who is there. */
  readonly intent: SignInIntent;
  /** Called once for each sign-in that ended otherwise than by `cancel`. */
  readonly onOutcome: (outcome: ThirdPartyOutcome) => void;
}

const opened = (provider: ThirdParty, address: string): Attempt => ({ status: openSignInWindow(address) ? 'waiting' : 'blocked', provider, address });

/** Signs in, or proves once more who is there, in a window of a third party. */
export const useThirdPartySignIn = ({ intent, onOutcome }: ThirdPartySignInOptions): ThirdPartySignIn => {
  const { session, track } = useShell();
  const { proof, renewProof } = useSignInProof();
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [lastAsked, setLastAsked] = useState<ThirdParty | null>(null);
  const known = proof === 'unsupported' ? null : proof;
  // The window in front makes this page a background one, which would be a time to load anew.
  useReloadHold(attempt !== null);

  const end = (): void => {
    setAttempt(null);
    renewProof();
  };
  const finish = useEffectEvent(async (provider: ThirdParty, message: SignInMessage, verifier: string): Promise<void> => {
    if (message.ok) setAttempt((begun) => begun && { ...begun, status: 'completing' });
    const answer = message.ok
      ? await track(session.completeThirdParty({ provider, code: message.code, verifier }))
      : err({ code: message.code, retryAfterMs: null });
    end();
    onOutcome(outcomeOf(answer, { provider, intent }));
  });
  const awaited = isWaiting(attempt) ? attempt.provider : null;
  useEffect(() => {
    if (known === null || awaited === null) return;
    return onSignInMessage(known.challenge, (message) => void finish(awaited, message, known.verifier));
  }, [awaited, known]);

  return {
    stage: stageOf(attempt, proof),
    lastAsked,
    begin(provider) {
      if (known === null || attempt !== null) return;
      setLastAsked(provider);
      setAttempt(opened(provider, startAddressOf({ provider, intent, challenge: known.challenge })));
    },
    reopen() {
      if (isWaiting(attempt)) setAttempt(opened(attempt.provider, attempt.address));
    },
    cancel: end,
  };
};
