import { Attendee } from '@mahlzeit/contract';
import type { Contact, Invitation, InvitationForm } from '@mahlzeit/contract';
import { CHAT_MESSAGE_MAX_LENGTH, messageLength } from '@mahlzeit/contract/rules';
import * as z from '@mahlzeit/contract/zod';

/** Where a draft leads back to; its parameters are decoded (R08). */
const Origin = z.object({ key: z.string(), params: z.array(z.string()) });

/** An invitation while it is prepared. */
export const InvitationDraft = z.object({
  /**
   * `Meetup` goes by its screens; the others need a date alone: a place that is shared, a message of a chat that
   * becomes an invitation.
   */
  kind: z.enum(['Meetup', 'ShareRestaurant', 'ArrangeMeetup']),
  /** Of the invitation, once it is saved. */
  key: z.nullable(z.string()),
  /** Key of the restaurant. */
  restaurant: z.nullable(z.string()),
  /** ISO 8601. */
  date: z.nullable(z.string()),
  /** The date that it was begun with. */
  presetDate: z.nullable(z.string()),
  /** It is meant for the cart of its restaurant. */
  forCart: z.boolean(),
  chatKey: z.nullable(z.string()),
  replacedChatMessageKey: z.nullable(z.string()),
  /** Everybody who is asked; the user is added when it is saved. */
  attendees: z.array(Attendee),
  isTakeAway: z.boolean(),
  /** What is said in the chat once it is sent. */
  message: z.string(),
  /** Null: the page alone. */
  origin: z.nullable(Origin),
  /** Something was changed since it was begun. */
  isDirty: z.boolean(),
  /** Names the sending of what stands here now: a repeat after a lost answer is the same invitation (S07). */
  writeKey: z.nullable(z.string()),
});
export type InvitationDraft = Readonly<z.infer<typeof InvitationDraft>>;

/** The next thing that a draft needs. */
export type DraftStep = 'restaurant' | 'contacts' | 'date' | 'draft';

/** Who makes the invitation. */
export interface DraftOwner {
  readonly uid: string;
  readonly name: string;
  readonly photoURL: string | null;
}

/** A draft that nothing is known of yet. */
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

/** Somebody as an attendee who hasn't answered. */
export const attendeeOf = ({ key, name, photoURL }: Pick<Contact, 'key' | 'name' | 'photoURL'>): Attendee => ({
  uid: key,
  key,
  name,
  photoURL,
  hasOrdered: false,
  status: 'pending',
});

/** Everybody who is asked, the user aside. */
export const guestsOf = ({ attendees }: Pick<InvitationDraft, 'attendees'>, uid: string): readonly Attendee[] =>
  attendees.filter(({ key }) => key !== uid);

/** Whether something would be lost with a draft. */
export const holdsSomething = ({ isDirty, attendees, restaurant }: InvitationDraft): boolean =>
  isDirty || attendees.length > 0 || restaurant !== null;

/** S2§3: date, restaurant and attendees exist. */
export const isComplete = (draft: InvitationDraft, uid: string): boolean =>
  draft.date !== null && draft.restaurant !== null && guestsOf(draft, uid).length > 0;

/** What is chosen next (S2§4): the place, then people, then the date. */
export const nextStep = (draft: InvitationDraft, uid: string): DraftStep => {
  if (draft.restaurant === null) return 'restaurant';
  if (guestsOf(draft, uid).length === 0) return 'contacts';
  return draft.date === null ? 'date' : 'draft';
};

/** Changes a draft: from now on it is dirty, and sending it is another write. */
export const changedDraft = (draft: InvitationDraft, change: Partial<InvitationDraft>): InvitationDraft => ({
  ...draft,
  ...change,
  isDirty: true,
  writeKey: null,
});

/**
 * S06: only a block, in either direction, and a deleted account make somebody uninvitable; who attends already isn't
 * asked again while nothing was changed.
 */
export const isInvitable = (
  { key, status, uninvitable }: Pick<Contact, 'key' | 'status' | 'uninvitable'>,
  draft: InvitationDraft,
): boolean =>
  !uninvitable && status !== 'deleted' && (draft.isDirty || !draft.attendees.some((attendee) => attendee.key === key));

/** S2§4: somebody can be taken out only while the draft has no key, and never the user. */
export const mayRemove = ({ key }: Pick<InvitationDraft, 'key'>, attendeeKey: string, uid: string): boolean =>
  key === null && attendeeKey !== uid;

/**
 * S2§4: those who are asked are pending, and the user is there; those of a draft that nobody changed stay as they are.
 */
export const attendeesToSave = (draft: InvitationDraft, { uid, name, photoURL }: DraftOwner): readonly Attendee[] => {
  const own: Attendee = { uid, key: uid, name, photoURL, hasOrdered: false, status: 'accepted' };
  const guests = guestsOf(draft, uid);
  return [
    own,
    ...(draft.isDirty ? guests.map((guest): Attendee => ({ ...guest, status: 'pending', hasOrdered: false })) : guests),
  ];
};

/** Whether what is to be said in the chat is too long. */
export const isMessageTooLong = ({ message }: Pick<InvitationDraft, 'message'>): boolean =>
  messageLength(message.trim()) > CHAT_MESSAGE_MAX_LENGTH;

/** S07: once, and only when it is complete. */
export const maySend = (draft: InvitationDraft, uid: string): boolean =>
  draft.key === null && isComplete(draft, uid) && !isMessageTooLong(draft);

/** The draft as it goes over the wire; null where something is missing. */
export const formOf = (draft: InvitationDraft, uid: string): InvitationForm | null => {
  const { restaurant, date, isTakeAway, chatKey, replacedChatMessageKey } = draft;
  if (restaurant === null || date === null || !maySend(draft, uid)) return null;
  return {
    restaurant,
    date,
    isTakeAway,
    attendees: guestsOf(draft, uid).map(({ key }) => key),
    chatKey,
    replacedChatMessageKey,
  };
};

/** The draft of an invitation that was saved: it has its key, and can't be sent again. */
export const savedDraft = (
  draft: InvitationDraft,
  { key, chatKey }: Pick<Invitation, 'key' | 'chatKey'>,
  owner: DraftOwner,
): InvitationDraft => ({ ...draft, key, chatKey, attendees: [...attendeesToSave(draft, owner)], isDirty: false });
