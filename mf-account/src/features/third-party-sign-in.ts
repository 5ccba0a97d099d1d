import { err, ok, SIGN_IN_CHANNEL, SignInMessage } from '@mahlzeit/contract';
import type { Account, Result, SignInDisplay, SignInIntent, ThirdParty } from '@mahlzeit/contract';
import { useHoldReload, useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { text, tooManyAttemptsText } from '../account-texts';
import { signInOrigin, storePendingSignIn } from './pending-sign-in';
import type { PendingSignIn } from './pending-sign-in';
import { signInDisplayOf } from './sign-in-display';

/** Brand names of the third parties, as texts show them. */
export const thirdPartyNames: Readonly<Record<ThirdParty, string>> = {
  google: 'Google',
  facebook: 'Facebook',
  apple: 'Apple',
};

/** Reason why a sign-in at a third party failed, with the data that its text names. */
export interface ThirdPartyError {
  readonly provider: ThirdParty;
  readonly intent: SignInIntent;
  /** Error code, from the window's message or from the gateway. */
  readonly code: string;
  /** Waiting time in ms; null if the gateway sent no waiting time. */
  readonly retryAfterMs: number | null;
}

const textKeyByCode = {
  cancelled: 'ThirdPartyCancelled',
  notAllowed: 'ThirdPartyNotAllowed',
  unavailable: 'ThirdPartyUnavailable',
  signInCodeInvalid: 'ThirdPartyTooLate',
  ErrorEmailTaken: 'ErrorEmailTaken',
  ErrorNoAccount: 'ThirdPartyErased',
  providerTaken: 'ThirdPartyTaken',
  reauthenticationRequired: 'ThirdPartyProofTooOld',
  offline: 'ErrorInternetConnection',
  timeout: 'ErrorInternetConnection',
} as const;

const hasErrorText = (code: string): code is keyof typeof textKeyByCode => Object.hasOwn(textKeyByCode, code);

/** Returns the German text for an error of a sign-in at a third party. */
export const thirdPartyErrorText = ({ provider, intent, code, retryAfterMs }: ThirdPartyError): string => {
  const textValues = { provider: thirdPartyNames[provider] };
  if (code === 'ErrorTooManyAttempts') return tooManyAttemptsText(retryAfterMs);
  // For `reauthenticate`, the code `notAllowed` means that the user signed in at the third party with another account
  // than their own.
  if (code === 'notAllowed' && intent === 'reauthenticate') return text('ThirdPartyOtherAccount', textValues);
  return text(hasErrorText(code) ? textKeyByCode[code] : 'ErrorUnknown', textValues);
};

/**
 * Returns whether the user cancelled the sign-in at a third party, which doesn't count as a failure (S1§5 'Cancelled by
 * user').
 */
export const isSignInCancelled = ({ code }: Pick<ThirdPartyError, 'code'>): boolean => code === 'cancelled';

/** Message above the sign-in buttons after a sign-in that failed or was cancelled. */
export interface ThirdPartyNotice {
  readonly tone: 'neutral' | 'err';
  readonly text: string;
}

/** Converts an error to the message above the sign-in buttons. A cancelled sign-in gets a neutral tone. */
export const noticeOfThirdPartyError = (signInError: ThirdPartyError): ThirdPartyNotice => ({
  tone: isSignInCancelled(signInError) ? 'neutral' : 'err',
  text: thirdPartyErrorText(signInError),
});

/** Proof that the browser that completes a sign-in also started it (PKCE). */
interface SignInProof {
  /** Secret that stays in this page until the sign-in is completed. */
  readonly verifier: string;
  /** base64url(sha256(verifier)), sent in the URL of the window. */
  readonly challenge: string;
}

const VERIFIER_BYTE_COUNT = 32;

const encodeBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Computes the code challenge that belongs to a code verifier (RFC 7636, method S256). */
export const codeChallengeOf = async (verifier: string): Promise<string> =>
  encodeBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));

/**
 * Creates the proof for a sign-in (PKCE verifier and challenge). Rejects in pages without https, because browsers offer
 * WebCrypto only in pages with https.
 */
export const makeSignInProof = async (): Promise<SignInProof> => {
  const verifier = encodeBase64Url(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTE_COUNT)));
  return { verifier, challenge: await codeChallengeOf(verifier) };
};

/**
 * Computes the proof for a sign-in before the user clicks a button, because only the click handler itself may open the
 * window and can't wait. `proof` is null while it is being computed.
 */
