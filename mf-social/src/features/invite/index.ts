import { defineTexts, useShell } from '@mahlzeit/shared-ui/platform';
import type { StartOptions } from '../invitation-draft';
import de from './locales/de.json';

const { text } = defineTexts('social-invite', de);

/** Tells that nobody can be invited now. */
export const inviteUnavailable = (): string => text('InviteUnavailable');

/** Begins an invitation from where the user is: its script is loaded once somebody does. */
export const useInvite = (): ((start: Omit<StartOptions, 'origin'>) => Promise<void>) => {
  const shell = useShell();
  const { navigation, snackbar, track } = shell;
  return async (start) => {
    const origin = navigation.current();
    try {
      const { startDraft } = await track(import('../invitation-draft'));
      await startDraft(shell, { ...start, origin });
    } catch {
      // A script that can't be fetched: there is no connection, or the release is gone.
      snackbar({ tone: 'error', text: inviteUnavailable() });
    }
  };
};
