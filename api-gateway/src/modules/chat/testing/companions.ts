import { Chat, ChatMessageView, ChatReference, Notification } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { connectLive, type LiveTestClient } from '../../../platform/testing/live-test-client';
import { readTableNames } from '../../../platform/testing/schema';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { signIn, type TestPerson } from '../../identity/testing/people';
import { storeUser } from '../../identity/testing/stored-people';

/** A registered user of a test, with functions that call the chat routes. */
export interface Companion extends TestPerson {
  readonly uid: string;
  chats(query?: string): Promise<Chat[]>;
  /** Returns the key of the chat with these people. Fails if the route refuses the request. */
  chatWith(...members: readonly Companion[]): Promise<string>;
  messages(chatKey: string, query?: string): Promise<ChatMessageView[]>;
  /** Sends a text message to a chat. Fails if the route refuses the request. */
  say(chatKey: string, content: string, clientKey?: string): Promise<ChatMessageView>;
  notices(): Promise<Notification[]>;
  /** Opens a live connection that follows a topic. The test has to close it. */
  follow(topic: string): Promise<LiveTestClient>;
}

const parseResponse = <T>(
  schema: z.ZodMiniType<T>,
  { status, body }: { readonly status: number; readonly body: unknown },
): T => {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return schema.parse(body);
};

/** Adds the functions that call the chat routes to a user of a test. */
export const companionOf = (gateway: TestGateway, person: TestPerson): Companion => ({
  ...person,
  uid: person.account.uid,
  chats: async (query = '') => parseResponse(z.array(Chat), await person.call('GET', `/api/chat${query}`)),
  chatWith: async (...members) =>
    parseResponse(
      ChatReference,
      await person.call('POST', '/api/chat/create', { participantKeys: members.map(({ uid }) => uid) }),
    ).chatId,
  messages: async (chatKey, query = '') =>
    parseResponse(z.array(ChatMessageView), await person.call('GET', `/api/chat/${chatKey}/messages${query}`)),
  say: async (chatKey, content, clientKey) =>
    parseResponse(
      ChatMessageView,
      await person.call('POST', `/api/chat/${chatKey}/messages`, {
        content,
        ...(clientKey !== undefined && { clientKey }),
      }),
    ),
  notices: async () => parseResponse(z.array(Notification), await person.call('GET', '/api/users/me/notifications')),
  async follow(topic) {
    const client = await connectLive(gateway.url, { token: person.idToken });
    client.say({ op: 'sub', id: topic, topic });
    await client.next('live');
    return client;
  },
});

/** Registers a user with a verified e-mail address. */
export const registerCompanion = async (gateway: TestGateway, name: string): Promise<Companion> =>
  companionOf(gateway, await storeUser(gateway, `${name}@mahlzeit.test`, { isEmailVerified: true }));

/** Signs a user of a test in again after their token has expired. */
export const signInAgain = async (gateway: TestGateway, { email }: Companion): Promise<Companion> =>
  companionOf(gateway, await signIn(gateway, email));

/** Returns the names of the database tables that contain a text. */
export const tablesWith = async ({ database: { knex } }: TestGateway, text: string): Promise<string[]> => {
  const tableNames = await Promise.all(
    (await readTableNames(knex)).map(async (name) => (JSON.stringify(await knex(name)).includes(text) ? [name] : [])),
  );
  return tableNames.flat();
};
