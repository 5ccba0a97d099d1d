import { defineTexts, useShell } from '@mahlzeit/shared-ui/platform';
import type { StartDraftOptions } from '../invitation-draft';
import de from './locales/de.json';

const { text } = defineTexts('social-invite', de);

/** Returns the error text for the case that the script of invitations can't be loaded. */
export const inviteUnavailableText = (): string => text('InviteUnavailable');

/** Returns the text for the case that a chat has more people than the `max` guests of a meetup. */
export const onlySomeInvitedText = (max: number): string => text('OnlySomeInvited', { max });

/**
 * Returns a function that starts an invitation from the current screen. The script of the draft is loaded on the first
 * call. The function resolves to whether a draft was started.
 */
export const useInvite = (): ((startOptions: Omit<StartDraftOptions, 'origin'>) => Promise<boolean>) => {
  const shell = useShell();
  const { navigation, snackbar, track } = shell;
  return async (startOptions) => {
    const origin = navigation.current();
    try {
      const { startDraft } = await track(import('../invitation-draft'));
      return await startDraft(shell, { ...startOptions, origin });
    } catch {
      // The script can't be loaded, because there is no connection or the server no longer has this release.
      snackbar({ tone: 'error', text: inviteUnavailableText() });
      return false;
    }
  };
};
