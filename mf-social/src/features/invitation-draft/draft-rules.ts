import { Attendee } from '@mahlzeit/contract';
import type { Contact, Invitation, InvitationForm } from '@mahlzeit/contract';
import { CHAT_MESSAGE_MAX_LENGTH, textLength } from '@mahlzeit/contract/rules';
import * as z from '@mahlzeit/contract/zod';

/** Screen from which the user started the draft. Its parameters are decoded (R08). */
const DraftOrigin = z.object({ key: z.string(), params: z.array(z.string()) });

/** Draft of an invitation. It is stored in the tab, so that a reload keeps it. */
export const InvitationDraft = z.object({
  /**
   * `Meetup` is edited on its own screens. The other kinds need only a date: `ShareRestaurant` shares a restaurant, and
   * `ArrangeMeetup` turns a chat message into an invitation.
   */
  kind: z.enum(['Meetup', 'ShareRestaurant', 'ArrangeMeetup']),
  /** Key of the stored invitation; null while the draft isn't sent. */
  key: z.nullable(z.string()),
  /** Key of the restaurant; null while none is chosen. */
  restaurant: z.nullable(z.string()),
  /** Date and time of the meetup in ISO 8601; null until they are chosen. */
  date: z.nullable(z.string()),
  /** Date with which the draft was started; the sheet that asks for the date shows it first. */
  presetDate: z.nullable(z.string()),
  /** Whether the invitation was started from the cart of its restaurant. */
  forCart: z.boolean(),
  chatKey: z.nullable(z.string()),
  replacedChatMessageKey: z.nullable(z.string()),
  /** Invited people. The current user is added when the invitation is stored. */
  attendees: z.array(Attendee),
  isTakeAway: z.boolean(),
  /** Chat message that is sent along with the invitation. */
  message: z.string(),
  /** Modal screen from which the user started the draft; null when no modal screen was open. */
  origin: z.nullable(DraftOrigin),
  /** Whether the user has changed the draft. */
  isDirty: z.boolean(),
  /**
   * Idempotency key for sending the current content. When a response is lost, the retry sends the same key and creates
   * no second invitation (S07).
   */
  writeKey: z.nullable(z.string()),
});
export type InvitationDraft = Readonly<z.infer<typeof InvitationDraft>>;

/** Next input that an invitation's draft needs; `draft` if no input is missing. */
export type DraftStep = 'restaurant' | 'contacts' | 'date' | 'draft';

/** User who is writing the invitation. */
export interface DraftOwner {
  readonly uid: string;
  readonly name: string;
  readonly photoURL: string | null;
}

/** Draft of an invitation without any input. New drafts copy it and add their initial values. */
export const emptyDraft: InvitationDraft = {
  kind: 'Meetup',
  key: null,
  restaurant: null,
  date: null,
  presetDate: null,
  forCart: false,
  chatKey: null,
  replacedChatMessageKey: null,
  attendees: [],
  isTakeAway: false,
  message: '',
  origin: null,
  isDirty: false,
  writeKey: null,
};

/** Converts a contact to an attendee whose answer is pending. */
export const attendeeOf = ({ key, name, photoURL }: Pick<Contact, 'key' | 'name' | 'photoURL'>): Attendee => ({
  uid: key,
  key,
  name,
  photoURL,
  hasOrdered: false,
  status: 'pending',
});

/** Returns the invited people of a draft without the current user. */
export const guestsOf = ({ attendees }: Pick<InvitationDraft, 'attendees'>, uid: string): readonly Attendee[] =>
  attendees.filter(({ key }) => key !== uid);

/** Returns whether the user would lose input if the invitation's draft were deleted. */
export const hasDraftInput = ({ isDirty, attendees, restaurant }: InvitationDraft): boolean =>
  isDirty || attendees.length > 0 || restaurant !== null;

/** Returns whether date, restaurant and attendees are set (S2§3). */
export const isDraftComplete = (draft: InvitationDraft, uid: string): boolean =>
  draft.date !== null && draft.restaurant !== null && guestsOf(draft, uid).length > 0;

