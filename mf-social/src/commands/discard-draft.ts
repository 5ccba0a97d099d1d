import type { CommandHandler } from '@mahlzeit/shared-ui/platform';
import { changeDraft, currentDraft, draftLeft, confirmDiscard } from '../features/invitation-draft';

/**
 * Discards the draft of an invitation after the user has confirmed. Doesn't ask when there is no draft, for example
 * after the user has opened a shared link.
 */
const discardDraft: CommandHandler<'social/discardDraft'> = async (_input, shell) => {
  const draft = currentDraft(shell);
  if (draft !== null && !(await confirmDiscard(shell, draft))) return { goesOn: true };
  changeDraft(shell, draftLeft());
  return { goesOn: false };
};

export default discardDraft;
