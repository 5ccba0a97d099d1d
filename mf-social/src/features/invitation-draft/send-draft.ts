import { putInvitation } from '@mahlzeit/contract';
import type { Invitation } from '@mahlzeit/contract';
import { MAX_ATTENDEES } from '@mahlzeit/contract/rules';
import { createRandomKey, errorText } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ShellApi } from '@mahlzeit/shared-ui/platform';
import { unsentMessagesOf } from '../chat';
import { invitationFormOf } from './draft-rules';
import type { DraftOwner, InvitationDraft } from './draft-rules';
import { text } from './draft-texts';

/** Returns the current user as the owner of drafts; null without a session. */
export const draftOwnerOf = ({ session }: Pick<ShellApi, 'session'>): DraftOwner | null => {
  const sessionView = session.get();
  if (sessionView.status !== 'known') return null;
  const { uid, displayName, photoURL } = sessionView.account;
  return { uid, name: displayName ?? '', photoURL };
};

const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;

/**
 * Formats the time that a user must wait after sending too many invitations, in minutes or hours. It names no time of
 * day, because the wait may end tomorrow.
 */
const waitTimeText = (waitMs: number): string => {
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  return minutes < MINUTES_PER_HOUR
    ? text('TooManyInvitations', { unit: 'minutes', count: minutes })
    : text('TooManyInvitations', { unit: 'hours', count: Math.ceil(minutes / MINUTES_PER_HOUR) });
};

/**
 * Returns a text that says why the invitation could not be sent, and what the user can do. The text suggests another
 * attempt only if that can help.
 */
const sendFailureReason = (error: ApiError, guestCount: number): string => {
  switch (error.code) {
    case 'uninvitable':
      return text('ErrorUninvitable', { count: guestCount });
    case 'ErrorTooManyAttempts':
      return error.retryAfterMs === null ? errorText(error) : waitTimeText(error.retryAfterMs);
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

const sendErrorText = (error: ApiError, guestCount: number): string =>
  `${text('ErrorInvitationNotSent')} ${sendFailureReason(error, guestCount)}`;

/**
 * Sends the draft's chat message by the page's store of unsent messages: it keeps the message in the browser, and sends
 * it even if this page closes.
 */
const sendChatMessage = (shell: ShellApi, chatKey: string, message: string): void => {
  const trimmedMessage = message.trim();
  if (trimmedMessage === '') return;
  const unsentMessages = unsentMessagesOf(shell);
  const unsubscribe = unsentMessages.subscribe(() => undefined);
  unsentMessages.send(chatKey, trimmedMessage);
  unsubscribe();
};

/**
 * Returns the idempotency key of a draft, or a new key when the draft has none because it was changed or never sent
 * (S07).
 */
export const writeKeyOf = ({ writeKey }: Pick<InvitationDraft, 'writeKey'>): string => writeKey ?? createRandomKey();

/**
 * Stored invitation, or the error of the request. The error is null if the draft was incomplete and no request was
 * sent.
 */
export type SentDraft =
  { readonly ok: true; readonly value: Invitation } | { readonly ok: false; readonly error: ApiError | null };

/** Sends a complete draft, shows the result, and sends the draft's chat message after a success. */
export const sendDraft = async (
  shell: ShellApi,
  draft: InvitationDraft,
  idempotencyKey: string,
): Promise<SentDraft> => {
  const draftOwner = draftOwnerOf(shell);
  const invitationOwnerUid = draftOwner?.uid;
  const invitationForm = draftOwner === null ? null : invitationFormOf(draft, draftOwner.uid);
  if (invitationForm === null) return { ok: false, error: null };
  const invitationAnswer = await shell.apiClient.call(putInvitation, { body: invitationForm, idempotencyKey });
  // After another user has logged in, that user must neither see the result nor become the sender of the message (A06).
  if (draftOwnerOf(shell)?.uid !== invitationOwnerUid) return invitationAnswer;
  if (!invitationAnswer.ok) {
    shell.logEvent('invitation_not_sent', { code: invitationAnswer.error.code });
    shell.snackbar({ tone: 'error', text: sendErrorText(invitationAnswer.error, invitationForm.attendees.length) });
    return invitationAnswer;
  }
  shell.snackbar({ tone: 'success', text: text('SuccessInvitationSent') });
  sendChatMessage(shell, invitationAnswer.value.chatKey, draft.message);
  return invitationAnswer;
};
