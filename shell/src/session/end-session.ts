import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { errorText } from '@mahlzeit/shared-ui/platform';
import { text } from '../shell-texts';

export type EndSessionDeps = Pick<ShellApi, 'track' | 'snackbar'> & { readonly session: Pick<ShellApi['session'], 'logout'> };

/** Logs out and says so (SuccessLogout), or why it was not possible. */
export const endSession = async ({ track, snackbar, session }: EndSessionDeps): Promise<void> => {
  const ended = await track(session.logout());
  if (ended.ok) snackbar({ text: text('SuccessLogout'), tone: 'success' });
  else snackbar({ text: errorText(ended.error), tone: 'error' });
};
