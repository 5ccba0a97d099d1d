import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { text } from '../shell-texts';
import { endSession } from './end-session';
import type { EndSessionDeps } from './end-session';

export type LogoutDeps = EndSessionDeps & Pick<ShellApi, 'alert'>;

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
