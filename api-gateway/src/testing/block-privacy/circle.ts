import { routes } from '@mahlzeit/contract';
import { searchTextOf } from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';
import { makeContacts } from '../../modules/contacts/testing/relations';
import { messagesTo } from '../../modules/identity/testing/people';
import { storeUser } from '../../modules/identity/testing/stored-people';
import { userLogName } from '../../platform';
import { connectLive, type LiveTestClient } from '../../platform/testing/live-test-client';
import type { TestGateway } from '../../platform/testing/test-gateway';
import type { RequestParts } from '../access/access-row';

/** Test user of a circle, who has the same uid, name and connection code in each circle. */
export interface CirclePerson {
  readonly uid: string;
  readonly name: string;
  readonly email: string;
  readonly connectionCode: string;
}

/** Keys of the content that the users of a circle have created, in the sequence of its creation. */
export interface CircleContent {
  readonly messages: { readonly chatKey: string; readonly key: string }[];
  readonly invitations: { readonly key: string; readonly chatKey: string; readonly messageKey: string }[];
  readonly linkTokens: string[];
}

/**
 * Group of test users on one gateway who share chats and meetups. Two circles that send the same requests differ only
 * in random keys.
 */
export interface Circle {
  readonly content: CircleContent;
  /**
   * Sends a request. Returns the status and the response, in which random keys are replaced by their number in the
   * sequence of first use.
   */
  ask(person: CirclePerson, routeName: string, requestParts: RequestParts): Promise<string>;
  /** Returns all changes that a user's open page has received, and all e-mails to this user. */
  newsOf(person: CirclePerson): Promise<string[]>;
  /** Closes the live connections of all users. */
  leave(): void;
}

const SECOND_MS = 1_000;
const RANDOM_KEY = /(?<![\w-])[\w-]{22}(?![\w-])/g;

const ChatAnswer = z.object({ chatId: z.string() });
const MessageAnswer = z.object({ key: z.string(), chatKey: z.string(), authorKey: z.string() });
const InvitationAnswer = z.object({ key: z.string(), chatKey: z.string(), messageKey: z.string(), isOwn: z.boolean() });
const LinkAnswer = z.object({ url: z.string() });
const ErrorAnswer = z.object({ code: z.string(), details: z.optional(z.unknown()) });
const PeopleAnswer = z.array(z.object({ key: z.string() }));

const collectContent = (content: CircleContent, body: unknown): void => {
  const chat = ChatAnswer.safeParse(body);
  if (chat.success) content.messages.push({ chatKey: chat.data.chatId, key: 'unknown' });
  const message = MessageAnswer.safeParse(body);
  if (message.success) content.messages.push(message.data);
  const invitation = InvitationAnswer.safeParse(body);
  if (invitation.success) {
    const { key, chatKey, messageKey } = invitation.data;
    if (!content.invitations.some((stored) => stored.key === key)) content.invitations.push(invitation.data);
    // A guest who joins by a shared link may have moved the meetup to another chat.
    if (!content.messages.some((stored) => stored.key === messageKey))
      content.messages.push({ chatKey, key: messageKey });
  }
  const link = LinkAnswer.safeParse(body);
  if (link.success) content.linkTokens.push(link.data.url.split('/').at(-1) ?? '');
};

/** Sorts all lists inside of a value, because the export of a user's data lists chats by their random keys. */
const withSortedLists = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.map(withSortedLists).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withSortedLists(field)]))
    : value;
};

/**
 * Returns the response without parts that differ between any two requests. People whom the app suggests are sorted,
 * because they have no sequence.
 */
const comparableAnswer = (routeName: string, text: string): string => {
  const body: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
  const error = ErrorAnswer.safeParse(body);
  if (error.success) return JSON.stringify([error.data.code, error.data.details]);
  if (routeName === 'getRandomUsers')
    return PeopleAnswer.parse(body)
      .map(({ key }) => key)
      .sort()
      .join();
  return text;
};

