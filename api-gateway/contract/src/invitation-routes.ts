import * as z from '@mahlzeit/contract/zod';
import { FileAnswer } from './file-answer';
import { Attendee, Invitation } from './invitation';
import { RestaurantSummary } from './restaurant';
import { defineRoute } from './route';
import { INVITATION_PAGE_SIZE } from './limits';
import { Empty, Key, LookupKey, PageLimit } from './values';

/** Which page of the caller's invitations is asked for. */
export const InvitationPage = z.object({
  /** `upcoming`: the next one first; `past`: whose date is over, the latest one first. */
  when: z.enum(['upcoming', 'past']),
  /**
   * Key of the last row that the reader has; absent: the first page. One that isn't theirs is refused; one that has
   * meanwhile become past keeps its place.
   */
  before: z.optional(LookupKey),
  /** How many rows at most; a shorter page is the last one. */
  limit: z._default(PageLimit, INVITATION_PAGE_SIZE),
});
export type InvitationPage = z.infer<typeof InvitationPage>;

const OneInvitation = z.object({
  /** Names the invitation. */
  id: LookupKey,
});

/** The caller's invitations, their own and those that they attend. */
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
 * One invitation, for who attends it. It is deleted a week after its date; for thirty days they are told so, later that
 * there is none.
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

/** An invitation as it is sent. */
export const InvitationForm = z.object({
  /** When people meet, ISO 8601 with offset or Z: not past, at most two weeks ahead by Berlin's clocks. */
  date: z.iso.datetime({ offset: true }),
  /** Key of the restaurant; places that are no partner may be met at as well. */
  restaurant: LookupKey,
  /** 1 to 9 others; the caller is added. */
  attendees: z.array(Key).check(z.maxLength(200)),
  /** Whether the food is taken away. */
  isTakeAway: z.boolean(),
  /** A chat of the caller that it is sent to; without it the chat of exactly these people is used or made. */
  chatKey: z.optional(z.nullable(LookupKey)),
  /** The message of a restaurant in that chat whose place the invitation takes. */
  replacedChatMessageKey: z.optional(z.nullable(LookupKey)),
});
export type InvitationForm = z.infer<typeof InvitationForm>;

/**
 * Invites people: the invitation, the message that shows it, and what they are told are one. A repeat is known by its
 * Idempotency-Key. It is mailed to every guest who takes such mails, five of one caller's a day to each, and ten of all
 * those together whom a guest doesn't have among their contacts: what comes on top is no error and waits for them in
 * the app alone, because too many mails are no reason to ask nobody.
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

/** The answer of somebody who attends, or the owner's cancelling. */
export const InvitationAnswer = z.object({
  /** The owner's `declined` means `canceled`; a guest cancels nothing. */
  status: z.enum(['accepted', 'declined', 'canceled']),
});
export type InvitationAnswer = z.infer<typeof InvitationAnswer>;

/** Accepts, declines or cancels. The status that is there already changes nothing and is no error. */
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

/** Which invitation card the guests are reminded of. */
export const InvitationReminder = z.object({
  /** The chat that it was sent to. */
  chatKey: LookupKey,
  /** The message that shows it. */
  messageKey: LookupKey,
});
export type InvitationReminder = z.infer<typeof InvitationReminder>;

/** What a reminder answers. */
export const ReminderSent = z.object({
  /** Always true. */
  success: z.literal(true),
});
export type ReminderSent = z.infer<typeof ReminderSent>;

/**
 * Reminds the guests who come or have not answered and have not ordered: once for each invitation, by its owner, before
 * the meetup and once somebody has accepted.
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

/** A link that leads anybody to an invitation. */
export const InvitationLink = z.object({
  /** `/i/{token}` under the page's own address. */
  url: z.string(),
});
export type InvitationLink = z.infer<typeof InvitationLink>;

/** The link of an invitation, made where there is none; the same one until it is revoked. */
export const shareInvitation = defineRoute({
  name: 'shareInvitation',
  method: 'POST',
  path: '/api/invitations/:id/share',
  access: 'loggedIn',
  params: OneInvitation,
  answer: InvitationLink,
  errors: ['notFound', 'invitationDeleted'],
});

/** Revokes the link of one's own invitation; where there is none it changes nothing. */
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
  /** What the link ends with. */
  token: LookupKey,
});

/** What a link shows of an invitation: nothing else of anybody. */
export const SharedInvitation = z.object({
  /**
   * Names the invitation where the reader comes or may still come; null for everybody else, also for who has declined:
   * a link offers it to them anew.
   */
  key: z.nullable(Key),
  /** When people meet, ISO 8601 with offset. */
  date: z.iso.datetime({ offset: true }),
  /** Whether the food is taken away. */
  isTakeAway: z.boolean(),
  /** As in Invitation. */
  status: Invitation.shape.status,
  /** Where people meet. */
  restaurant: RestaurantSummary,
  /** Who is asked, the owner first. */
  attendees: z.array(
    z.object({
      /** Empty where somebody has none or is gone; never taken from an address. */
      firstName: z.string(),
      /** Their answer. */
      status: Attendee.shape.status,
    }),
  ),
  /** How many may still join. */
  seatsLeft: z.int(),
});
export type SharedInvitation = z.infer<typeof SharedInvitation>;

/** What a link leads to; an address may ask 30 times a minute. */
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
 * Comes along by a link: the caller attends and has accepted; again it is the same. `uninvitable`: one of them and
 * somebody in it blocks the other; who was asked already is kept out by a block between them and the owner alone.
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

/** The meetup for a calendar, for who attends it. */
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
