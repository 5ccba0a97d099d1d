import type { CommandHandler } from '@mahlzeit/shared-ui/platform';
import { changeDraft, currentDraft, draftLeft, mayDiscard } from '../features/invitation-draft';

/**
 * Drops the draft of an invitation once the reader agrees. Asks nothing when there is no draft, for instance after a
 * shared address was opened.
 */
const discard: CommandHandler<'social/discardDraft'> = async (_input, shell) => {
  const draft = currentDraft(shell);
  if (draft !== null && !(await mayDiscard(shell, draft))) return { goesOn: true };
  changeDraft(shell, draftLeft());
  return { goesOn: false };
};

export default discard;
