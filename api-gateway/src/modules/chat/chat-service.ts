import { err, ok } from '@mahlzeit/contract';
import type {
  Chat,
  ChatMessageView,
  ChatReference,
  ContentMessage,
  NewChatMessage,
  NewestPage,
  Result,
} from '@mahlzeit/contract';
import { consumeAttempt, countSuccess, invalidField, invariant } from '../../platform';
import type { Clock, Connection, Database, RateLimiter, RouteError, WriteTransaction } from '../../platform';
import { findSummaries } from '../discovery';
import { findChatMembers, findMembersOf, findRefusal } from './chat-members';
import { isInChat, mayWriteInChat } from './chat-policy';
import { presentChat, presentMessageViews } from './chat-presenter';
import type { SharedInvitations } from './chat-presenter';
import { createChatRepository } from './chat-repository';
import type { StoredChat } from './chat-repository';
import { validateOtherUids } from './chat-rules';
import { findPeopleOf } from './chat-topics';
import { createMessageRepository } from './message-repository';
import type { StoredMessage } from './message-repository';
import { markChatRead } from './read-state';
import { ensureChat, showOpenedChat, writeMessage } from './write-message';

/** Database, clock, rate limiters and invitations that the chat service uses. */
export interface ChatServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Rate limits of one user: `messages` counts each message that the user tries to send, `newChats` each new chat. */
  readonly limits: { readonly messages: RateLimiter; readonly newChats: RateLimiter };
  readonly invitations: SharedInvitations;
}

type ChatCreationError = 'ErrorNoUsers' | 'tooManyAttendees' | 'uninvitable' | 'notAContact';

