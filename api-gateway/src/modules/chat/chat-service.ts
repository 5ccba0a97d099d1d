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
import { isChatUnread } from '@mahlzeit/contract/rules';
import { consumeAttempt } from '../../platform';
import type { Clock, Connection, Database, RateLimiter, RouteError, WriteTransaction } from '../../platform';
import { findSummaries } from '../discovery';
import { closeNotices } from '../notifications';
import { createBlockRepository } from '../contacts/block-repository';
import { mayReadInvitation } from '../invitations/invitation-policy';
import { findViews } from '../invitations/invitation-records';
import { createInvitationRepository } from '../invitations/invitation-repository';
import { isInChat, mayWrite } from './chat-policy';
import { findPeopleOf, recordRead } from './chat-records';
import { createChatRepository } from './chat-repository';
import type { StoredChat } from './chat-repository';
import { othersOf, presentChat, presentMessage } from './chat-rules';
import { createMessageRepository } from './message-repository';
import type { ContentKind, StoredMessage } from './message-repository';
import { beginChat, chatRoute, findCompany, findRefusal, writeMessage } from './write-message';

/** Dependencies of the chat. */
export interface ChatServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Messages of one person. */
  readonly limiter: RateLimiter;
}

type BeginError = 'ErrorNoUsers' | 'tooManyAttendees' | 'uninvitable' | 'notAContact';

/** A message as its reader gets it, with what was shared. */
const presentViews = async (
  knex: Connection,
  reader: string,
  messages: readonly StoredMessage[],
): Promise<ChatMessageView[]> => {
  const shared = (kind: ContentKind): string[] =>
    messages.flatMap(({ contentKind, contentId }) => (contentKind === kind && contentId !== null ? [contentId] : []));
  const restaurants = await findSummaries(knex, shared('restaurant'));
  const invitations = await findViews(knex, reader, shared('invitation'));
  return messages.map((message) => {
    const { contentKind, contentId } = message;
    // Only who attends it sees what it is; to the others in the chat it is there and says nothing.
    const invitation = contentKind === 'invitation' ? (invitations.views.get(contentId ?? '') ?? null) : null;
    const restaurant =
      contentKind === 'restaurant' ? (restaurants.get(contentId ?? '') ?? null) : (invitation?.restaurantInfo ?? null);
    const isGone =
      contentKind === 'invitation'
        ? !invitations.known.has(contentId ?? '')
        : contentKind !== null && restaurant === null;
    return {
      ...presentMessage(message),
      removed: message.isRemoved || isGone,
      isOwn: message.author === reader,
      restaurant,
      invitation,
      order: invitation?.order ?? null,
    };
  });
};

const unknownBefore: RouteError = {
  code: 'invalidRequest',
  details: { issues: [{ path: 'before', rule: 'unknown' }] },
};

