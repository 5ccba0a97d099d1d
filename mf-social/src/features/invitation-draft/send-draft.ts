import { putInvitation } from '@mahlzeit/contract';
import type { Invitation } from '@mahlzeit/contract';
import { MAX_ATTENDEES } from '@mahlzeit/contract/rules';
import { apiErrorOf, createRandomKey, errorText } from '@mahlzeit/shared-ui/platform';
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

/** Why it didn't go out, and what helps: no word to try again where that is in vain. */
const reasonOf = (error: ApiError): string => {
  switch (error.code) {
    case 'notAContact': return text('ErrorNotAContact');
    case 'tooManyAttendees': return text('ErrorTooManyAttendees', { max: MAX_ATTENDEES });
    case 'ErrorNoUsers': return text('ErrorNoUsers');
    case 'ErrorDatePast': return text('ErrorDatePast');
    case 'ErrorDateLaterTwoWeeks': return text('ErrorDateLaterTwoWeeks');
    default: return errorText(error) === errorText(null) ? text('TryAgainSoon') : errorText(error);
  }
};

const failureText = (error: ApiError): string => `${text('ErrorInvitationNotSent')} ${reasonOf(error)}`;

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

/** The invitation that a draft became, or why it became none. */
export type SentDraft = { readonly ok: true; readonly value: Invitation } | { readonly ok: false; readonly error: ApiError };

/** Sends a draft that is complete, tells how that went, and says in the chat what was to be said. */
export const sendDraft = async (shell: ShellApi, draft: InvitationDraft, idempotencyKey: string): Promise<SentDraft> => {
  const owner = ownerOf(shell);
  const body = owner === null ? null : formOf(draft, owner.uid);
  if (body === null) return { ok: false, error: apiErrorOf('ErrorUnknown') };
  const answer = await shell.apiClient.call(putInvitation, { body, idempotencyKey });
  if (!answer.ok) {
    shell.logEvent('invitation_not_sent', { code: answer.error.code });
    shell.snackbar({ tone: 'error', text: failureText(answer.error) });
    return answer;
  }
  shell.snackbar({ tone: 'success', text: text('SuccessInvitationSent') });
  say(shell, answer.value.chatKey, draft.message);
  return answer;
};