/** Creates the service that the chat routes call. */
export const createChatService = ({ database, clock, limits, invitations }: ChatServiceDeps) => {
  const findOwnChat = async (
    knex: Connection,
    uid: string,
    chatKey: string,
  ): Promise<Result<StoredChat, 'notFound'>> => {
    const chat = await createChatRepository(knex).find(chatKey);
    return chat === null || !isInChat(uid, chat) ? err('notFound') : ok(chat);
  };

  /**
   * Returns the existing chat of exactly these people. If they have none, creates it when they may be together in a
   * chat.
   */
  const openChat = async (
    tx: WriteTransaction,
    uid: string,
    otherUids: readonly string[],
  ): Promise<Result<StoredChat, ChatCreationError>> => {
    const uids = [uid, ...otherUids];
    const members = await findChatMembers(tx.knex, uids);
    const existingChat = await createChatRepository(tx.knex).findOfPeople(uids);
    // Returns an existing chat, unless it has two members and one of them blocks the other.
    if (existingChat !== null)
      return members.blocks.length > 0 && !mayWriteInChat(uids, members) ? err('uninvitable') : ok(existingChat);
    const refusal = await findRefusal(tx.knex, uid, otherUids, members);
    return refusal !== null ? err(refusal) : ok(await ensureChat(tx, uids, clock.now()));
  };

  /** Runs a request that opens a chat. Counts it towards the limit of new chats only if it creates one. */
  const countNewChat = async <T, E>(
    uid: string,
    otherUids: readonly string[],
    handleRequest: () => Promise<Result<T, E>>,
  ): Promise<Result<T, E | RouteError>> =>
    (await createChatRepository(database.knex).findOfPeople([uid, ...otherUids])) === null
      ? countSuccess(limits.newChats, uid, handleRequest)
      : handleRequest();

  /**
   * Decides whether a user may share a content with `otherUids`: a listed restaurant, or an invitation that all these
   * users attend.
   */
  const isContentShareable = async (
    tx: WriteTransaction,
    uid: string,
    otherUids: readonly string[],
    { type, contentId }: Pick<ContentMessage, 'type' | 'contentId'>,
  ): Promise<boolean> => {
    if (type === 'restaurant') return (await findSummaries(tx.knex, [contentId])).has(contentId);
    return invitations.isAttendedByAll(tx.knex, contentId, [uid, ...otherUids]);
  };

  const findRepeatedMessage = async (
    knex: Connection,
    {
      uid,
      chatKey,
      clientKey,
    }: { readonly uid: string; readonly chatKey: string; readonly clientKey: string | undefined },
  ): Promise<StoredMessage | null> =>
    clientKey === undefined ? null : createMessageRepository(knex).findByClientKey(chatKey, uid, clientKey);

  const presentOneMessage = async (knex: Connection, uid: string, message: StoredMessage): Promise<ChatMessageView> => {
    const [messageView] = await presentMessageViews(knex, [message], { reader: uid, invitations });
    invariant(messageView, 'view of message', message.key);
    return messageView;
  };

  return {
    /** Returns a page of the caller's chats, the last updated first. */
    list: (uid: string, { before, limit }: NewestPage): Promise<Result<Chat[], RouteError>> =>
      database.read(async (knex) => {
        const pageStartResult = before === undefined ? null : await findOwnChat(knex, uid, before);
        if (pageStartResult !== null && !pageStartResult.ok) return err(invalidField('before', 'unknown'));
        const chats = await createChatRepository(knex).listChatsOf(uid, {
          limit,
          beforeChat: pageStartResult?.value ?? null,
        });
        const people = await findPeopleOf(knex, chats);
        return ok(chats.map((chat) => presentChat(chat, uid, people)));
      }),

    /**
     * Returns the chat of the caller and these people. Creates it if it doesn't exist; the others see a new chat only
     * after its first message.
     */
    async create(
      uid: string,
      requestedUids: readonly string[],
    ): Promise<Result<ChatReference, ChatCreationError | RouteError>> {
      const uidsResult = validateOtherUids(uid, requestedUids);
      if (!uidsResult.ok) return uidsResult;
      return countNewChat(uid, uidsResult.value, () =>
        database.write(async (tx) => {
          const chat = await openChat(tx, uid, uidsResult.value);
          if (!chat.ok) return chat;
          await showOpenedChat(tx, uid, { chat: chat.value, people: await findPeopleOf(tx.knex, [chat.value]) });
          return ok({ chatId: chat.value.key });
        }),
      );
    },

    /** Shares a restaurant or an invitation as a message in the chat of the caller and these people. */
    async share(
      uid: string,
      { userKeys, type, contentId }: ContentMessage,
    ): Promise<Result<ChatReference, ChatCreationError | 'notFound' | RouteError>> {
      const uidsResult = validateOtherUids(uid, userKeys);
      if (!uidsResult.ok) return uidsResult;
      const rateLimitResult = await consumeAttempt(limits.messages, uid);
      if (!rateLimitResult.ok) return rateLimitResult;
      const shareContent = async (
        tx: WriteTransaction,
      ): Promise<Result<ChatReference, ChatCreationError | 'notFound'>> => {
        if (!(await isContentShareable(tx, uid, uidsResult.value, { type, contentId }))) return err('notFound');
        const chat = await openChat(tx, uid, uidsResult.value);
        if (!chat.ok) return chat;
        const members = await findMembersOf(tx.knex, chat.value);
        if (!mayWriteInChat(chat.value.participantKeys, members)) return err('uninvitable');
        // Checks whether a chat already shows an invitation, which is then not shared again: a chat contains at most
        // one card of it.
        const isInvitationShown =
          type === 'invitation' &&
          (await createMessageRepository(tx.knex).isShownIn(chat.value.key, { contentKind: type, contentId }));
        if (!isInvitationShown)
          await writeMessage(tx, chat.value, {
            draft: { author: uid, content: type, contentKind: type, contentId, clientKey: null, now: clock.now() },
            members,
          });
        return ok({ chatId: chat.value.key });
      };
      return countNewChat(uid, uidsResult.value, () => database.write(shareContent));
    },

    /** Returns a page of a chat's messages, the newest first. */
    messages: (
      uid: string,
      chatKey: string,
      { before, limit }: NewestPage,
    ): Promise<Result<ChatMessageView[], 'notFound' | RouteError>> =>
      database.read(async (knex) => {
        const chat = await findOwnChat(knex, uid, chatKey);
        if (!chat.ok) return chat;
        const messageRepository = createMessageRepository(knex);
        const pageStart = before === undefined ? null : await messageRepository.find(before);
        if (before !== undefined && pageStart?.chatKey !== chatKey) return err(invalidField('before', 'unknown'));
        const page = await messageRepository.list(chatKey, { limit, before: pageStart?.seq ?? null });
        return ok(await presentMessageViews(knex, page, { reader: uid, invitations }));
      }),

    /** Adds a text message to a chat. A repeated `clientKey` of the same author returns the stored message. */
    async send(
      uid: string,
      chatKey: string,
      { content, clientKey }: NewChatMessage,
    ): Promise<Result<ChatMessageView, 'notFound' | 'uninvitable' | RouteError>> {
      if (!(await createChatRepository(database.knex).isParticipant(chatKey, uid))) return err('notFound');
      const repeatedMessage = await findRepeatedMessage(database.knex, { uid, chatKey, clientKey });
      if (repeatedMessage !== null) return ok(await presentOneMessage(database.knex, uid, repeatedMessage));
      const admission = await consumeAttempt(limits.messages, uid);
      if (!admission.ok) return admission;
      return database.write(async (tx) => {
        const chat = await findOwnChat(tx.knex, uid, chatKey);
        if (!chat.ok) return chat;
        // Checks again, inside the transaction, whether a repeated request has stored the same message meanwhile.
        const storedMessage = await findRepeatedMessage(tx.knex, { uid, chatKey, clientKey });
        if (storedMessage !== null) return ok(await presentOneMessage(tx.knex, uid, storedMessage));
        const members = await findMembersOf(tx.knex, chat.value);
        if (!mayWriteInChat(chat.value.participantKeys, members)) return err('uninvitable');
        const messageDraft = {
          author: uid,
          content,
          contentKind: null,
          contentId: null,
          clientKey: clientKey ?? null,
          now: clock.now(),
        };
        return ok(
          await presentOneMessage(tx.knex, uid, await writeMessage(tx, chat.value, { draft: messageDraft, members })),
        );
      });
    },

    /** Stores how far the caller has read a chat. A message older than the stored one changes nothing. */
    read: (uid: string, chatKey: string, messageKey: string): Promise<Result<Record<never, never>, 'notFound'>> =>
      database.write((tx) => markChatRead(tx, uid, { chatKey, messageKey, now: clock.now() })),
  };
};

export type ChatService = ReturnType<typeof createChatService>;