/** Chats over HTTP; every call names its caller. */
export const createChatService = ({ database, clock, limiter }: ChatServiceDeps) => {
  const admit = (uid: string): Promise<Result<void, RouteError>> => consumeAttempt(limiter, uid);

  const findOwn = async (knex: Connection, uid: string, key: string): Promise<Result<StoredChat, 'notFound'>> => {
    const chat = await createChatRepository(knex).find(key);
    return chat === null || !isInChat(uid, chat) ? err('notFound') : ok(chat);
  };

  /** The chat of exactly these people: the one that is there, or a new one where they may meet. */
  const openChat = async (
    tx: WriteTransaction,
    uid: string,
    others: readonly string[],
  ): Promise<Result<StoredChat, BeginError>> => {
    const uids = [uid, ...others];
    const company = await findCompany(tx.knex, uids);
    const known = await createChatRepository(tx.knex).findOfPeople(uids);
    // What is there goes on, save that of two of whom one blocks the other.
    if (known !== null) return company.blocks.length > 0 && !mayWrite(uids, company) ? err('uninvitable') : ok(known);
    const refusal = await findRefusal(tx.knex, uid, others, company);
    return refusal !== null
      ? err(refusal)
      : ok(await beginChat(tx, uids, { people: company.people, now: clock.now() }));
  };

  /**
   * Whether somebody may share that with these others: a restaurant that is listed, an invitation that all of them
   * attend.
   */
  const isShareable = async (
    tx: WriteTransaction,
    uid: string,
    others: readonly string[],
    { type, contentId }: Pick<ContentMessage, 'type' | 'contentId'>,
  ): Promise<boolean> => {
    if (type === 'restaurant') return (await findSummaries(tx.knex, [contentId])).has(contentId);
    const invitation = await createInvitationRepository(tx.knex).find(contentId);
    return invitation !== null && [uid, ...others].every((one) => mayReadInvitation(one, invitation));
  };

  const findRepeated = async (
    knex: Connection,
    {
      uid,
      chatKey,
      clientKey,
    }: { readonly uid: string; readonly chatKey: string; readonly clientKey: string | undefined },
  ): Promise<StoredMessage | null> =>
    clientKey === undefined ? null : createMessageRepository(knex).findByClientKey(chatKey, uid, clientKey);

  const viewOf = async (knex: Connection, uid: string, message: StoredMessage): Promise<ChatMessageView> => {
    const [view] = await presentViews(knex, uid, [message]);
    if (view === undefined) throw new Error('one message has one view');
    return view;
  };

  return {
    /** A page of the caller's chats, the last updated first. */
    list: (uid: string, { before, limit }: NewestPage): Promise<Result<Chat[], RouteError>> =>
      database.read(async (knex) => {
        const last = before === undefined ? null : await findOwn(knex, uid, before);
        if (last !== null && !last.ok) return err(unknownBefore);
        const chats = await createChatRepository(knex).listOf(uid, { limit, before: last?.value ?? null });
        const people = await findPeopleOf(knex, chats);
        return ok(chats.map((chat) => presentChat(chat, uid, people)));
      }),

    /** The chat of the caller and these people. */
    async create(uid: string, named: readonly string[]): Promise<Result<ChatReference, BeginError>> {
      const others = othersOf(uid, named);
      if (!others.ok) return others;
      return database.write(async (tx) => {
        const chat = await openChat(tx, uid, others.value);
        return chat.ok ? ok({ chatId: chat.value.key }) : chat;
      });
    },

    /** Shares a restaurant or an invitation in the chat of the caller and these people. */
    async share(
      uid: string,
      { userKeys, type, contentId }: ContentMessage,
    ): Promise<Result<ChatReference, BeginError | 'notFound' | RouteError>> {
      const others = othersOf(uid, userKeys);
      if (!others.ok) return others;
      const admitted = await admit(uid);
      if (!admitted.ok) return admitted;
      return database.write(async (tx) => {
        if (!(await isShareable(tx, uid, others.value, { type, contentId }))) return err('notFound');
        const chat = await openChat(tx, uid, others.value);
        if (!chat.ok) return chat;
        const company = await findCompany(tx.knex, chat.value.participantKeys);
        if (!mayWrite(chat.value.participantKeys, company)) return err('uninvitable');
        // An invitation has one card in a chat, that with which it was sent for instance.
        const isShown =
          type === 'invitation' &&
          (await createMessageRepository(tx.knex).isShownIn(chat.value.key, { contentKind: type, contentId }));
        if (!isShown)
          await writeMessage(tx, chat.value, {
            draft: { author: uid, content: type, contentKind: type, contentId, clientKey: null, now: clock.now() },
            company,
          });
        return ok({ chatId: chat.value.key });
      });
    },

    /** A page of a chat's messages, the newest first. */
    messages: (
      uid: string,
      chatKey: string,
      { before, limit }: NewestPage,
    ): Promise<Result<ChatMessageView[], 'notFound' | RouteError>> =>
      database.read(async (knex) => {
        const chat = await findOwn(knex, uid, chatKey);
        if (!chat.ok) return chat;
        const messages = createMessageRepository(knex);
        const last = before === undefined ? null : await messages.find(before);
        if (before !== undefined && last?.chatKey !== chatKey) return err(unknownBefore);
        return ok(await presentViews(knex, uid, await messages.list(chatKey, { limit, before: last?.seq ?? null })));
      }),

    /** Adds a text to a chat; what its author's client has named before is answered as it was stored. */
    async send(
      uid: string,
      chatKey: string,
      { content, clientKey }: NewChatMessage,
    ): Promise<Result<ChatMessageView, 'notFound' | 'uninvitable' | RouteError>> {
      if (!(await createChatRepository(database.knex).isParticipant(chatKey, uid))) return err('notFound');
      const repeated = await findRepeated(database.knex, { uid, chatKey, clientKey });
      if (repeated !== null) return ok(await viewOf(database.knex, uid, repeated));
      const admitted = await admit(uid);
      if (!admitted.ok) return admitted;
      return database.write(async (tx) => {
        const chat = await findOwn(tx.knex, uid, chatKey);
        if (!chat.ok) return chat;
        // The same one may have come in meanwhile.
        const stored = await findRepeated(tx.knex, { uid, chatKey, clientKey });
        if (stored !== null) return ok(await viewOf(tx.knex, uid, stored));
        const company = await findCompany(tx.knex, chat.value.participantKeys);
        if (!mayWrite(chat.value.participantKeys, company)) return err('uninvitable');
        const draft = {
          author: uid,
          content,
          contentKind: null,
          contentId: null,
          clientKey: clientKey ?? null,
          now: clock.now(),
        };
        return ok(await viewOf(tx.knex, uid, await writeMessage(tx, chat.value, { draft, company })));
      });
    },

    /** Remembers how far the caller has read; what is older than what is stored changes nothing. */
    read: (uid: string, chatKey: string, messageKey: string): Promise<Result<Record<never, never>, 'notFound'>> =>
      database.write((tx) => readChatIn(tx, uid, { chatKey, messageKey, now: clock.now() })),
  };
};

/** Chats over HTTP. */
export type ChatService = ReturnType<typeof createChatService>;

/** Remembers inside a write how far somebody has read; the notification of the chat is closed once all of it is. */
export const readChatIn = async (
  tx: WriteTransaction,
  uid: string,
  { chatKey, messageKey, now }: { readonly chatKey: string; readonly messageKey: string; readonly now: number },
): Promise<Result<Record<never, never>, 'notFound'>> => {
  const chat = await createChatRepository(tx.knex).find(chatKey);
  const messages = createMessageRepository(tx.knex);
  const message = await messages.find(messageKey);
  if (chat === null || !isInChat(uid, chat) || message?.chatKey !== chatKey) return err('notFound');
  const before = (await messages.findReads(uid, [chatKey])).get(chatKey) ?? null;
  if (before === null || before.seq < message.seq) {
    await messages.putRead({ chatKey, uid, seq: message.seq });
    recordRead(tx, uid, message);
  }
  const read = before !== null && before.seq > message.seq ? before : message;
  const blocks = await createBlockRepository(tx.knex).findAmong(chat.participantKeys);
  const blocked = new Set(blocks.filter(({ blocker }) => blocker === uid).map((block) => block.blocked));
  if (!isChatUnread(presentChat(chat, uid, new Map()), { uid, read, blocked }))
    await closeNotices(tx, { uid, kind: 'message', route: chatRoute(chatKey), at: now });
  return ok({});
};
