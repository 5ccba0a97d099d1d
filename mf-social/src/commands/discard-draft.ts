import type { CommandHandler } from '@mahlzeit/shared-ui/platform';
import { changeDraft, draftLeft } from '../features/invitation-draft';

/** Drops the draft of an invitation; where there is none it changes nothing. */
const discard: CommandHandler<'social/discardDraft'> = (_input, shell) => {
  changeDraft(shell, draftLeft());
  return Promise.resolve({});
};

export default discard;
