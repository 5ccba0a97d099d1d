import { ChatReference, Invitation, InvitationLink, OrderAnswer } from '@mahlzeit/contract';
import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { makeContacts } from '../../modules/contacts/testing/relations';
import { createPartnerTokens } from '../../modules/discovery';
import { storeUser, storeVisitor } from '../../modules/identity/testing/stored-people';
import type { TestPerson } from '../../modules/identity/testing/people';
import {
  DISH_KEY,
  insertPayingRestaurant,
  orderForm,
  registerPaymentUser,
  RESTAURANT_KEY,
} from '../../modules/ordering/testing/counter';
import { createTeamTokens } from '../../modules/releases';
import type { TestGateway } from '../../platform/testing/test-gateway';
import { createAnna, insertRestaurant, SECRET_TEXT } from '../access/anna';
import { ANNA_EMAIL, invitationForm, type AnnaTestData } from '../access/access-row';
import type { CallerName } from './caller-names';
import { createForeignSecrets, type ForeignSecrets } from './foreign-secrets';
import { createKeyPool, type KeyPool } from './key-pool';

/** Token of the moderator who sends generated requests. */
export const MODERATION_TOKEN = 'moderation-token-of-the-tests';

/** Sender of a generated request: a token, and the browser of a caller with a session. */
export interface Caller {
  readonly token: string | null;
  readonly person: TestPerson | null;
}

/** Test users with data on a gateway, the keys that requests may name, and the secrets that responses must not show. */
export interface FuzzWorld {
  readonly gateway: TestGateway;
  readonly keys: KeyPool;
  readonly secrets: ForeignSecrets;
  callerOf(name: CallerName): Caller;
  /**
   * Replaces a caller whose session has ended by a new person with data of the same kind. If it is one of the two
   * members, both are replaced.
   */
  renew(name: CallerName): Promise<void>;
}

interface WorldParts {
  readonly gateway: TestGateway;
  readonly keys: KeyPool;
  readonly secrets: ForeignSecrets;
}

const bodyOf = ({ status, body }: { readonly status: number; readonly body: unknown }): unknown => {
  if (status !== 200) throw new Error(`The world refuses its own request: ${status} ${JSON.stringify(body)}`);
  return body;
};

const addSocialData = async ({ gateway, keys }: WorldParts, member: TestPerson, friend: TestPerson): Promise<void> => {
  await makeContacts(gateway, [member.account, friend.account]);
  const { chatId } = ChatReference.parse(
    bodyOf(await member.call('POST', '/api/chat/create', { participantKeys: [friend.account.uid] })),
  );
  await member.call('POST', `/api/chat/${chatId}/messages`, { content: 'Mahlzeit!' });
  const invitation = Invitation.parse(
    bodyOf(await member.call('PUT', '/api/invitations', invitationForm([friend.account.uid]))),
  );
  const { url } = InvitationLink.parse(
    bodyOf(await member.call('POST', `/api/invitations/${invitation.key}/share`, {})),
  );
  keys.add('chat', chatId);
  keys.add('invitation', invitation.key);
  keys.add('message', invitation.messageKey);
  keys.add('linkToken', url.split('/').at(-1) ?? '');
};

const addOrders = async ({ gateway, keys, secrets }: WorldParts, name: CallerName, person: TestPerson) => {
  const dinerName = person.email.split('@')[0] ?? '';
  await registerPaymentUser(gateway, { uid: person.account.uid, name: dinerName });
  for (const payment of [{}, { paymentOption: 'paypal', debitedCardId: null }]) {
    const form = orderForm(dinerName, { isRepeatConfirmed: true, ...payment });
    const order = OrderAnswer.parse(bodyOf(await person.call('POST', '/api/payment/orders', form)));
    for (const [kind, key] of [
      ['order', order.orderKey],
      ['payIn', order.Id],
    ] as const) {
      keys.add(kind, key);
      secrets.add(name, kind, key);
    }
  }
  keys.add('card', `demo-card-${dinerName}-frictionless`);
};

/** Remembers a restaurant with its dishes. Returns a function that undoes what partners have changed since. */
const rememberRestaurant = async ({ gateway: { database } }: WorldParts): Promise<() => Promise<void>> => {
  const restaurant = await database.knex('restaurant').where({ key: RESTAURANT_KEY }).first();
  const offers = await database.knex('offer').where({ restaurant_key: RESTAURANT_KEY });
  return () =>
    database.write(async ({ knex }) => {
      await knex('restaurant').where({ key: RESTAURANT_KEY }).update(restaurant);
      await knex('offer').insert(offers).onConflict('key').merge();
    });
};

