import { putInvitation } from '@mahlzeit/contract';
import type { Invitation } from '@mahlzeit/contract';
import { createRandomKey, errorText } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ShellApi } from '@mahlzeit/shared-ui/platform';
import { unsentMessagesOf } from '../chat';
import { formOf } from './draft-rules';
import type { DraftOwner, InvitationDraft } from './draft-rules';
import { text } from './draft-texts';

/** Whoever uses the page; null while nobody is known. */
export const ownerOf = ({ session }: Pick<ShellApi, 'session'>): DraftOwner | null => {
  const view = session.get();
  if (view.status !== 'known') return null;
  const { uid, displayName, photoURL } = view.account;
  return { uid, name: displayName ?? '', photoURL };
};

/** Codes whose own words help: all else is told in general. */
const EXPLAINED: ReadonlySet<string> = new Set(['uninvitable', 'notAContact', 'tooManyAttendees', 'ErrorTooManyAttempts', 'offline', 'timeout']);

const failureText = (error: ApiError): string => (EXPLAINED.has(error.code) ? `${text('ErrorInvitationNotSent')} ${errorText(error)}` : text('ErrorInvitationNotSent'));

/** What was to be said goes the way of every message: it arrives even if this page closes. */
const say = (shell: ShellApi, chatKey: string, message: string): void => {
  const words = message.trim();
  if (words === '') return;
  const unsent = unsentMessagesOf(shell);
  const stop = unsent.subscribe(() => undefined);
  unsent.send(chatKey, words);
  stop();
};

/** Names the write of a draft: the same as long as nothing was changed (S07). */
export const writeKeyOf = ({ writeKey }: Pick<InvitationDraft, 'writeKey'>): string => writeKey ?? createRandomKey();

/** Sends a draft that is complete, tells how that went, and says in the chat what was to be said. Null: it wasn't sent. */
export const sendDraft = async (shell: ShellApi, draft: InvitationDraft, idempotencyKey: string): Promise<Invitation | null> => {
  const owner = ownerOf(shell);
  const body = owner === null ? null : formOf(draft, owner.uid);
  if (body === null) return null;
  const answer = await shell.apiClient.call(putInvitation, { body, idempotencyKey });
  if (!answer.ok) {
    shell.logEvent('invitation_not_sent', { code: answer.error.code });
    shell.snackbar({ tone: 'error', text: failureText(answer.error) });
    return null;
  }
  shell.snackbar({ tone: 'success', text: text('SuccessInvitationSent') });
  say(shell, answer.value.chatKey, draft.message);
  return answer.value;
};
