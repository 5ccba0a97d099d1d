import type { CommandHandler } from '@mahlzeit/shared-ui/platform';
import { changeDraft, currentDraft, draftLeft, confirmDraftDiscard } from '../features/invitation-draft';

/**
 * Discards the draft of an invitation after the user has confirmed. Doesn't ask when there is no draft, for example
 * after the user has opened a shared link.
 */
const discardDraft: CommandHandler<'social/discardDraft'> = async (_input, shell) => {
  const openDraft = currentDraft(shell);
  if (openDraft !== null && !(await confirmDraftDiscard(shell, openDraft))) return { goesOn: true };
  changeDraft(shell, draftLeft());
  return { goesOn: false };
};

export default discardDraft;