const useSignInProof = (): { readonly proof: SignInProof | 'unsupported' | null; renewProof(): void } => {
  const [proof, setProof] = useState<SignInProof | 'unsupported' | null>(null);
  useEffect(() => {
    if (proof !== null) return;
    let isUnmounted = false;
    const storeProof = (signInProof: SignInProof | 'unsupported'): void => {
      if (!isUnmounted) setProof(signInProof);
    };
    makeSignInProof().then(storeProof, () => storeProof('unsupported'));
    return () => {
      isUnmounted = true;
    };
  }, [proof]);
  const renewProof = useCallback(
    () => setProof((currentProof) => (currentProof === 'unsupported' ? currentProof : null)),
    [],
  );
  return { proof, renewProof };
};

/** Parameters in the start URL of a sign-in window. */
interface SignInStartOptions {
  readonly provider: ThirdParty;
  readonly intent: SignInIntent;
  readonly display: SignInDisplay;
  readonly challenge: string;
}

/** Returns the URL at which a sign-in starts. At this URL the gateway redirects the window to the third party. */
const signInStartUrlOf = ({ provider, intent, display, challenge }: SignInStartOptions): string =>
  `/api/auth/${provider}/start?${new URLSearchParams({ intent, display, challenge }).toString()}`;

/**
 * Opens the sign-in window. Returns whether the browser allowed it. The opener policy separates the window from this
 * page, so the window's messages arrive only through the broadcast channel.
 */
const openSignInWindow = (startUrl: string): boolean =>
  window.open(startUrl, '_blank', 'popup,width=480,height=680') !== null;

/**
 * Calls `onMessage` once with the result of the sign-in for this challenge, and ignores all other messages. Returns an
 * unsubscribe function.
 */
const listenForSignInMessage = (challenge: string, onMessage: (message: SignInMessage) => void): (() => void) => {
  const signInChannel = new BroadcastChannel(SIGN_IN_CHANNEL);
  const stopListening = (): void => {
    signInChannel.removeEventListener('message', receiveMessage);
    signInChannel.close();
  };
  function receiveMessage({ data }: MessageEvent): void {
    const message = SignInMessage.safeParse(data);
    if (!message.success || message.data.challenge !== challenge) return;
    stopListening();
    onMessage(message.data);
  }
  signInChannel.addEventListener('message', receiveMessage);
  return stopListening;
};

/** Result of a sign-in: the account, or the error. */
export type ThirdPartyOutcome = Result<{ readonly account: Account; readonly provider: ThirdParty }, ThirdPartyError>;

/** Sign-in at a third party that is running. `leaving`: this window itself is on its way to the third party. */
export interface SignInAttempt {
  readonly status: 'waiting' | 'leaving' | 'completing';
  readonly provider: ThirdParty;
}

/**
 * State of a sign-in at a third party. `preparing`: the proof is being computed. `unsupported`: this browser can't
 * compute a proof.
 */
type ThirdPartyStage = SignInAttempt | { readonly status: 'preparing' | 'unsupported' | 'ready' };

/** Returns the running sign-in. Without a running sign-in, returns whether a sign-in can start. */
const signInStageOf = (attempt: SignInAttempt | null, proof: SignInProof | 'unsupported' | null): ThirdPartyStage => {
  if (attempt !== null) return attempt;
  if (proof === null) return { status: 'preparing' };
  return { status: proof === 'unsupported' ? proof : 'ready' };
};

/** Returns whether a sign-in is running. The screen then shows the running sign-in instead of the buttons. */
export const isSignInRunning = (stage: ThirdPartyStage): stage is SignInAttempt => 'provider' in stage;

/** Returns whether the page still waits for a message of the sign-in window. */
const isWaitingForWindow = (attempt: SignInAttempt | null): attempt is SignInAttempt => attempt?.status === 'waiting';

/** Converts the gateway's response about a completed sign-in to an account or an error. */
const signInOutcomeOf = (
  completionResult: Result<Account, Pick<ApiError, 'code' | 'retryAfterMs'>>,
  signInContext: { readonly provider: ThirdParty; readonly intent: SignInIntent },
): ThirdPartyOutcome =>
  completionResult.ok
    ? ok({ account: completionResult.value, provider: signInContext.provider })
    : err({ ...signInContext, code: completionResult.error.code, retryAfterMs: completionResult.error.retryAfterMs });

/** Sign-in at a third party. It runs in a second browser window, or in this window if a second one is impossible. */
export interface ThirdPartySignIn {
  readonly stage: ThirdPartyStage;
  /** Third party of the last sign-in. The focus moves to its button as soon as the buttons are visible again. */
  readonly lastProvider: ThirdParty | null;
  /**
   * Opens the sign-in window, or leaves the app for the third party. Must be called in a click handler, because
   * browsers block windows that open at other times.
   */
  startSignIn(provider: ThirdParty): void;
  /** Opens another window for the running sign-in, for a user who has closed the first one. */
  reopenWindow(): void;
  /** Stops the running sign-in; later messages of its window are ignored. */
  cancel(): void;
}