const addAnnasKeys = (keys: KeyPool, secrets: ForeignSecrets, anna: AnnaTestData): void => {
  for (const [kind, key] of [
    ['person', anna.account.uid],
    ['email', ANNA_EMAIL],
    ['chat', anna.chat],
    ['chat', anna.invitationChat],
    ['message', anna.message],
    ['message', anna.invitationMessage],
    ['invitation', anna.invitation],
    ['order', anna.order],
    ['payIn', anna.payIn],
    ['card', anna.creditCard],
    ['notification', anna.notification],
    ['passkey', anna.passkey],
    ['group', anna.group],
  ] as const) {
    keys.add(kind, key);
    // Keys of persons are no secrets, because everybody who shares a group with Anna sees her key.
    if (kind !== 'person') secrets.add('anna', kind, key);
  }
  for (const text of [anna.credential, anna.preAuthorization, SECRET_TEXT]) secrets.add('anna', 'passkey', text);
};

/**
 * Creates the data of the fuzz tests: a restaurant that takes payments, two others, Anna with all her data, and a
 * caller of each name.
 */
export const createFuzzWorld = async (gateway: TestGateway): Promise<FuzzWorld> => {
  const parts: WorldParts = { gateway, keys: createKeyPool(), secrets: createForeignSecrets() };
  const { keys, secrets } = parts;
  await insertPayingRestaurant(gateway, { place: aRestaurant(), dish: anOffer() });
  const restoreRestaurant = await rememberRestaurant(parts);
  for (const key of ['nextdoor', 'kantine']) await insertRestaurant(gateway, key);
  for (const key of ['kantine', 'nextdoor', 'elbkantine']) keys.add('restaurant', key);
  keys.add('meal', DISH_KEY);
  const anna = await createAnna(gateway);
  addAnnasKeys(keys, secrets, anna);

  const callers = new Map<CallerName, Caller>();
  let personCount = 0;

  const storeCaller = async (name: CallerName, fields: Parameters<typeof storeUser>[2] = {}): Promise<TestPerson> => {
    personCount += 1;
    const person = await storeUser(gateway, `${name.toLowerCase()}-${personCount}@mahlzeit.test`, fields);
    callers.set(name, { token: person.idToken, person });
    keys.add('person', person.account.uid);
    keys.add('email', person.email);
    keys.add('connectionCode', person.account.connectionCode ?? '');
    secrets.add(name, 'email', person.email);
    return person;
  };

  // Creates both members anew, because a member who has blocked or left the other one could share nothing with them.
  const createMembers = async (): Promise<void> => {
    await restoreRestaurant();
    const otherMember = await storeCaller('otherMember', { isEmailVerified: true });
    const member = await storeCaller('member', { isEmailVerified: true });
    await addOrders(parts, 'otherMember', otherMember);
    await addOrders(parts, 'member', member);
    await addSocialData(parts, member, otherMember);
  };

  const creators: Readonly<Partial<Record<CallerName, () => Promise<unknown>>>> = {
    anonymous: async () => {
      const person = await storeVisitor(gateway);
      callers.set('anonymous', { token: person.idToken, person });
    },
    unverified: () => storeCaller('unverified'),
    member: createMembers,
    otherMember: createMembers,
    deleted: () => storeCaller('deleted', { isEmailVerified: true, isVisible: false, deletedAt: gateway.clock.now() }),
  };
  const renewCaller = async (name: CallerName): Promise<void> => {
    await creators[name]?.();
  };

  for (const name of ['anonymous', 'unverified', 'deleted', 'member'] as const) await renewCaller(name);
  const ownToken = await createPartnerTokens(gateway).issue('elbkantine');
  callers.set('partner', { token: gateway.partnerToken, person: null });
  callers.set('ownPartner', { token: ownToken.ok ? ownToken.value : '', person: null });
  callers.set('moderator', { token: MODERATION_TOKEN, person: null });
  callers.set('team', {
    token: await createTeamTokens(gateway).issue({ remoteName: null, tokenName: 'fuzz' }),
    person: null,
  });

  return {
    ...parts,
    callerOf: (name) => callers.get(name) ?? { token: null, person: null },
    renew: renewCaller,
  };
};
