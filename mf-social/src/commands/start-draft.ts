import type { CommandHandler } from '@mahlzeit/shared-ui/platform';
import { startDraft } from '../features/invitation-draft';

/**
 * Starts the draft of an invitation, for example for the cart of a restaurant. `hasStarted` is false if the user isn't
 * allowed to invite others.
 */
const startDraftCommand: CommandHandler<'social/startDraft'> = async (draftInput, shell) => ({
  hasStarted: await startDraft(shell, draftInput),
});

export default startDraftCommand;