interface ThirdPartySignInOptions {
  /**
   * Purpose of the sign-in: the user logs in, or proves the identity again for the account to which they are logged in.
   */
  readonly intent: SignInIntent;
  /** Called once for each sign-in that ended without `cancel`. */
  readonly onOutcome: (outcome: ThirdPartyOutcome) => void;
  /** Leaves the app for a URL; tests pass their own function. */
  readonly navigateTo?: (url: string) => void;
}

const leaveApp = (url: string): void => window.location.assign(url);

interface LeaveOptions {
  readonly pendingSignIn: PendingSignIn;
  readonly navigateTo: (url: string) => void;
}

/**
 * Leaves the app for the third party. Returns false if the browser blocks the storage that is needed after the return.
 */
const leaveForSignIn = (
  startOptions: Omit<SignInStartOptions, 'display'>,
  { pendingSignIn, navigateTo }: LeaveOptions,
): boolean => {
  if (!storePendingSignIn(pendingSignIn)) return false;
  navigateTo(signInStartUrlOf({ ...startOptions, display: 'page' }));
  return true;
};

/** Begins a sign-in in a second window if possible, otherwise in this window. Null if neither is possible. */
const createSignInAttempt = (
  startOptions: Omit<SignInStartOptions, 'display'>,
  leaveOptions: LeaveOptions,
): SignInAttempt | null => {
  const { provider } = startOptions;
  const hasWindow =
    signInDisplayOf(window) === 'popup' && openSignInWindow(signInStartUrlOf({ ...startOptions, display: 'popup' }));
  if (hasWindow) return { status: 'waiting', provider };
  return leaveForSignIn(startOptions, leaveOptions) ? { status: 'leaving', provider } : null;
};

/**
 * Returns the state and the actions of a sign-in at a third party, which logs the user in or proves their identity
 * again.
 */
export const useThirdPartySignIn = ({
  intent,
  onOutcome,
  navigateTo = leaveApp,
}: ThirdPartySignInOptions): ThirdPartySignIn => {
  const { session, navigation, track } = useShell();
  const { proof, renewProof } = useSignInProof();
  const [attempt, setAttempt] = useState<SignInAttempt | null>(null);
  const [lastProvider, setLastProvider] = useState<ThirdParty | null>(null);
  const usableProof = proof === 'unsupported' ? null : proof;
  // While the sign-in window is in front, this page counts as hidden. A hidden page may reload itself for a new
  // release, and the reload would lose the sign-in.
  useHoldReload(attempt !== null);

  const endSignInAttempt = (): void => {
    setAttempt(null);
    renewProof();
  };
  const completeSignInAttempt = useEffectEvent(
    async (provider: ThirdParty, message: SignInMessage, verifier: string): Promise<void> => {
      if (message.ok) setAttempt((runningAttempt) => runningAttempt && { ...runningAttempt, status: 'completing' });
      const completionResult = message.ok
        ? await track(session.completeThirdParty({ provider, code: message.code, verifier }))
        : err({ code: message.code, retryAfterMs: null });
      endSignInAttempt();
      onOutcome(signInOutcomeOf(completionResult, { provider, intent }));
    },
  );
  const pendingProvider = isWaitingForWindow(attempt) ? attempt.provider : null;
  useEffect(() => {
    if (usableProof === null || pendingProvider === null) return;
    return listenForSignInMessage(
      usableProof.challenge,
      (message) => void completeSignInAttempt(pendingProvider, message, usableProof.verifier),
    );
  }, [pendingProvider, usableProof]);

  // The attempt is reset for a user who goes back from the third party's page, so that the buttons work again.
  useEffect(() => {
    const stopLeaving = (): void => setAttempt((running) => (running?.status === 'leaving' ? null : running));
    window.addEventListener('pageshow', stopLeaving);
    return () => window.removeEventListener('pageshow', stopLeaving);
  }, []);
  const begin = (provider: ThirdParty, { verifier, challenge }: SignInProof): void => {
    // After the sign-in, a visitor returns to the screen where they were asked to sign in; a logged-in user returns to
    // the current screen.
    const origin = intent === 'signIn' ? signInOrigin.get() : navigation.current();
    const pendingSignIn = { provider, intent, verifier, origin };
    const begunAttempt = createSignInAttempt({ provider, intent, challenge }, { pendingSignIn, navigateTo });
    setAttempt(begunAttempt);
    if (begunAttempt === null) onOutcome(err({ provider, intent, code: 'storageBlocked', retryAfterMs: null }));
  };

  return {
    stage: signInStageOf(attempt, proof),
    lastProvider,
    startSignIn(provider) {
      if (usableProof === null || attempt !== null) return;
      setLastProvider(provider);
      begin(provider, usableProof);
    },
    reopenWindow() {
      if (isWaitingForWindow(attempt) && usableProof !== null) begin(attempt.provider, usableProof);
    },
    cancel: endSignInAttempt,
  };
};
