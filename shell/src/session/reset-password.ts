import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { text } from '../shell-texts';

export type PasswordResetDeps = Pick<ShellApi, 'remotes' | 'track' | 'snackbar'>;

/** Hands the token of a mailed link to whoever asks for the new password (DESIGN §2). Where nobody can be had, says so and offers another try: the link works once, and the address no longer holds it. */
export const resetPassword = async (deps: PasswordResetDeps, token: string): Promise<void> => {
  const handed = await deps.track(deps.remotes.runCommand('account/resetPassword', { token }));
  if (handed.ok) return;
  deps.snackbar({ tone: 'error', text: text('PasswordResetFailed'), action: { label: text('Retry'), run: () => void resetPassword(deps, token) } });
};
