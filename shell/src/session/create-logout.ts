import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { errorText } from '@mahlzeit/shared-ui/platform';
import { text } from '../shell-texts';

/** What ending the session needs of the shell. */
export type LogoutDeps = Pick<ShellApi, 'alert' | 'track' | 'snackbar'> & { readonly session: Pick<ShellApi['session'], 'logout'> };

/** Asks first (LogoutMessage), then logs out and says so (SuccessLogout). */
export const createLogout = ({ alert, track, snackbar, session }: LogoutDeps) => async (): Promise<void> => {
  const choice = await alert({
    title: text('LogoutTitle'),
    text: text('LogoutMessage'),
    actions: [
      { id: 'stay', label: text('Cancel'), tone: 'safe' },
      { id: 'logout', label: text('Logout'), tone: 'primary' },
    ],
  });
  if (choice !== 'logout') return;
  const ended = await track(session.logout());
  if (ended.ok) snackbar({ text: text('SuccessLogout'), tone: 'success' });
  else snackbar({ text: errorText(ended.error), tone: 'error' });
};