/**
 * Creates users with the same uids, names and contacts on a gateway, and opens a live connection of each. `pairs` are
 * the indexes of users who are contacts of each other.
 */
export const openCircle = async (
  gateway: TestGateway,
  people: readonly CirclePerson[],
  pairs: readonly (readonly [CirclePerson, CirclePerson])[],
): Promise<Circle> => {
  const keyNumbers = new Map<string, number>();
  const tokenByUid = new Map<string, string>();
  const pageByUid = new Map<string, LiveTestClient>();
  const content: CircleContent = { messages: [], invitations: [], linkTokens: [] };
  const withNumberedKeys = (text: string): string =>
    text.replace(RANDOM_KEY, (key) => {
      const keyNumber = keyNumbers.get(key) ?? keyNumbers.size;
      keyNumbers.set(key, keyNumber);
      return `#${keyNumber}`;
    });

  // Searches must not find the people of earlier circles on the same gateway.
  await gateway.database.write(({ knex }) => knex('user').update({ is_visible: false }));
  for (const { uid, name, email, connectionCode } of people) {
    const fields = { uid, connectionCode, displayName: name, isEmailVerified: true };
    tokenByUid.set(uid, (await storeUser(gateway, email, fields)).idToken);
    await gateway.database.write(({ knex }) =>
      knex('user')
        .where({ uid })
        .update({ search_text: searchTextOf(name) }),
    );
  }
  for (const pair of pairs) await makeContacts(gateway, pair);
  for (const { uid } of people) {
    const page = await connectLive(gateway.url, { token: tokenByUid.get(uid) ?? '' });
    page.say({ op: 'sub', id: 'me', topic: 'me' });
    await page.next('live');
    pageByUid.set(uid, page);
  }

  const changesOnPage = async (uid: string): Promise<string[]> => {
    const page = pageByUid.get(uid);
    if (page === undefined) return [];
    const lastSeq = (): number =>
      Math.max(0, ...page.frames.map((frame) => ('cursor' in frame ? Number(frame.cursor.split('.')[1]) : 0)));
    const topicHead = await gateway.database
      .knex<{ name: string; seq: number }>('topic')
      .where({ name: userLogName(uid) })
      .first('seq');
    while (lastSeq() < (topicHead?.seq ?? 0)) await page.next('delta');
    return page.frames.flatMap((frame) => (frame.op === 'delta' ? frame.ops : [])).map((op) => JSON.stringify(op));
  };

  return {
    content,
    async ask({ uid }, routeName, { params = {}, query, body }) {
      gateway.clock.advance(SECOND_MS);
      const route = routes.find(({ name }) => name === routeName);
      if (route === undefined) throw new Error(`No route has the name ${routeName}`);
      const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
      const response = await fetch(`${gateway.url}${path}${query === undefined ? '' : `?${query}`}`, {
        method: route.method,
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${tokenByUid.get(uid) ?? ''}` },
        ...(route.method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
      });
      const text = await response.text();
      if (response.ok && text.startsWith('{')) collectContent(content, JSON.parse(text));
      const answer = withNumberedKeys(comparableAnswer(routeName, text));
      const sortedAnswer = routeName === 'exportUser' ? JSON.stringify(withSortedLists(JSON.parse(answer))) : answer;
      return `${response.status} ${sortedAnswer}`;
    },
    async newsOf({ uid, email }) {
      const mails = (await messagesTo(gateway, email)).map(({ subject, text }) => `${subject}\n${text}`);
      return [...(await changesOnPage(uid)), ...mails.map(withoutOrder).sort()].map(withNumberedKeys);
    },
    leave() {
      for (const page of pageByUid.values()) page.terminate();
    },
  };
};

/**
 * Replaces random keys in an e-mail before the e-mails are sorted, because otherwise the keys would decide the
 * sequence.
 */
const withoutOrder = (mailText: string): string => mailText.replace(RANDOM_KEY, '#');
