import type { Account } from '@mahlzeit/contract';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { greetingOf, text } from '../account-texts';

/** Greets a user whom a third party has signed in or registered. */
export const greetUser = (
  { snackbar }: Pick<ShellApi, 'snackbar'>,
  account: Account,
  { isNew }: { readonly isNew: boolean },
): void => snackbar({ tone: 'success', text: greetingOf(account, isNew) });

/**
 * Says in an alert that the e-mail address belongs to an account that uses another way to log in (S1§8). The user is
 * logged out, because the unfinished session must not continue (A07).
 */
export const showEmailTaken = async ({
  alert,
  track,
  session,
  navigation,
}: Pick<ShellApi, 'alert' | 'track' | 'session' | 'navigation'>): Promise<void> => {
  const alertAnswer = await alert({
    title: text('FailLogin'),
    text: text('ErrorEmailTaken'),
    actions: [
      { id: 'close', label: text('Close'), tone: 'safe' },
      { id: 'login', label: text('LogIn'), tone: 'primary' },
    ],
  });
  // The logout comes after the alert. Without a session the screen closes, and if it opened again during the alert, it
  // would cover the alert.
  await track(session.logout());
  // The login screen opens above the screen that asked. After the login it can therefore return to the screen from
  // which the visitor came.
  if (alertAnswer === 'login') navigation.open('login');
};
