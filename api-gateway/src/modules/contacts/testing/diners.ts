import { BlockedUser, BlockingUser, Contact, ContactGroup, Notification, type Op } from '@mahlzeit/contract';
import { searchTextOf } from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';
import { userLogName } from '../../../platform';
import { connectLive, type LiveTestClient } from '../../../platform/testing/live-test-client';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { outcomeOf, type TestPerson } from '../../identity/testing/people';
import { storeUser } from '../../identity/testing/stored-people';

/** A registered user of a test, with a verified e-mail address and a name. */
export interface Diner extends TestPerson {
  readonly uid: string;
  readonly name: string;
  /** Calls a route as this user and returns the response body. Fails if the route returns an error. */
  requestBody(method: string, path: string, body?: object): Promise<unknown>;
  /** Calls a route as this user and returns its status and error code. */
  request(method: string, path: string, body?: object): Promise<[number, string?]>;
}

/** Updates columns of a user directly in the database. */
export const changeUserRow = (gateway: TestGateway, uid: string, row: object): Promise<unknown> =>
  gateway.database.write((tx) => tx.knex('user').where({ uid }).update(row));

let dinerCount = 0;

/** Registers a user with this name, who is visible in searches. */
export const storeDinerNamed = async (gateway: TestGateway, name: string, row: object = {}): Promise<Diner> => {
  dinerCount += 1;
  const person = await storeUser(gateway, `diner-${dinerCount}@mahlzeit.test`, { isEmailVerified: true });
  const { uid } = person.account;
  await changeUserRow(gateway, uid, {
    display_name: name,
    search_text: searchTextOf(name),
    ...row,
  });
  return {
    ...person,
    uid,
    name,
    async requestBody(method, path, body) {
      const response = await person.call(method, path, body);
      if (response.status !== 200)
        throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
      return response.body;
    },
    request: async (method, path, body) => outcomeOf(await person.call(method, path, body)),
  };
};

/** Returns a user's contacts as the route lists them. */
export const contactsOf = async (person: Diner): Promise<Contact[]> =>
  z.array(Contact).parse(await person.requestBody('GET', '/api/contacts'));

/** Returns the names of a user's contacts, in the order of the route. */
export const contactNamesOf = async (person: Diner): Promise<string[]> =>
  (await contactsOf(person)).map(({ name }) => name);

/** Returns the texts of a user's open notifications. */
export const notificationsOf = async (person: Diner): Promise<string[]> =>
  z
    .array(Notification)
    .parse(await person.requestBody('GET', '/api/users/me/notifications'))
    .map(({ text }) => text);

const schemaByCollection = {
  contacts: Contact,
  contactGroups: ContactGroup,
  blockedUsers: BlockedUser,
  isBlockedBy: BlockingUser,
  notifications: Notification,
};

type CollectionName = keyof typeof schemaByCollection;

/** A user's page in a test: a live connection that follows the user's own topic `me`. */
export interface OpenPage {
  readonly client: LiveTestClient;
  /** Waits until all committed changes have arrived. Returns the items of a collection, by key. */
  items(collection: CollectionName): Promise<Record<string, unknown>>;
}

const isCollection = (name: string): name is CollectionName => Object.hasOwn(schemaByCollection, name);

/** Opens a live connection of a user and collects the changes. Checks each item against the contract. */
export const openPage = async (gateway: TestGateway, person: Diner): Promise<OpenPage> => {
  const client = await connectLive(gateway.url, { token: person.idToken });
  client.say({ op: 'sub', id: 'me', topic: 'me' });
  await client.next('live');

  const lastReceivedSeq = (): number =>
    Math.max(
      0,
      ...client.frames.flatMap((receivedFrame) =>
        'cursor' in receivedFrame ? [Number(receivedFrame.cursor.split('.')[1])] : [],
      ),
    );

  const waitUntilCaughtUp = async (): Promise<void> => {
    const topicHead = await gateway.database
      .knex<{ name: string; seq: number }>('topic')
      .where({ name: userLogName(person.uid) })
      .first('seq');
    while (lastReceivedSeq() < (topicHead?.seq ?? 0)) await client.next('delta');
  };

  const applyOp = (itemsByKey: Map<string, unknown>, collection: CollectionName, op: Op): void => {
    if (op.collection !== collection) return;
    if (op.kind === 'put') itemsByKey.set(op.key, z.parse(schemaByCollection[collection], op.value));
    else itemsByKey.delete(op.key);
  };

  return {
    client,
    async items(collection) {
      await waitUntilCaughtUp();
      const itemsByKey = new Map<string, unknown>();
      for (const frame of client.frames) {
        if (frame.op === 'snap')
          for (const item of frame.items)
            if (isCollection(item.collection)) applyOp(itemsByKey, collection, { kind: 'put', ...item });
        if (frame.op === 'delta') for (const op of frame.ops) applyOp(itemsByKey, collection, op);
      }
      return Object.fromEntries([...itemsByKey].sort(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
};
