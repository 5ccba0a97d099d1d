import type { CommandHandler } from '@mahlzeit/shared-ui/platform';
import { startDraft } from '../features/invitation-draft';

/** Begins the draft of an invitation, for instance for the cart of a place. */
const start: CommandHandler<'social/startDraft'> = async (input, shell) => ({
  hasStarted: await startDraft(shell, input),
});

export default start;
