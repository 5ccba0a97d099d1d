import { declinePolicy, getMe, patchMe, resendEmailVerification, restoreUser } from '@mahlzeit/contract';
import type { Result, User } from '@mahlzeit/contract';
import { accountOf, errorText } from '@mahlzeit/shared-ui/platform';
import type { ApiError, Consent, Navigation, ScreenAddress, ShellApi } from '@mahlzeit/shared-ui/platform';
import type { Alerts, ShellAlert } from '../messages/alerts';
import type { DialogModule } from '../loading/lazy-module';
import type { AddressLookup } from '../remotes/registry';
import type { Router } from '../router/router';
import { text } from './deferred-texts';
import { endSession } from './logout';

/** Confirmation dialog (alert) together with the function that executes the user's choice. */
export interface Question {
  readonly request: ShellAlert;
  /** Executes the user's choice. If that fails, the dialog stays open. */
  answer(choice: string | null): Promise<void>;
}

interface AskPolicyDeps extends Pick<ShellApi, 'apiClient' | 'session' | 'track' | 'snackbar'> {
  readonly navigation: Pick<Navigation, 'hrefOf'>;
  readonly lookup: AddressLookup;
}

/**
 * Returns the link in an alert that opens a screen; undefined if `address` is null, because no remote declares the
 * screen.
 */
const alertLinkTo = (
  address: ScreenAddress | null,
  label: string,
  { hrefOf }: Pick<Navigation, 'hrefOf'>,
): ShellAlert['link'] => (address === null ? undefined : { label, href: hrefOf(address.key, ...address.params) });

/**
 * Removes the account of a user who declines the policy, if the account was just created by the sign-in at a third
 * party: for every other account, the gateway refuses that. Returns the error after which the user isn't logged out.
 */
const removeNewAccount = async ({ session, apiClient }: Pick<ShellApi, 'session' | 'apiClient'>) => {
  const isOfThirdParty = (accountOf(session.get())?.thirdParty ?? null) !== null;
  const declineResult = isOfThirdParty ? await apiClient.call(declinePolicy, {}) : null;
  return declineResult === null || declineResult.ok || declineResult.error.code === 'notAllowed'
    ? null
    : declineResult.error;
};

/**
 * Returns the dialog that asks the user to accept the policy (S1§4). Until then, the user can only read the policy.
 * Declining logs the user out (A04).
 */
export const askPolicy = ({ navigation, lookup, ...shell }: AskPolicyDeps): Question => ({
  request: {
    title: text('PolicyTitle'),
    text: text('PolicyMessage'),
    link: alertLinkTo(lookup.address('privacy'), text('PolicyRead'), navigation),
    isDismissable: false,
    actions: [
      { id: 'decline', label: text('PolicyDecline'), tone: 'safe' },
      { id: 'accept', label: text('PolicyAccept'), tone: 'primary' },
    ],
  },
  async answer(choice) {
    if (choice !== 'accept') {
      const removalError = await shell.track(removeNewAccount(shell));
      if (removalError !== null) return shell.snackbar({ text: errorText(removalError), tone: 'error' });
      return void (await endSession(shell));
    }
    const patchResult = await shell.track(shell.apiClient.call(patchMe, { body: { policyAccepted: true } }));
    if (patchResult.ok) shell.session.applyUser(patchResult.value);
    else shell.snackbar({ text: errorText(patchResult.error), tone: 'error' });
  },
});

const dayFormat = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});

/**
 * Returns the last day that lies before a point in time, in Berlin: `Freitag, 24. Juli`. A period that ends at midnight
 * ends on the day before. A non-breaking space keeps day and month on one line.
 */
export const lastDayBefore = (periodEnd: number): string => dayFormat.format(periodEnd - 1).replace('. ', '.\u00A0');

interface AskRestoreDeps extends Pick<ShellApi, 'apiClient' | 'session' | 'track' | 'snackbar'> {
  /** Time until which the account can be restored; null when the gateway doesn't send it. */
  readonly erasedAt: number | null;
}

const restoreMessageOf = (erasedAt: number | null): string =>
  erasedAt === null ? text('RestoreMessage') : text('RestoreMessageUntil', { day: lastDayBefore(erasedAt) });

/**
 * Restores the account and returns the user's data. An account that was restored on another device meanwhile counts as
 * success.
 */
const restoreAccount = async (
  apiClient: ShellApi['apiClient'],
  isVisible: boolean,
): Promise<Result<User, ApiError>> => {
  const restoreResult = await apiClient.call(restoreUser, { body: { visible: isVisible } });
  return !restoreResult.ok && restoreResult.error.code === 'notDeleted' ? apiClient.call(getMe, {}) : restoreResult;
};

/**
 * Returns the dialog for a user whose account is marked as deleted. The user can restore the account, either visible to
 * other users or invisible (A09), or log out.
 */
export const askRestore = ({ erasedAt, ...shell }: AskRestoreDeps): Question => ({
  request: {
    title: text('RestoreTitle'),
    text: restoreMessageOf(erasedAt),
    isDismissable: false,
    actions: [
      { id: 'leave', label: text('RestoreDecline'), tone: 'safe' },
      { id: 'invisible', label: text('RestoreInvisible'), tone: 'safe' },
      { id: 'visible', label: text('RestoreVisible'), tone: 'primary' },
    ],
  },
  async answer(choice) {
    if (choice === 'leave') return void (await endSession(shell));
    const restoreResult = await shell.track(restoreAccount(shell.apiClient, choice === 'visible'));
    if (!restoreResult.ok) return shell.snackbar({ text: errorText(restoreResult.error), tone: 'error' });
    // Requests that waited for the restored account are sent now.
    shell.session.applyUser(restoreResult.value);
    shell.snackbar({ text: text('ChangeSuccess'), tone: 'success' });
  },
});

