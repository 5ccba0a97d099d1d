import type { Account } from '@mahlzeit/contract';
import type { CommandHandler, ShellApi } from '@mahlzeit/shared-ui/platform';
import { text } from '../account-texts';
import { signInOrigin } from '../features/pending-sign-in';

const reasonTextKeys = {
  invite: 'AnonCallToActionInvite',
  order: 'AnonCallToActionOrder',
  other: 'AnonCallToActionOther',
} as const;

const refusedCallToAction = { mayGoOn: false };

const askToRegister = async (
  registrationReason: keyof typeof reasonTextKeys,
  { alert, navigation }: ShellApi,
): Promise<void> => {
  const dialogAnswer = await alert({
    title: text(registrationReason === 'order' ? 'AnonCallToActionTitleOrder' : 'AnonCallToActionTitle'),
    text: text(reasonTextKeys[registrationReason]),
    actions: [
      { id: 'cancel', label: text('Cancel'), tone: 'safe' },
      { id: 'register', label: text('RegistrationOrLogin'), tone: 'primary' },
    ],
  });
  if (dialogAnswer !== 'register') return;
  signInOrigin.set(navigation.current());
  navigation.open('registration', 'prompt');
};

const askToVerify = async ({ alert, navigation }: ShellApi): Promise<void> => {
  const dialogAnswer = await alert({
    title: text('UnverifiedCallToActionTitle'),
    text: text('UnverifiedCallToActionText'),
    actions: [
      { id: 'cancel', label: text('Cancel'), tone: 'safe' },
      { id: 'verify', label: text('VerifyEmail'), tone: 'primary' },
    ],
  });
  if (dialogAnswer === 'verify') navigation.open('profile');
};

const nextStepForAccount = ({ loggedIn, verified }: Account): 'mayGoOn' | 'register' | 'verify' => {
  if (!loggedIn) return 'register';
  return verified ? 'mayGoOn' : 'verify';
};

/**
 * Asks visitors without an account to register, and members without a verified e-mail address to verify it (S1§5). The
 * caller may continue only if the user has both an account and a verified address.
 */
const callToAction: CommandHandler<'account/callToAction'> = async ({ reason }, shell) => {
  const sessionView = shell.session.get();
  if (sessionView.status !== 'known') {
    shell.snackbar({ tone: 'error', text: text('ErrorInternetConnection') });
    return refusedCallToAction;
  }
  const nextStep = nextStepForAccount(sessionView.account);
  if (nextStep === 'mayGoOn') return { mayGoOn: true };
  if (nextStep === 'register') await askToRegister(reason, shell);
  else await askToVerify(shell);
  return refusedCallToAction;
};

export default callToAction;
