import { useShell } from '@mahlzeit/shared-ui/platform';
import { useTexts } from '../social-texts';
import type { StartOptions } from './invitation-draft';

/** Begins an invitation from where the user is: its script is loaded once somebody does. */
export const useInvite = (): ((start: Omit<StartOptions, 'origin'>) => Promise<void>) => {
  const t = useTexts();
  const shell = useShell();
  const { navigation, snackbar, track } = shell;
  return async (start) => {
    const origin = navigation.current();
    try {
      const { startDraft } = await track(import('./invitation-draft'));
      await startDraft(shell, { ...start, origin });
    } catch {
      // A script that can't be fetched: there is no connection, or the release is gone.
      snackbar({ tone: 'error', text: t('InviteUnavailable') });
    }
  };
};
