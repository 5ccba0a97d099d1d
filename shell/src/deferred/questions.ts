import { getMe, patchMe, resendEmailVerification, restoreUser } from '@mahlzeit/contract';
import type { Result, User } from '@mahlzeit/contract';
import { errorText } from '@mahlzeit/shared-ui/platform';
import type { ApiError, Consent, Navigation, ScreenAddress, ShellApi } from '@mahlzeit/shared-ui/platform';
import type { Alerts, ShellAlert } from '../messages/alerts';
import type { DialogModule } from '../loading/lazy-module';
import type { AddressLookup } from '../remotes/registry';
import type { Router } from '../router/router';
import { text } from './deferred-texts';
import { endSession } from './logout';

/** Alert together with the function that executes the user's choice. */
export interface Question {
  readonly request: ShellAlert;
  /** Executes the user's choice. If that fails, the question stays open. */
  answer(choice: string | null): Promise<void>;
}

interface PolicyDeps extends Pick<ShellApi, 'apiClient' | 'session' | 'track' | 'snackbar'> {
  readonly navigation: Pick<Navigation, 'hrefOf'>;
  readonly lookup: AddressLookup;
}

/** Returns a link to an address that a remote declares; undefined without such a remote. */
const linkTo = (
  address: ScreenAddress | null,
  label: string,
  { hrefOf }: Pick<Navigation, 'hrefOf'>,
): ShellAlert['link'] => (address === null ? undefined : { label, href: hrefOf(address.key, ...address.params) });

/**
 * Returns the question whether the user accepts the policy (S1§4). Until then, the user can only read the policy.
 * Declining logs out (A04).
 */
export const askPolicy = ({ navigation, lookup, ...shell }: PolicyDeps): Question => ({
  request: {
    title: text('PolicyTitle'),
    text: text('PolicyMessage'),
    link: linkTo(lookup.address('privacy'), text('PolicyRead'), navigation),
    isDismissable: false,
    actions: [
      { id: 'decline', label: text('PolicyDecline'), tone: 'safe' },
      { id: 'accept', label: text('PolicyAccept'), tone: 'primary' },
    ],
  },
  async answer(choice) {
    if (choice !== 'accept') return endSession(shell);
    const stored = await shell.track(shell.apiClient.call(patchMe, { body: { policyAccepted: true } }));
    if (stored.ok) shell.session.applyUser(stored.value);
    else shell.snackbar({ text: errorText(stored.error), tone: 'error' });
  },
});

const day = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});

/**
 * Returns the last day that lies before a point in time, in Berlin: `Freitag, 24. Juli`. A period that ends at midnight
 * ends on the day before. A non-breaking space keeps day and month on one line.
 */
export const lastDayBefore = (end: number): string => day.format(end - 1).replace('. ', '.\u00A0');

interface RestoreDeps extends Pick<ShellApi, 'apiClient' | 'session' | 'track' | 'snackbar'> {
  /** Time until which the account can be restored; null when the gateway doesn't send it. */
  readonly erasedAt: number | null;
}

const messageOf = (erasedAt: number | null): string =>
  erasedAt === null ? text('RestoreMessage') : text('RestoreMessageUntil', { day: lastDayBefore(erasedAt) });

/**
 * Restores the account and returns the user's document; an account that was restored elsewhere meanwhile counts as
 * success.
 */
const restore = async (apiClient: ShellApi['apiClient'], visible: boolean): Promise<Result<User, ApiError>> => {
  const restored = await apiClient.call(restoreUser, { body: { visible } });
  return !restored.ok && restored.error.code === 'notDeleted' ? apiClient.call(getMe, {}) : restored;
};

/**
 * Returns the question whether other users may find a user who is flagged deleted. Yes and no both restore the account
 * (A09); the third choice logs out.
 */
export const askRestore = ({ erasedAt, ...shell }: RestoreDeps): Question => ({
  request: {
    title: text('RestoreTitle'),
    text: messageOf(erasedAt),
    isDismissable: false,
    actions: [
      { id: 'leave', label: text('RestoreDecline'), tone: 'safe' },
      { id: 'invisible', label: text('RestoreInvisible'), tone: 'safe' },
      { id: 'visible', label: text('RestoreVisible'), tone: 'primary' },
    ],
  },
  async answer(choice) {
    if (choice === 'leave') return endSession(shell);
    const back = await shell.track(restore(shell.apiClient, choice === 'visible'));
    if (!back.ok) return shell.snackbar({ text: errorText(back.error), tone: 'error' });
    // Requests that waited for the user's document are sent now.
    shell.session.applyUser(back.value);
    shell.snackbar({ text: text('ChangeSuccess'), tone: 'success' });
  },
});