/** Returns the next input that the draft of an invitation needs (S2§4): restaurant, people, then date. */
export const nextStep = (draft: InvitationDraft, uid: string): DraftStep => {
  if (draft.restaurant === null) return 'restaurant';
  if (guestsOf(draft, uid).length === 0) return 'contacts';
  return draft.date === null ? 'date' : 'draft';
};

/**
 * Applies a change to an invitation's draft. The draft counts as changed and loses its idempotency key, because sending
 * it is now a different request.
 */
export const withDraftChange = (draft: InvitationDraft, draftChange: Partial<InvitationDraft>): InvitationDraft => ({
  ...draft,
  ...draftChange,
  isDirty: true,
  writeKey: null,
});

/**
 * Returns whether a contact can be invited. Only a block in either direction and a deleted account prevent an
 * invitation (S06). People who were already invited in an unchanged draft aren't invited again.
 */
export const isInvitableContact = (
  { key, status, uninvitable }: Pick<Contact, 'key' | 'status' | 'uninvitable'>,
  draft: InvitationDraft,
): boolean =>
  !uninvitable && status !== 'deleted' && (draft.isDirty || !draft.attendees.some((attendee) => attendee.key === key));

/**
 * Returns whether a person can be removed from an invitation's draft. Nobody can be removed once the draft was sent and
 * has a key; the current user can never be removed (S2§4).
 */
export const mayRemoveAttendee = ({ key }: Pick<InvitationDraft, 'key'>, attendeeKey: string, uid: string): boolean =>
  key === null && attendeeKey !== uid;

/**
 * Returns the attendees with which the draft is stored (S2§4): the invited people's answers are pending, and the
 * current user has accepted. The attendees of an unchanged draft keep their answers.
 */
export const attendeesToSave = (draft: InvitationDraft, { uid, name, photoURL }: DraftOwner): readonly Attendee[] => {
  const ownAttendee: Attendee = { uid, key: uid, name, photoURL, hasOrdered: false, status: 'accepted' };
  const guests = guestsOf(draft, uid);
  return [
    ownAttendee,
    ...(draft.isDirty ? guests.map((guest): Attendee => ({ ...guest, status: 'pending', hasOrdered: false })) : guests),
  ];
};

/** Returns whether the chat message of an invitation's draft exceeds the maximum length. */
export const isMessageTooLong = ({ message }: Pick<InvitationDraft, 'message'>): boolean =>
  textLength(message.trim()) > CHAT_MESSAGE_MAX_LENGTH;

/**
 * Returns whether an invitation's draft can be sent: it is complete, its message isn't too long, and it was not sent
 * before (S07).
 */
export const canSendDraft = (draft: InvitationDraft, uid: string): boolean =>
  draft.key === null && isDraftComplete(draft, uid) && !isMessageTooLong(draft);

/** Converts the draft of an invitation to a request body; null for a draft that can't be sent. */
export const invitationFormOf = (draft: InvitationDraft, uid: string): InvitationForm | null => {
  const { restaurant, date, isTakeAway, chatKey, replacedChatMessageKey } = draft;
  if (restaurant === null || date === null || !canSendDraft(draft, uid)) return null;
  return {
    restaurant,
    date,
    isTakeAway,
    attendees: guestsOf(draft, uid).map(({ key }) => key),
    chatKey,
    replacedChatMessageKey,
  };
};

/** Adds key and date of the stored invitation to its draft. A draft with a key can't be sent again. */
export const withSavedInvitation = (
  draft: InvitationDraft,
  { key, chatKey, date }: Pick<Invitation, 'key' | 'chatKey' | 'date'>,
  draftOwner: DraftOwner,
): InvitationDraft => ({
  ...draft,
  key,
  chatKey,
  date,
  attendees: [...attendeesToSave(draft, draftOwner)],
  isDirty: false,
});
