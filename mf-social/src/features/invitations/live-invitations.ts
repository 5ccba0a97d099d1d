import { Chat, ChatMessage, chatTopic, getInvitation, getInvitations, Invitation, meTopic } from '@mahlzeit/contract';
import { INVITATION_PAGE_SIZE, isInvitationPast, meetsAt } from '@mahlzeit/contract/rules';
import {
  api,
  apiQuery,
  defineCollection,
  errorCode,
  skipToken,
  useCollection,
  useNow,
  useRetryWhenBack,
} from '@mahlzeit/shared-ui/platform';
import { olderItems } from '@mahlzeit/shared-ui/platform/collections';

/**
 * Invitations of the reader, latest first. Past ones come in pages with one row more, which tells whether there is
 * another page (S2§4).
 */
export const liveInvitations = defineCollection({
  topic: meTopic,
  collection: 'invitations',
  schema: Invitation,
  older: olderItems<Invitation>({
    window: { endsAt: meetsAt },
    compare: (a, b) => meetsAt(b) - meetsAt(a),
    limit: INVITATION_PAGE_SIZE + 1,
    read: ({ previousEnd, limit }, { apiClient, signal }) =>
      apiClient.call(getInvitations, { query: { when: 'past', before: previousEnd, limit } }, signal),
  }),
});

// Last used chats and the newest messages of a chat: invitations need nothing else of chats.
const recentChats = defineCollection({ topic: meTopic, collection: 'chats', schema: Chat });
const recentMessages = defineCollection({ topic: chatTopic, collection: 'messages', schema: ChatMessage });

const { useInvitationQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    invitation: build.query<Invitation, string>(apiQuery(getInvitation, (id: string) => ({ params: { id } }))),
  }),
});

/**
 * Returns the time for comparisons with a meetup's date. `useNow` returns the first instant of a minute; a meetup that
 * ends with that instant is over.
 */
export const useMeetupTime = (): number => useNow() + 1;

/** Invitations by the time of their meetup. */
interface InvitationsByTime {
  /** Upcoming ones, next first. */
  readonly upcoming: readonly Invitation[];
  /** Past ones, latest first. */
  readonly expired: readonly Invitation[];
}

/**
 * Divides invitations by time. An invitation expires at its date, unlike orders, which stay upcoming longer. Time alone
 * produces no live update, so this is computed each minute.
 */
export const byTime = (invitations: readonly Invitation[], now: number): InvitationsByTime => {
  const inOrder = [...invitations].sort((a, b) => meetsAt(a) - meetsAt(b));
  return {
    upcoming: inOrder.filter((invitation) => !isInvitationPast(invitation, now)),
    expired: inOrder.filter((invitation) => isInvitationPast(invitation, now)).reverse(),
  };
};

/** Invitation that a message refers to. `foreign`: the reader doesn't attend it; `removed`: it was deleted. */
type NamedInvitation =
  | { readonly status: 'known'; readonly invitation: Invitation }
  | { readonly status: 'loading' | 'foreign' | 'removed' | 'failed' };

const statusOfError = (error: unknown): 'foreign' | 'removed' | 'failed' => {
  const code = errorCode(error);
  if (code === 'notFound') return 'foreign';
  return code === 'invitationDeleted' ? 'removed' : 'failed';
};

/** Returns one invitation: the live one when it is upcoming, else the gateway's answer. */
export const useInvitation = (key: string): NamedInvitation => {
  const { status, items } = useCollection(liveInvitations);
  const liveInvitation = items.find((invitation) => invitation.key === key);
  const { data, error, refetch } = useInvitationQuery(
    liveInvitation === undefined && status !== 'loading' ? key : skipToken,
  );
  const failure = error === undefined ? null : statusOfError(error);
  useRetryWhenBack(failure === 'failed', () => void refetch());
  const invitation = liveInvitation ?? data;
  if (invitation !== undefined) return { status: 'known', invitation };
  return { status: failure ?? 'loading' };
};

/**
 * Returns whether the reader takes part in a chat. Guests who joined by a link aren't in the chat to which the
 * invitation was sent.
 */
export const useIsInChat = (chatKey: string): boolean =>
  useCollection(recentChats).items.some(({ key }) => key === chatKey);

/**
 * Returns whether the guests have been reminded, from any device of the owner. Loaded only when the answer matters;
 * true while it is loading, so that the offered actions don't change.
 */
export const useReminderSent = (
  { chatKey, messageKey }: Pick<Invitation, 'chatKey' | 'messageKey'>,
  isNeeded: boolean,
): boolean => {
  const { status, items } = useCollection(recentMessages, isNeeded ? chatKey : null);
  const isLoaded = status === 'live' || status === 'stale';
  return !isLoaded || items.some(({ key, reminderSent }) => key === messageKey && reminderSent);
};
