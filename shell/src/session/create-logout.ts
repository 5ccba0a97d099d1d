import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { text } from '../shell-texts';
import { endSession } from './end-session';
import type { SessionEnding } from './end-session';

/** What a logout needs of the shell. */
export type LogoutDeps = SessionEnding & Pick<ShellApi, 'alert'>;

/** Asks first (LogoutMessage), then logs out. */
export const createLogout = ({ alert, ...ending }: LogoutDeps) => async (): Promise<void> => {
  const choice = await alert({
    title: text('LogoutTitle'),
    text: text('LogoutMessage'),
    actions: [
      { id: 'stay', label: text('Cancel'), tone: 'safe' },
      { id: 'logout', label: text('Logout'), tone: 'primary' },
    ],
  });
  if (choice === 'logout') await endSession(ending);
};
