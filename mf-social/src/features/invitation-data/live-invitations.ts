import { Chat, ChatMessage, chatTopic, getInvitation, getInvitations, Invitation, meTopic } from '@mahlzeit/contract';
import { INVITATION_PAGE_SIZE, isInvitationPast, meetupInstantOf } from '@mahlzeit/contract/rules';
import {
  api,
  apiQuery,
  defineCollection,
  errorCode,
  skipToken,
  useCollection,
  useNow,
  useRetryOnline,
} from '@mahlzeit/shared-ui/platform';
import { olderItems } from '@mahlzeit/shared-ui/platform/collections';

/**
 * Live collection of the current user's invitations, sorted by date, the latest first. Past invitations are loaded in
 * pages. Each request asks for one row more than a page shows, which tells whether there is another page (S2§4).
 */
export const liveInvitations = defineCollection({
  topic: meTopic,
  collection: 'invitations',
  schema: Invitation,
  older: olderItems<Invitation>({
    window: { endsAt: meetupInstantOf },
    compare: (a, b) => meetupInstantOf(b) - meetupInstantOf(a),
    limit: INVITATION_PAGE_SIZE + 1,
    read: ({ previousEnd, limit }, { apiClient, signal }) =>
      apiClient.call(getInvitations, { query: { when: 'past', before: previousEnd, limit } }, signal),
  }),
});

// These two collections contain only the most recent chats and messages; older ones aren't needed for invitations.
const recentChats = defineCollection({ topic: meTopic, collection: 'chats', schema: Chat });
const recentMessages = defineCollection({ topic: chatTopic, collection: 'messages', schema: ChatMessage });

const { useInvitationQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    invitation: build.query<Invitation, string>(
      apiQuery(getInvitation, (invitationKey: string) => ({ params: { id: invitationKey } })),
    ),
  }),
});

/**
 * Returns the time that is compared with a meetup's date, in ms. `useNow` returns the first instant of a minute. One ms
 * is added, so that a meetup at exactly this instant counts as past.
 */
export const useMeetupNow = (): number => useNow() + 1;

/** Invitations, divided by the time of their meetup. */
interface InvitationsByTime {
  /** Upcoming invitations, the next one first. */
  readonly upcoming: readonly Invitation[];
  /** Invitations whose meetup is over, the latest first. */
  readonly expired: readonly Invitation[];
}

/**
 * Divides invitations into upcoming and past ones. An invitation counts as past from its date on; one with an order
 * stays upcoming longer. No live update reports that time passes, so the caller must call this function each minute.
 */
export const splitByTime = (invitations: readonly Invitation[], now: number): InvitationsByTime => {
  const sortedInvitations = [...invitations].sort((a, b) => meetupInstantOf(a) - meetupInstantOf(b));
  return {
    upcoming: sortedInvitations.filter((invitation) => !isInvitationPast(invitation, now)),
    expired: sortedInvitations.filter((invitation) => isInvitationPast(invitation, now)).reverse(),
  };
};

/**
 * Invitation to which a chat message refers. `foreign`: the current user isn't an attendee; `removed`: the invitation
 * was deleted.
 */
type InvitationLookup =
  | { readonly status: 'known'; readonly invitation: Invitation }
  | { readonly status: 'loading' | 'foreign' | 'removed' | 'failed' };

const lookupStatusOfError = (error: unknown): 'foreign' | 'removed' | 'failed' => {
  const failureCode = errorCode(error);
  if (failureCode === 'notFound') return 'foreign';
  return failureCode === 'invitationDeleted' ? 'removed' : 'failed';
};

/**
 * Returns one invitation: from the live collection when this collection contains it, otherwise from a request to the
 * gateway. With null, nothing is requested.
 */
export const useInvitation = (invitationKey: string | null): InvitationLookup => {
  const { status, items } = useCollection(liveInvitations, invitationKey === null ? null : '');
  const liveInvitation = items.find((invitation) => invitation.key === invitationKey);
  const { data, error, refetch } = useInvitationQuery(
    invitationKey !== null && liveInvitation === undefined && status !== 'loading' ? invitationKey : skipToken,
  );
  const lookupFailureStatus = error === undefined ? null : lookupStatusOfError(error);
  useRetryOnline(lookupFailureStatus === 'failed', () => void refetch());
  const invitation = liveInvitation ?? data;
  if (invitation !== undefined) return { status: 'known', invitation };
  return { status: lookupFailureStatus ?? 'loading' };
};

/**
 * Returns whether the current user is a participant of a chat. A guest who declined before somebody joined by the link
 * isn't a participant of the meetup's own chat.
 */
export const useIsInChat = (chatKey: string): boolean =>
  useCollection(recentChats).items.some(({ key }) => key === chatKey);

/**
 * Returns whether the owner has already reminded the guests, from any device. The chat's messages, which contain this
 * information, are loaded only if `isReminderStatusNeeded` is true. While they are loading the result is true:
 * otherwise the button for a reminder could appear and disappear again.
 */
export const useReminderSent = (
  { chatKey, messageKey }: Pick<Invitation, 'chatKey' | 'messageKey'>,
  isReminderStatusNeeded: boolean,
): boolean => {
  const { status, items } = useCollection(recentMessages, isReminderStatusNeeded ? chatKey : null);
  const areMessagesLoaded = status === 'live' || status === 'stale';
  return !areMessagesLoaded || items.some(({ key, reminderSent }) => key === messageKey && reminderSent);
};
