import { err, ok, SIGN_IN_CHANNEL, SignInMessage } from '@mahlzeit/contract';
import type { Account, Result, SignInIntent, ThirdParty } from '@mahlzeit/contract';
import { useReloadHold, useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { text, tooManyAttempts } from '../account-texts';

/** What third parties call themselves. */
export const thirdPartyNames: Readonly<Record<ThirdParty, string>> = {
  google: 'Google',
  facebook: 'Facebook',
  apple: 'Apple',
};

/** Why a third party brought nobody here. */
export interface ThirdPartyError {
  readonly provider: ThirdParty;
  readonly intent: SignInIntent;
  /** A code of the window's message or of the gateway. */
  readonly code: string;
  /** How long to wait, where the gateway said so. */
  readonly retryAfterMs: number | null;
}

const errorKeys = {
  cancelled: 'ThirdPartyCancelled',
  notAllowed: 'ThirdPartyNotAllowed',
  unavailable: 'ThirdPartyUnavailable',
  signInCodeInvalid: 'ThirdPartyTooLate',
  ErrorEmailTaken: 'ErrorEmailTaken',
  offline: 'ErrorInternetConnection',
  timeout: 'ErrorInternetConnection',
} as const;

const isKnown = (code: string): code is keyof typeof errorKeys => Object.hasOwn(errorKeys, code);

/** The German text of an error. */
export const thirdPartyErrorText = ({ provider, intent, code, retryAfterMs }: ThirdPartyError): string => {
  const values = { provider: thirdPartyNames[provider] };
  if (code === 'ErrorTooManyAttempts') return tooManyAttempts(retryAfterMs);
  // Who was to prove their identity came back as somebody else.
  if (code === 'notAllowed' && intent === 'reauthenticate') return text('ThirdPartyOtherAccount', values);
  return text(isKnown(code) ? errorKeys[code] : 'ErrorUnknown', values);
};

/** Whether the user turned back: nothing went wrong (S1§5 'Cancelled by user'). */
export const isCancelled = ({ code }: Pick<ThirdPartyError, 'code'>): boolean => code === 'cancelled';

/** What to say above the buttons after a sign-in that brought nobody here. */
export interface ThirdPartyNotice {
  readonly tone: 'neutral' | 'err';
  readonly text: string;
}

/** Turning back is no failure, and is told quietly. */
export const thirdPartyNotice = (error: ThirdPartyError): ThirdPartyNotice => ({
  tone: isCancelled(error) ? 'neutral' : 'err',
  text: thirdPartyErrorText(error),
});

/** What proves that the browser that completes a sign-in is the one that began it. */
interface SignInProof {
  /** Stays in this page until the sign-in is completed. */
  readonly verifier: string;
  /** base64url(sha256(verifier)): goes along with the address of the window. */
  readonly challenge: string;
}

const VERIFIER_BYTES = 32;

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** What goes along for a verifier (RFC 7636, S256). */
export const challengeOf = async (verifier: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));

/** Makes a fresh proof; rejects where the page has no WebCrypto, which is without https. */
export const makeSignInProof = async (): Promise<SignInProof> => {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES)));
  return { verifier, challenge: await challengeOf(verifier) };
};

/** A proof that is made before anybody clicks, so that the click itself can open the window; null while it is made. */
const useSignInProof = (): { readonly proof: SignInProof | 'unsupported' | null; renewProof(): void } => {
  const [proof, setProof] = useState<SignInProof | 'unsupported' | null>(null);
  useEffect(() => {
    if (proof !== null) return;
    let isGone = false;
    const take = (made: SignInProof | 'unsupported'): void => {
      if (!isGone) setProof(made);
    };
    makeSignInProof().then(take, () => take('unsupported'));
    return () => {
      isGone = true;
    };
  }, [proof]);
  const renewProof = useCallback(() => setProof((held) => (held === 'unsupported' ? held : null)), []);
  return { proof, renewProof };
};

/** What a window is opened for. */
interface SignInStart {
  readonly provider: ThirdParty;
  readonly intent: SignInIntent;
  readonly challenge: string;
}

/** Where the window begins, on the gateway, which leads on to the third party. */
const startAddressOf = ({ provider, intent, challenge }: SignInStart): string =>
  `/api/auth/${provider}/start?${new URLSearchParams({ intent, challenge }).toString()}`;

/**
 * Opens the window; returns whether the browser allowed it. Its opener policy cuts it off at once: only the channel
 * brings messages of it.
 */
const openSignInWindow = (address: string): boolean =>
  window.open(address, '_blank', 'popup,width=480,height=680') !== null;

/** Calls back once with how the sign-in of this challenge went; ignores all others. Returns an unsubscribe function. */
const onSignInMessage = (challenge: string, onMessage: (message: SignInMessage) => void): (() => void) => {
  const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
  const stop = (): void => {
    channel.removeEventListener('message', receive);
    channel.close();
  };
  function receive({ data }: MessageEvent): void {
    const message = SignInMessage.safeParse(data);
    if (!message.success || message.data.challenge !== challenge) return;
    stop();
    onMessage(message.data);
  }
  channel.addEventListener('message', receive);
  return stop;
};

/** How it ended: the account, or why there is none. */
export type ThirdPartyOutcome = Result<{ readonly account: Account; readonly provider: ThirdParty }, ThirdPartyError>;

/** A sign-in under way. `blocked`: the browser opened no window, but may follow a link. */
export interface Attempt {
  readonly status: 'waiting' | 'blocked' | 'completing';
  readonly provider: ThirdParty;
  /** Where the window begins. */
  readonly address: string;
}

/** How far a sign-in is. `unsupported`: this browser can't prove that it began it. */
type ThirdPartyStage = Attempt | { readonly status: 'preparing' | 'unsupported' | 'ready' };

/** What is under way, else whether something could begin. */
const stageOf = (attempt: Attempt | null, proof: SignInProof | 'unsupported' | null): ThirdPartyStage => {
  if (attempt !== null) return attempt;
  if (proof === null) return { status: 'preparing' };
  return { status: proof === 'unsupported' ? proof : 'ready' };
};

/** Whether something is under way, and the screen shows that instead. */
export const isUnderWay = (stage: ThirdPartyStage): stage is Attempt => 'provider' in stage;

/** Whether there is a window to wait for. */
const isWaiting = (attempt: Attempt | null): attempt is Attempt => attempt !== null && attempt.status !== 'completing';

/** The gateway's answer as the end of a sign-in. */
const outcomeOf = (
  answer: Result<Account, Pick<ApiError, 'code' | 'retryAfterMs'>>,
  asked: { readonly provider: ThirdParty; readonly intent: SignInIntent },
): ThirdPartyOutcome =>
  answer.ok
    ? ok({ account: answer.value, provider: asked.provider })
    : err({ ...asked, code: answer.error.code, retryAfterMs: answer.error.retryAfterMs });

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

const opened = (provider: ThirdParty, address: string): Attempt => ({
  status: openSignInWindow(address) ? 'waiting' : 'blocked',
  provider,
  address,
});

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
  const finish = useEffectEvent(
    async (provider: ThirdParty, message: SignInMessage, verifier: string): Promise<void> => {
      if (message.ok) setAttempt((begun) => begun && { ...begun, status: 'completing' });
      const answer = message.ok
        ? await track(session.completeThirdParty({ provider, code: message.code, verifier }))
        : err({ code: message.code, retryAfterMs: null });
      end();
      onOutcome(outcomeOf(answer, { provider, intent }));
    },
  );
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
