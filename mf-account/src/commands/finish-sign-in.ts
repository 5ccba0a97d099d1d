import { err } from '@mahlzeit/contract';
import type { Account, Result } from '@mahlzeit/contract';
import type { ApiError, CommandHandler, Navigation, ScreenAddress, ShellApi } from '@mahlzeit/shared-ui/platform';
import { text } from '../account-texts';
import { askForName } from '../features/account';
import { identityProvedBy, takePendingSignIn } from '../features/pending-sign-in';
import type { PendingSignIn } from '../features/pending-sign-in';
import { greetUser, showEmailTaken } from '../features/third-party-outcome';
import { isSignInCancelled, thirdPartyErrorText, thirdPartyNames } from '../features/third-party-sign-in';

type SignInError = Pick<ApiError, 'code' | 'retryAfterMs'>;

const uidOf = ({ session }: Pick<ShellApi, 'session'>): string | null => {
  const sessionView = session.get();
  return sessionView.status === 'known' ? sessionView.account.uid : null;
};

const openOrigin = (navigation: Pick<Navigation, 'open'>, origin: ScreenAddress | null): void => {
  if (origin !== null) navigation.open(origin.key, ...origin.params);
};

/** Continues the app after a successful sign-in, on the screen where the user left for the third party. */
const continueApp = (
  shell: ShellApi,
  { intent, provider, origin }: PendingSignIn,
  { account, isNew }: { readonly account: Account; readonly isNew: boolean },
): void => {
  const { navigation, snackbar } = shell;
  if (intent === 'link') {
    snackbar({ tone: 'success', text: text('ProviderLinked', { provider: thirdPartyNames[provider] }) });
    return navigation.open('security');
  }
  if (intent === 'reauthenticate') {
    identityProvedBy.set(provider);
    return openOrigin(navigation, origin);
  }
  greetUser(shell, account, { isNew });
  openOrigin(navigation, origin);
  if (isNew) askForName(account, navigation);
};

/** Shows why the sign-in has failed, on the screen where it began. */
const explainFailure = (
  shell: ShellApi,
  { intent, provider, origin }: PendingSignIn,
  signInError: SignInError,
): void => {
  if (intent === 'signIn') shell.navigation.open('registration');
  else openOrigin(shell.navigation, origin);
  if (intent === 'signIn' && signInError.code === 'ErrorEmailTaken') return void showEmailTaken(shell);
  const thirdPartyError = { provider, intent, ...signInError };
  shell.snackbar({
    tone: isSignInCancelled(thirdPartyError) ? 'neutral' : 'error',
    text: thirdPartyErrorText(thirdPartyError),
  });
};

/**
 * Finishes a sign-in at a third party for which this window has left the app. A sign-in that another tab has begun is
 * ignored.
 */
const finishSignIn: CommandHandler<'account/finishSignIn'> = async ({ code, error }, shell) => {
  const pendingSignIn = takePendingSignIn();
  if (pendingSignIn === null) {
    shell.snackbar({ tone: 'error', text: text('SignInNotStartedHere') });
    return {};
  }
  const { provider, verifier } = pendingSignIn;
  const visitorUid = uidOf(shell);
  const signInResult: Result<Account, SignInError> =
    code === null
      ? err({ code: error ?? '', retryAfterMs: null })
      : await shell.track(shell.session.completeThirdParty({ provider, code, verifier }));
  if (!signInResult.ok) explainFailure(shell, pendingSignIn, signInResult.error);
  // The account is an existing one if its uid differs from the uid of the anonymous visitor; a new account keeps that
  // uid.
  else continueApp(shell, pendingSignIn, { account: signInResult.value, isNew: signInResult.value.uid === visitorUid });
  return {};
};

export default finishSignIn;
