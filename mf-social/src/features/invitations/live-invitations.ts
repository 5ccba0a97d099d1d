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
 * The reader's invitations, the latest first; those that are past come in pages with one row more, which says whether
 * there is another page (S2§4).
 */
export const liveInvitations = defineCollection({
  topic: meTopic,
  collection: 'invitations',
  schema: Invitation,
  older: olderItems<Invitation>({
    window: { endsAt: meetsAt },
    compare: (a, b) => meetsAt(b) - meetsAt(a),
    limit: INVITATION_PAGE_SIZE + 1,
    read: ({ before, limit }, { apiClient, signal }) =>
      apiClient.call(getInvitations, { query: { when: 'past', before, limit } }, signal),
  }),
});

// The chats that were last used, and what was said last in one: all that invitations ask of chats.
const recentChats = defineCollection({ topic: meTopic, collection: 'chats', schema: Chat });
const recentMessages = defineCollection({ topic: chatTopic, collection: 'messages', schema: ChatMessage });

const { useInvitationQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    invitation: build.query<Invitation, string>(apiQuery(getInvitation, (id: string) => ({ params: { id } }))),
  }),
});

/**
 * Now, for the borders of a meetup. A minute that has begun is more than its first instant: what ends with that is
 * over.
 */
export const useMeetupTime = (): number => useNow() + 1;

/** Invitations by the time of their meetup. */
interface InvitationsByTime {
  /** The next one first. */
  readonly upcoming: readonly Invitation[];
  /** The latest one first. */
  readonly expired: readonly Invitation[];
}

/**
 * An invitation is over at its very date; orders stay upcoming for longer. Time makes no op, so this is asked each
 * minute.
 */
export const byTime = (invitations: readonly Invitation[], now: number): InvitationsByTime => {
  const inOrder = [...invitations].sort((a, b) => meetsAt(a) - meetsAt(b));
  return {
    upcoming: inOrder.filter((invitation) => !isInvitationPast(invitation, now)),
    expired: inOrder.filter((invitation) => isInvitationPast(invitation, now)).reverse(),
  };
};

/** An invitation that a message names. `foreign`: the reader doesn't attend it; `removed`: it was deleted. */
type NamedInvitation =
  | { readonly status: 'known'; readonly invitation: Invitation }
  | { readonly status: 'loading' | 'foreign' | 'removed' | 'failed' };

const statusOfError = (error: unknown): 'foreign' | 'removed' | 'failed' => {
  const code = errorCode(error);
  if (code === 'notFound') return 'foreign';
  return code === 'invitationDeleted' ? 'removed' : 'failed';
};

/** One invitation: live where it is still to come, else as the gateway answers it. */
export const useInvitation = (key: string): NamedInvitation => {
  const { status, items } = useCollection(liveInvitations);
  const live = items.find((invitation) => invitation.key === key);
  const { data, error, refetch } = useInvitationQuery(live === undefined && status !== 'loading' ? key : skipToken);
  const failure = error === undefined ? null : statusOfError(error);
  useRetryWhenBack(failure === 'failed', () => void refetch());
  const invitation = live ?? data;
  if (invitation !== undefined) return { status: 'known', invitation };
  return { status: failure ?? 'loading' };
};

/** Whether the reader is in a chat: who came by a link isn't in the one that the invitation was sent to. */
export const useIsInChat = (chatKey: string): boolean =>
  useCollection(recentChats).items.some(({ key }) => key === chatKey);

/**
 * Whether the guests were reminded, by whichever device of the owner; asked only where that matters. As long as nobody
 * knows they count as reminded: what is offered stays.
 */
export const useReminderSent = (
  { chatKey, messageKey }: Pick<Invitation, 'chatKey' | 'messageKey'>,
  isAsked: boolean,
): boolean => {
  const { status, items } = useCollection(recentMessages, isAsked ? chatKey : null);
  const isKnown = status === 'live' || status === 'stale';
  return !isKnown || items.some(({ key, reminderSent }) => key === messageKey && reminderSent);
};
