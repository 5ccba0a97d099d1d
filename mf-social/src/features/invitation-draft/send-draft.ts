import { putInvitation } from '@mahlzeit/contract';
import type { Invitation } from '@mahlzeit/contract';
import { MAX_ATTENDEES } from '@mahlzeit/contract/rules';
import { createRandomKey, errorText } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ShellApi } from '@mahlzeit/shared-ui/platform';
import { unsentMessagesOf } from '../chat';
import { formOf } from './draft-rules';
import type { DraftOwner, InvitationDraft } from './draft-rules';
import { text } from './draft-texts';

/** Returns the user of the page; null without a session. */
export const draftOwnerOf = ({ session }: Pick<ShellApi, 'session'>): DraftOwner | null => {
  const view = session.get();
  if (view.status !== 'known') return null;
  const { uid, displayName, photoURL } = view.account;
  return { uid, name: displayName ?? '', photoURL };
};

const MINUTE_MS = 60_000;
const MINUTES_AN_HOUR = 60;

/** Formats the waiting time of a user who has sent too many invitations. It may end tomorrow. */
const waitText = (ms: number): string => {
  const minutes = Math.ceil(ms / MINUTE_MS);
  return minutes < MINUTES_AN_HOUR
    ? text('TooManyInvitations', { unit: 'minutes', count: minutes })
    : text('TooManyInvitations', { unit: 'hours', count: Math.ceil(minutes / MINUTES_AN_HOUR) });
};

/** Explains why the invitation could not be sent, and what helps. Errors that a retry can't solve don't suggest one. */
const reasonOf = (error: ApiError, guests: number): string => {
  switch (error.code) {
    case 'uninvitable':
      return text('ErrorUninvitable', { count: guests });
    case 'ErrorTooManyAttempts':
      return error.retryAfterMs === null ? errorText(error) : waitText(error.retryAfterMs);
    case 'notAContact':
      return text('ErrorNotAContact');
    case 'tooManyAttendees':
      return text('ErrorTooManyAttendees', { max: MAX_ATTENDEES });
    case 'ErrorNoUsers':
      return text('ErrorNoUsers');
    case 'ErrorDatePast':
      return text('ErrorDatePast');
    case 'ErrorDateLaterTwoWeeks':
      return text('ErrorDateLaterTwoWeeks');
    default:
      return errorText(error) === errorText(null) ? text('TryAgainSoon') : errorText(error);
  }
};

const sendErrorText = (error: ApiError, guests: number): string =>
  `${text('ErrorInvitationNotSent')} ${reasonOf(error, guests)}`;

/** Sends the chat message like every other message: it arrives even if this page closes. */
const sendChatMessage = (shell: ShellApi, chatKey: string, message: string): void => {
  const messageText = message.trim();
  if (messageText === '') return;
  const unsentMessages = unsentMessagesOf(shell);
  const stop = unsentMessages.subscribe(() => undefined);
  unsentMessages.send(chatKey, messageText);
  stop();
};

/** Returns the idempotency key of a draft, unchanged while the draft is (S07). */
export const writeKeyOf = ({ writeKey }: Pick<InvitationDraft, 'writeKey'>): string => writeKey ?? createRandomKey();

/** Stored invitation, or the error; the error is null for an incomplete draft. */
export type SentDraft =
  { readonly ok: true; readonly value: Invitation } | { readonly ok: false; readonly error: ApiError | null };

/** Sends a complete draft, shows the result and sends its chat message. */
export const sendDraft = async (
  shell: ShellApi,
  draft: InvitationDraft,
  idempotencyKey: string,
): Promise<SentDraft> => {
  const owner = draftOwnerOf(shell);
  const body = owner === null ? null : formOf(draft, owner.uid);
  if (body === null) return { ok: false, error: null };
  const answer = await shell.apiClient.call(putInvitation, { body, idempotencyKey });
  if (!answer.ok) {
    shell.logEvent('invitation_not_sent', { code: answer.error.code });
    shell.snackbar({ tone: 'error', text: sendErrorText(answer.error, body.attendees.length) });
    return answer;
  }
  shell.snackbar({ tone: 'success', text: text('SuccessInvitationSent') });
  sendChatMessage(shell, answer.value.chatKey, draft.message);
  return answer;
};