interface VerificationDeps extends Pick<ShellApi, 'apiClient' | 'track' | 'snackbar'> {
  readonly navigation: Pick<Navigation, 'open'>;
  /** Screen that verifies an e-mail address; null when no remote declares one. */
  readonly verification: ScreenAddress | null;
  readonly email: string;
  /** True after a registration, when the gateway has already sent a code by e-mail. */
  readonly isCodeSent: boolean;
  /** Called when the question has been answered, so that it isn't asked again until the user's next visit. */
  settle(): void;
}

/** Returns the question whether the user wants to verify the e-mail address now. A choice sends a code (S1§4). */
export const askVerification = ({
  apiClient,
  track,
  snackbar,
  navigation,
  verification,
  email,
  isCodeSent,
  settle,
}: VerificationDeps): Question => {
  const enterCode = (): void => {
    settle();
    if (verification !== null) navigation.open(verification.key, ...verification.params);
  };
  const sendCode = async (): Promise<void> => {
    const sent = await track(apiClient.call(resendEmailVerification, {}));
    if (sent.ok) snackbar({ text: text('VerificationCodeSent'), tone: 'success' });
    // After too many attempts, a code was sent recently; so the user can enter that code.
    else if (sent.error.code !== 'ErrorTooManyAttempts')
      return snackbar({ text: errorText(sent.error), tone: 'error' });
    enterCode();
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
      if (choice === 'enter') return enterCode();
      settle();
    },
  };
};

interface ConsentDeps {
  readonly consent: Pick<Consent, 'get' | 'subscribe' | 'decide' | 'purposes'>;
  readonly router: Pick<Router, 'get' | 'subscribe' | 'hrefOf'>;
  readonly alerts: Pick<Alerts, 'show'>;
  readonly dialogModule: Pick<DialogModule, 'load'>;
  readonly lookup: AddressLookup;
}

const wordsOf = ({ purposes }: Pick<Consent, 'purposes'>): Pick<ShellAlert, 'title' | 'text'> => {
  const hasMap = purposes.includes('googleMaps');
  if (hasMap && purposes.length === 1) return { title: text('ConsentMapTitle'), text: text('ConsentMapMessage') };
  return { title: text('ConsentTitle'), text: text(hasMap ? 'ConsentMessageWithMap' : 'ConsentMessage') };
};

const requestOf = ({ consent, router, lookup }: ConsentDeps): ShellAlert => ({
  ...wordsOf(consent),
  // Screen that lets users decide on each purpose separately.
  link: linkTo(lookup.address('consent'), text('ConsentChoose'), router),
  // Both actions look the same, because users must not be pushed to consent.
  actions: [
    { id: 'deny', label: text('ConsentDeny'), tone: 'safe' },
    { id: 'allow', label: text('ConsentAllow'), tone: 'safe' },
  ],
});

/**
 * Asks for missing consent while no modal screen is open. Ends once the user has answered, closed the question, or
 * decided elsewhere, for example in another tab. Returns an unsubscribe function.
 */
export const askConsentWhenIdle = (deps: ConsentDeps): (() => void) => {
  const { consent, router, alerts, dialogModule } = deps;
  let withdraw: (() => void) | null = null;
  let isOver = false;

  const withdrawQuestion = (): void => {
    withdraw?.();
    withdraw = null;
  };
  const update = (): void => {
    isOver ||= consent.get() !== null;
    if (isOver || router.get().modal !== null) return withdrawQuestion();
    if (withdraw !== null) return;
    withdraw = alerts.show(requestOf(deps), (choice) => {
      // Closing the question is no answer: no data leaves the page, and the next visit asks again.
      isOver = true;
      if (choice !== null) consent.decide(choice === 'allow' ? consent.purposes : []);
      update();
    });
    // If the dialog can't be loaded, the question stays queued and is shown once the dialog is loaded.
    void dialogModule.load();
  };
  const stops = [router.subscribe(update), consent.subscribe(update)];
  update();
  return () => {
    for (const stop of stops) stop();
    withdrawQuestion();
  };
};
