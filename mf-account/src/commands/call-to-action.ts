import type { Account } from '@mahlzeit/contract';
import type { CommandHandler, ShellApi } from '@mahlzeit/shared-ui/platform';
import { text } from '../account-texts';

const reasonTextKeys = {
  invite: 'AnonCallToActionInvite',
  order: 'AnonCallToActionOrder',
  other: 'AnonCallToActionOther',
} as const;

const refusedOutcome = { mayGoOn: false };

const askToRegister = async (reason: keyof typeof reasonTextKeys, { alert, navigation }: ShellApi): Promise<void> => {
  const answer = await alert({
    title: text('AnonCallToActionTitle'),
    text: text(reasonTextKeys[reason]),
    actions: [
      { id: 'cancel', label: text('Cancel'), tone: 'safe' },
      { id: 'register', label: text('RegistrationOrLogin'), tone: 'primary' },
    ],
  });
  if (answer === 'register') navigation.open('registration', 'prompt');
};

const askToVerify = async ({ alert, navigation }: ShellApi): Promise<void> => {
  const answer = await alert({
    title: text('UnverifiedCallToActionTitle'),
    text: text('UnverifiedCallToActionText'),
    actions: [
      { id: 'cancel', label: text('Cancel'), tone: 'safe' },
      { id: 'verify', label: text('VerifyEmail'), tone: 'primary' },
    ],
  });
  if (answer === 'verify') navigation.open('profile');
};

const nextStepOf = ({ loggedIn, verified }: Account): 'mayGoOn' | 'register' | 'verify' => {
  if (!loggedIn) return 'register';
  return verified ? 'mayGoOn' : 'verify';
};

/**
 * Asks visitors without an account to register, and members without a verified e-mail address to verify it (S1§5). The
 * caller may continue only if the user has both an account and a verified address.
 */
const callToAction: CommandHandler<'account/callToAction'> = async ({ reason }, shell) => {
  const session = shell.session.get();
  if (session.status !== 'known') {
    shell.snackbar({ tone: 'error', text: text('ErrorInternetConnection') });
    return refusedOutcome;
  }
  const nextStep = nextStepOf(session.account);
  if (nextStep === 'mayGoOn') return { mayGoOn: true };
  if (nextStep === 'register') await askToRegister(reason, shell);
  else await askToVerify(shell);
  return refusedOutcome;
};

export default callToAction;
