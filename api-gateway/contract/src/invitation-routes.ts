import * as z from '@mahlzeit/contract/zod';
import { FileAnswer } from './file-answer';
import { Attendee, Invitation } from './invitation';
import { RestaurantSummary } from './restaurant';
import { defineRoute } from './route';
import { INVITATION_PAGE_SIZE } from './limits';
import { Empty, IsoInstant, Key, LookupKey, PageLimit } from './values';

/** Filter and page of the caller's invitations. */
export const InvitationPage = z.object({
  /** `upcoming`: future meetups, earliest first; `past`: meetups whose date has passed, latest first. */
  when: z.enum(['upcoming', 'past']),
  /**
   * Key of the last row that the client already has; absent for the first page. A key of another user's invitation is
   * refused. An invitation that has become past in the meantime keeps its position.
   */
  before: z.optional(LookupKey),
  /** Maximum number of rows. A shorter page is the last one. */
  limit: z._default(PageLimit, INVITATION_PAGE_SIZE),
});
export type InvitationPage = z.infer<typeof InvitationPage>;

const InvitationParams = z.object({
  /** Key of the invitation to read or change. */
  id: LookupKey,
});

/** Returns invitations that the caller owns or attends. */
export const getInvitations = defineRoute({
  name: 'getInvitations',
  method: 'GET',
  path: '/api/invitations',
  access: 'loggedIn',
  query: InvitationPage,
  answer: z.array(Invitation),
  errors: [],
});

/**
 * Returns one invitation to an attendee. The invitation is deleted a week after its date. For the next thirty days the
 * route answers that the invitation was deleted; afterwards it answers that the invitation doesn't exist.
 */
export const getInvitation = defineRoute({
  name: 'getInvitation',
  method: 'GET',
  path: '/api/invitations/:id',
  access: 'loggedIn',
  params: InvitationParams,
  answer: Invitation,
  errors: ['notFound', 'invitationDeleted'],
});

/** Fields of a new invitation that its owner sends. */
export const InvitationForm = z.object({
  /** Time of the meetup, ISO 8601 with offset or Z: in the future and at most two weeks ahead in Berlin time. */
  date: IsoInstant,
  /** Key of the restaurant. The restaurant need not be a partner. */
  restaurant: LookupKey,
  /** Uids of 1 to 9 other people. The gateway adds the caller. */
  attendees: z.array(Key).check(z.maxLength(200)),
  /** Whether the attendees take the food away. */
  isTakeAway: z.boolean(),
  /**
   * Key of a chat of the caller that receives the invitation. Without this field, the chat of exactly these people
   * receives it; the gateway creates this chat when it is missing.
   */
  chatKey: z.optional(z.nullable(LookupKey)),
  /** Key of a message in that chat that shares a restaurant. The invitation replaces this message. */
  replacedChatMessageKey: z.optional(z.nullable(LookupKey)),
});
export type InvitationForm = z.infer<typeof InvitationForm>;

/**
 * Invites people. One transaction writes the invitation, its chat message and the notifications. The Idempotency-Key
 * identifies a repeated request. Every guest who accepts invitation mails receives one, within two limits: at most five
 * mails a day from one caller, and at most ten a day from all callers who are not among the guest's contacts. Beyond
 * these limits the invitation reaches the guest only in the app, without an error.
 */
export const putInvitation = defineRoute({
  name: 'putInvitation',
  method: 'PUT',
  path: '/api/invitations',
  access: 'verified',
  body: InvitationForm,
  answer: Invitation,
  errors: [
    'ErrorNoUsers',
    'tooManyAttendees',
    'ErrorDatePast',
    'ErrorDateLaterTwoWeeks',
    'uninvitable',
    'notAContact',
    'notFound',
    'ErrorTooManyAttempts',
  ],
});

/** Answer of an attendee, or the owner's cancellation. */
export const InvitationAnswer = z.object({
  /**
   * Answer to the invitation: `accepted`, `declined` or `canceled`. `declined` from the owner means `canceled`. A guest
   * can't cancel.
   */
  status: z.enum(['accepted', 'declined', 'canceled']),
});
export type InvitationAnswer = z.infer<typeof InvitationAnswer>;

/**
 * Accepts, declines or cancels an invitation. A request with the status that the invitation already has changes nothing
 * and is no error.
 */
export const answerInvitation = defineRoute({
  name: 'answerInvitation',
  method: 'PATCH',
  path: '/api/invitations/:id',
  access: 'loggedIn',
  params: InvitationParams,
  body: InvitationAnswer,
  answer: Invitation,
  errors: [
    'notFound',
    'notAllowed',
    'deadlineExceeded',
    'invitationHasOrders',
    'invitationDeleted',
    'transitionNotAllowed',
  ],
});

/** Invitation of which the owner reminds the guests, identified by its card in a chat. */
export const InvitationReminder = z.object({
  /** Key of the chat that contains the invitation card. */
  chatKey: LookupKey,
  /** Key of the message that shows the invitation card. */
  messageKey: LookupKey,
});
export type InvitationReminder = z.infer<typeof InvitationReminder>;

