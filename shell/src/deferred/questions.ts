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

/** Alert with the consequence of each choice. */
export interface Question {
  readonly request: ShellAlert;
  /** Executes the choice; when that fails, the question stays. */
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

/** Asks to accept the policy (S1§4): before, the user can only read it. Declining logs out (A04). */
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
 * Returns the last day before an instant, in Berlin: `Freitag, 24. Juli`, with day and month on one line. A period that
 * ends at midnight ends on the day before.
 */
export const lastDayBefore = (end: number): string => day.format(end - 1).replace('. ', '.\u00A0');

interface RestoreDeps extends Pick<ShellApi, 'apiClient' | 'session' | 'track' | 'snackbar'> {
  /** End of the time to restore the account; null when the gateway doesn't say. */
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
 * Asks users who are flagged deleted whether others may find them. Yes and no both restore the account (A09); the third
 * choice logs out.
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
    // Waiting calls of the page are sent now.
    shell.session.applyUser(back.value);
    shell.snackbar({ text: text('ChangeSuccess'), tone: 'success' });
  },
});

interface VerificationDeps extends Pick<ShellApi, 'apiClient' | 'track' | 'snackbar'> {
  readonly navigation: Pick<Navigation, 'open'>;
  /** Address that verifies an e-mail address; null without a remote that has one. */
  readonly verification: ScreenAddress | null;
  readonly email: string;
  /** True after a registration: a code has been mailed. */
  readonly isCodeSent: boolean;
  /** Ends the question until the user comes back. */
  settle(): void;
}

/** Asks to verify the e-mail address, and offers to send a code (S1§4). */
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
    // Too many attempts: a code was sent recently, so the screen for the code is the next step anyway.
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
  // The screen for a separate decision on each purpose.
  link: linkTo(lookup.address('consent'), text('ConsentChoose'), router),
  // Both have equal weight: consent must not be pushed.
  actions: [
    { id: 'deny', label: text('ConsentDeny'), tone: 'safe' },
    { id: 'allow', label: text('ConsentAllow'), tone: 'safe' },
  ],
});

/**
 * Asks for missing consent while nothing else is open: once per page, until the question is answered here or decided
 * elsewhere. Returns an unsubscribe function.
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
    // When the dialog can't be loaded, the question waits for the next attempt.
    void dialogModule.load();
  };
  const stops = [router.subscribe(update), consent.subscribe(update)];
  update();
  return () => {
    for (const stop of stops) stop();
    withdrawQuestion();
  };
};
