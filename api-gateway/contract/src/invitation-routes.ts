import * as z from '@mahlzeit/contract/zod';
import { FileAnswer } from './file-answer';
import { Attendee, Invitation } from './invitation';
import { RestaurantSummary } from './restaurant';
import { defineRoute } from './route';
import { INVITATION_PAGE_SIZE } from './limits';
import { Empty, Key, LookupKey, PageLimit } from './values';

/** Page of the caller's invitations. */
export const InvitationPage = z.object({
  /** `upcoming`: earliest first; `past`: meetups whose date is over, latest first. */
  when: z.enum(['upcoming', 'past']),
  /**
   * Key of the last row that the reader has; absent for the first page. A key of another user's invitation is refused.
   * An invitation that has become past meanwhile keeps its position.
   */
  before: z.optional(LookupKey),
  /** Maximum number of rows. A shorter page is the last one. */
  limit: z._default(PageLimit, INVITATION_PAGE_SIZE),
});
export type InvitationPage = z.infer<typeof InvitationPage>;

const OneInvitation = z.object({
  /** Key of the invitation. */
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
 * Returns one invitation to an attendee. It is deleted a week after its date. For thirty days the route then answers
 * that it was deleted, later that it doesn't exist.
 */
export const getInvitation = defineRoute({
  name: 'getInvitation',
  method: 'GET',
  path: '/api/invitations/:id',
  access: 'loggedIn',
  params: OneInvitation,
  answer: Invitation,
  errors: ['notFound', 'invitationDeleted'],
});

/** An invitation as its owner sends it. */
export const InvitationForm = z.object({
  /** Time of the meetup, ISO 8601 with offset or Z: in the future and at most two weeks ahead in Berlin time. */
  date: z.iso.datetime({ offset: true }),
  /** Key of the restaurant, which need not be a partner. */
  restaurant: LookupKey,
  /** 1 to 9 others; the caller is added. */
  attendees: z.array(Key).check(z.maxLength(200)),
  /** Whether the attendees take the food away. */
  isTakeAway: z.boolean(),
  /**
   * Chat of the caller that receives the invitation. Absent: the chat of exactly these people, which is created when
   * missing.
   */
  chatKey: z.optional(z.nullable(LookupKey)),
  /** Message of a restaurant in that chat that the invitation replaces. */
  replacedChatMessageKey: z.optional(z.nullable(LookupKey)),
});
export type InvitationForm = z.infer<typeof InvitationForm>;

/**
 * Invites people. The invitation, its chat message and the notifications are written together. The Idempotency-Key
 * identifies a repeat. Every guest who accepts such mails gets one: at most five a day from one caller, and at most ten
 * a day from all callers who are not among the guest's contacts. Beyond these limits the invitation reaches the guest
 * in the app only, without an error.
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
  /** The owner's `declined` means `canceled`. A guest can't cancel. */
  status: z.enum(['accepted', 'declined', 'canceled']),
});
export type InvitationAnswer = z.infer<typeof InvitationAnswer>;

/** Accepts, declines or cancels. Repeating the present status changes nothing and is no error. */
export const answerInvitation = defineRoute({
  name: 'answerInvitation',
  method: 'PATCH',
  path: '/api/invitations/:id',
  access: 'loggedIn',
  params: OneInvitation,
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

/** Invitation card of which the guests are reminded. */
export const InvitationReminder = z.object({
  /** Chat that contains the card. */
  chatKey: LookupKey,
  /** Message that shows the card. */
  messageKey: LookupKey,
});
export type InvitationReminder = z.infer<typeof InvitationReminder>;

/** Answer of a sent reminder. */
export const ReminderSent = z.object({
  /** Always true. */
  success: z.literal(true),
});
export type ReminderSent = z.infer<typeof ReminderSent>;

/**
 * Reminds the guests who accept or have not answered and have not ordered. Only the owner may send it, once for each
 * invitation, before the meetup and after the first acceptance.
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

/** A link that leads everybody to an invitation. */
export const InvitationLink = z.object({
  /** `/i/{token}` under the address of the page. */
  url: z.string(),
});
export type InvitationLink = z.infer<typeof InvitationLink>;

/** Returns the link of an invitation, which is created when missing and stays the same until it is revoked. */
export const shareInvitation = defineRoute({
  name: 'shareInvitation',
  method: 'POST',
  path: '/api/invitations/:id/share',
  access: 'loggedIn',
  params: OneInvitation,
  answer: InvitationLink,
  errors: ['notFound', 'invitationDeleted'],
});

/** Revokes the link of the caller's own invitation. A missing link is no error. */
export const revokeInvitationLink = defineRoute({
  name: 'revokeInvitationLink',
  method: 'DELETE',
  path: '/api/invitations/:id/share',
  access: 'loggedIn',
  params: OneInvitation,
  answer: Empty,
  errors: ['notFound', 'notAllowed', 'invitationDeleted'],
});

const OneLink = z.object({
  /** Token at the end of the link. */
  token: LookupKey,
});

/** The part of an invitation that a link shows, without other personal data. */
export const SharedInvitation = z.object({
  /**
   * Key of the invitation for a reader who attends or may still come; null for everybody else, also for a reader who
   * has declined and may join again by the link.
   */
  key: z.nullable(Key),
  /** Time of the meetup, ISO 8601 with offset. */
  date: z.iso.datetime({ offset: true }),
  /** Whether the attendees take the food away. */
  isTakeAway: z.boolean(),
  /** Same values as in Invitation. */
  status: Invitation.shape.status,
  /** Restaurant of the meetup. */
  restaurant: RestaurantSummary,
  /** Attendees, the owner first. */
  attendees: z.array(
    z.object({
      /** First name; empty for an attendee without a name or a deleted one. Never taken from an e-mail address. */
      firstName: z.string(),
      /** Answer of the attendee. */
      status: Attendee.shape.status,
    }),
  ),
  /** Number of people who may still join. */
  seatsLeft: z.int(),
});
export type SharedInvitation = z.infer<typeof SharedInvitation>;

/** Returns the invitation of a link. Each client address may call this route 30 times a minute. */
export const getSharedInvitation = defineRoute({
  name: 'getSharedInvitation',
  method: 'GET',
  path: '/api/invitations/shared/:token',
  access: 'any',
  params: OneLink,
  answer: SharedInvitation,
  errors: ['notFound', 'invitationOver', 'ErrorTooManyAttempts'],
});

/**
 * Joins by a link: the caller becomes an attendee and has accepted. A repeat changes nothing. `uninvitable`: a block
 * exists between the caller and an attendee. For a caller who was invited before, only a block between them and the
 * owner counts.
 */
export const joinSharedInvitation = defineRoute({
  name: 'joinSharedInvitation',
  method: 'POST',
  path: '/api/invitations/shared/:token/join',
  access: 'verified',
  params: OneLink,
  answer: Invitation,
  errors: ['notFound', 'uninvitable', 'deadlineExceeded', 'invitationFull', 'invitationOver', 'ErrorTooManyAttempts'],
});

/** Returns the meetup as a calendar file to an attendee. */
export const getInvitationCalendar = defineRoute({
  name: 'getInvitationCalendar',
  method: 'GET',
  path: '/api/invitations/:id/calendar.ics',
  access: 'loggedIn',
  params: OneInvitation,
  answersFile: 'text/calendar',
  answer: FileAnswer,
  errors: ['notFound', 'invitationDeleted'],
});