interface AskVerificationDeps extends Pick<ShellApi, 'apiClient' | 'track' | 'snackbar'> {
  readonly navigation: Pick<Navigation, 'open'>;
  /** Screen that verifies an e-mail address; null when no remote declares one. */
  readonly verificationScreen: ScreenAddress | null;
  readonly email: string;
  /** True after a registration, when the gateway has already sent a code by e-mail. */
  readonly isCodeSent: boolean;
  /** Called when the user has answered, so that the dialog doesn't appear again until the user's next visit. */
  settleVerification(): void;
}

/**
 * Returns the dialog that asks whether the user wants to verify the e-mail address now. The action `send` sends a code
 * by e-mail (S1§4).
 */
export const askVerification = ({
  apiClient,
  track,
  snackbar,
  navigation,
  verificationScreen,
  email,
  isCodeSent,
  settleVerification,
}: AskVerificationDeps): Question => {
  const openCodeScreen = (): void => {
    settleVerification();
    if (verificationScreen !== null) navigation.open(verificationScreen.key, ...verificationScreen.params);
  };
  const sendCode = async (): Promise<void> => {
    const sendResult = await track(apiClient.call(resendEmailVerification, {}));
    if (sendResult.ok) snackbar({ text: text('VerificationCodeSent'), tone: 'success' });
    // After too many attempts, a code was sent recently; so the user can enter that code.
    else if (sendResult.error.code !== 'ErrorTooManyAttempts')
      return snackbar({ text: errorText(sendResult.error), tone: 'error' });
    openCodeScreen();
  };
  return {
    request: {
      title: text('VerificationTitle'),
      text: text(isCodeSent ? 'VerificationSentMessage' : 'VerificationMessage', { email }),
      actions: [
        { id: 'later', label: text('VerificationLater'), tone: 'safe' },
        isCodeSent
          ? { id: 'enter', label: text('EnterCode'), tone: 'primary' }
          : { id: 'send', label: text('SendCode'), tone: 'primary' },
      ],
    },
    async answer(choice) {
      if (choice === 'send') return sendCode();
      if (choice === 'enter') return openCodeScreen();
      settleVerification();
    },
  };
};

interface AskConsentDeps {
  readonly consent: Pick<Consent, 'get' | 'subscribe' | 'decide' | 'purposes'>;
  readonly router: Pick<Router, 'get' | 'subscribe' | 'hrefOf'>;
  readonly alerts: Pick<Alerts, 'show'>;
  readonly dialogModule: Pick<DialogModule, 'load'>;
  readonly lookup: AddressLookup;
}

const titleAndTextOf = ({ purposes }: Pick<Consent, 'purposes'>): Pick<ShellAlert, 'title' | 'text'> => {
  const hasMap = purposes.includes('googleMaps');
  if (hasMap && purposes.length === 1) return { title: text('ConsentMapTitle'), text: text('ConsentMapMessage') };
  return { title: text('ConsentTitle'), text: text(hasMap ? 'ConsentMessageWithMap' : 'ConsentMessage') };
};

const consentAlertOf = ({ consent, router, lookup }: AskConsentDeps): ShellAlert => ({
  ...titleAndTextOf(consent),
  // Screen that lets users decide on each purpose separately.
  link: alertLinkTo(lookup.address('consent'), text('ConsentChoose'), router),
  // Both buttons look the same, because users must not be pushed to consent.
  actions: [
    { id: 'deny', label: text('ConsentDeny'), tone: 'safe' },
    { id: 'allow', label: text('ConsentAllow'), tone: 'safe' },
  ],
});

/**
 * Asks for missing consent while no modal screen is open. Ends once the user has answered, closed the dialog, or
 * decided elsewhere, for example in another tab. Returns an unsubscribe function.
 */
export const askConsentWhenIdle = (deps: AskConsentDeps): (() => void) => {
  const { consent, router, alerts, dialogModule } = deps;
  let withdrawAlert: (() => void) | null = null;
  let isQuestionAnswered = false;

  const withdrawQuestion = (): void => {
    withdrawAlert?.();
    withdrawAlert = null;
  };
  const updateQuestion = (): void => {
    isQuestionAnswered ||= consent.get() !== null;
    if (isQuestionAnswered || router.get().modal !== null) return withdrawQuestion();
    if (withdrawAlert !== null) return;
    withdrawAlert = alerts.show(consentAlertOf(deps), (choice) => {
      // Closing the dialog is no answer: no data leaves the page, and the next visit asks again.
      isQuestionAnswered = true;
      if (choice !== null) consent.decide(choice === 'allow' ? consent.purposes : []);
      updateQuestion();
    });
    // If the dialog can't be loaded, it stays queued and appears once it is loaded.
    void dialogModule.load();
  };
  const stopFunctions = [router.subscribe(updateQuestion), consent.subscribe(updateQuestion)];
  updateQuestion();
  return () => {
    for (const stop of stopFunctions) stop();
    withdrawQuestion();
  };
};