/** Response of a successful request to remind the guests. */
export const ReminderSent = z.object({
  /** Always true. When no reminder is sent, the response is an error instead. */
  success: z.literal(true),
});
export type ReminderSent = z.infer<typeof ReminderSent>;

/**
 * Reminds the guests who have not ordered and who have accepted or not answered yet. Only the owner may send the
 * reminder, once for each invitation, before the meetup and after the first acceptance.
 */
export const sendInvitationReminder = defineRoute({
  name: 'sendInvitationReminder',
  method: 'POST',
  path: '/api/chat/sendInvitationReminder',
  access: 'verified',
  body: InvitationReminder,
  answer: ReminderSent,
  errors: ['notFound', 'notAllowed', 'reminderSent', 'invitationDeleted', 'transitionNotAllowed'],
});

/** A link with which everybody can open an invitation. */
export const InvitationLink = z.object({
  /** URL of the link: the path `/i/{token}` below the app's public URL. */
  url: z.string(),
});
export type InvitationLink = z.infer<typeof InvitationLink>;

/**
 * Returns the link of an invitation. The gateway creates a missing link; the link stays the same until it is revoked.
 * After the owner has revoked it, only the owner can create another one: guests get `notAllowed` until then.
 */
export const shareInvitation = defineRoute({
  name: 'shareInvitation',
  method: 'POST',
  path: '/api/invitations/:id/share',
  access: 'loggedIn',
  params: InvitationParams,
  answer: InvitationLink,
  errors: ['notFound', 'notAllowed', 'invitationDeleted'],
});

/** Revokes the link of the caller's own invitation. A missing link is no error. */
export const revokeInvitationLink = defineRoute({
  name: 'revokeInvitationLink',
  method: 'DELETE',
  path: '/api/invitations/:id/share',
  access: 'loggedIn',
  params: InvitationParams,
  answer: Empty,
  errors: ['notFound', 'notAllowed', 'invitationDeleted'],
});

const InvitationLinkParams = z.object({
  /** Token at the end of the link's URL. */
  token: LookupKey,
});

/** The part of an invitation that everybody with its link may see, without other personal data. */
export const SharedInvitation = z.object({
  /**
   * Key of the invitation for a caller who is an attendee and has not declined; null for every other caller. A caller
   * who has declined may join again by the link.
   */
  key: z.nullable(Key),
  /** Time of the meetup, ISO 8601 with offset. */
  date: IsoInstant,
  /** Whether the attendees take the food away. */
  isTakeAway: z.boolean(),
  /** Status of the meetup, with the same values as in `Invitation`. */
  status: Invitation.shape.status,
  /** Restaurant in which the attendees meet, as lists show it. */
  restaurant: RestaurantSummary,
  /** Attendees, the owner first. */
  attendees: z.array(
    z.object({
      /**
       * First name; empty for an attendee without a name and for a deleted attendee. Never taken from an e-mail
       * address.
       */
      firstName: z.string(),
      /** Answer of the attendee to the invitation. */
      status: Attendee.shape.status,
    }),
  ),
  /** Number of people who may still join. */
  seatsLeft: z.int(),
});
export type SharedInvitation = z.infer<typeof SharedInvitation>;

/** Returns the invitation to which a link leads. Each IP address may call this route 30 times a minute. */
export const getSharedInvitation = defineRoute({
  name: 'getSharedInvitation',
  method: 'GET',
  path: '/api/invitations/shared/:token',
  access: 'any',
  params: InvitationLinkParams,
  answer: SharedInvitation,
  errors: ['notFound', 'invitationOver', 'ErrorTooManyAttempts'],
});

/**
 * Joins a meetup by a link: the caller becomes an attendee, has accepted, and is a member of the meetup's chat. If the
 * caller isn't in the chat to which the invitation was sent, the meetup gets a chat of its own with all attendees who
 * haven't declined. That chat begins with the invitation's message, and the fields `chatKey` and `messageKey` of the
 * invitation then refer to it; later guests become its members as well. A repeated request changes nothing. The error
 * `uninvitable` means that a block exists between the caller and the owner.
 */
export const joinSharedInvitation = defineRoute({
  name: 'joinSharedInvitation',
  method: 'POST',
  path: '/api/invitations/shared/:token/join',
  access: 'verified',
  params: InvitationLinkParams,
  answer: Invitation,
  errors: ['notFound', 'uninvitable', 'deadlineExceeded', 'invitationFull', 'invitationOver', 'ErrorTooManyAttempts'],
});

/** Returns a meetup as a calendar file to one of its attendees. */
export const getInvitationCalendar = defineRoute({
  name: 'getInvitationCalendar',
  method: 'GET',
  path: '/api/invitations/:id/calendar.ics',
  access: 'loggedIn',
  params: InvitationParams,
  answersFile: 'text/calendar',
  answer: FileAnswer,
  errors: ['notFound', 'invitationDeleted'],
});
