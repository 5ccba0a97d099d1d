import { ChatMessageView, ChatReference, Invitation, InvitationLink } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { createRestaurantRepository } from '../../modules/discovery/testing/repositories';
import type { TestPerson } from '../../modules/identity/testing/people';
import { createPasskeyRepository } from '../../modules/identity/store/passkey-repository';
import { createSecondStepRepository } from '../../modules/identity/store/second-step-repository';
import { storeUser } from '../../modules/identity/testing/stored-people';
import { notify } from '../../modules/notifications';
import { createAttemptRepository } from '../../modules/ordering/repositories/attempt-repository';
import { createOrderRepository } from '../../modules/ordering/repositories/order-repository';
import { createPaymentUserRepository } from '../../modules/ordering/repositories/payment-user-repository';
import { createPreAuthorizationRepository } from '../../modules/ordering/repositories/pre-authorization-repository';
import type { TestGateway } from '../../platform/testing/test-gateway';
import { ANNA_EMAIL, invitationForm } from './access-row';
import type { AnnaTestData } from './access-row';

/** Text of the test user Anna's messages and names, which no other user may read. */
export const SECRET_TEXT = 'Nur für Anna: Tisch am Fenster';
const GROUP_KEY = 'annas-gruppe';

/**
 * Inserts a restaurant whose routing name is its key. The test user Anna's meetup and order need the restaurant
 * Elbkantine.
 */
export const insertRestaurant = ({ database }: TestGateway, restaurantKey: string): Promise<void> =>
  database.write((tx) =>
    createRestaurantRepository(tx.knex).insert(aRestaurant({ key: restaurantKey, routingName: restaurantKey }), {
      source: 'test',
      sourceId: restaurantKey,
    }),
  );

const addChat = async (gateway: TestGateway, person: TestPerson): Promise<Pick<AnnaTestData, 'chat' | 'message'>> => {
  const annasFriend = await storeUser(gateway, 'annas-friend@mahlzeit.test');
  await gateway.database.write(({ knex }) =>
    knex('contact').insert({ owner_uid: person.account.uid, contact_uid: annasFriend.account.uid, created_at: 0 }),
  );
  const { chatId } = ChatReference.parse(
    (await person.call('POST', '/api/chat/create', { participantKeys: [annasFriend.account.uid] })).body,
  );
  const { key } = ChatMessageView.parse(
    (await person.call('POST', `/api/chat/${chatId}/messages`, { content: SECRET_TEXT })).body,
  );
  return { chat: chatId, message: key };
};

const addInvitation = async (
  gateway: TestGateway,
  person: TestPerson,
): Promise<Pick<AnnaTestData, 'invitation' | 'invitationChat' | 'invitationMessage' | 'linkToken'>> => {
  const annasGuest = await storeUser(gateway, 'annas-guest@mahlzeit.test');
  await gateway.database.write(({ knex }) =>
    knex('contact').insert({ owner_uid: person.account.uid, contact_uid: annasGuest.account.uid, created_at: 0 }),
  );
  const { key, chatKey, messageKey } = Invitation.parse(
    (await person.call('PUT', '/api/invitations', invitationForm([annasGuest.account.uid]))).body,
  );
  const { url } = InvitationLink.parse((await person.call('POST', `/api/invitations/${key}/share`, {})).body);
  return {
    invitation: key,
    invitationChat: chatKey,
    invitationMessage: messageKey,
    linkToken: url.split('/').at(-1) ?? '',
  };
};

/** Creates a paid order of the test user Anna. */
const addOrder = async (gateway: TestGateway, person: TestPerson): Promise<Pick<AnnaTestData, 'order' | 'payIn'>> => {
  const [order, payIn] = ['bestellung-von-anna', 'zahlung-von-anna'];
  await gateway.database.write(async ({ knex }) => {
    await createOrderRepository(knex).insert(
      {
        key: order,
        uid: person.account.uid,
        number: 'A123',
        day: '2026-06-24',
        restaurantKey: 'elbkantine',
        paymentOption: 'paypal',
        debitedCardId: null,
        meetUpAt: gateway.clock.now() + 3_600_000,
        meetUpKey: null,
        isTakeAway: true,
        items: [],
        discount: null,
        vat: {},
        total: 890,
        seller: null,
        acceptedAt: null,
        createdAt: gateway.clock.now(),
        paymentStatus: 'SUCCEEDED',
      },
      [],
    );
    // Jobs refund a paid order that the restaurant doesn't accept. The gateway starts these jobs only for orders that
    // aren't marked as watched. The mark is set here, so that nothing changes the order during the test.
    await createOrderRepository(knex).markWatched(order);
    await createAttemptRepository(knex).insert({
      key: 'versuch-von-anna-1',
      orderKey: order,
      provider: 'paypal',
      state: 'SUCCEEDED',
      payerId: null,
      providerId: payIn,
      refundableId: 'capture',
      redirectUrl: null,
      code: null,
      request: null,
      begunAt: 0,
      checkAt: null,
      checks: 0,
    });
  });
  return { order, payIn };
};

/** Creates a payment card of the test user Anna that waits for the approval of her bank. */
const addCreditCard = async (
  gateway: TestGateway,
  { account: { uid } }: TestPerson,
): Promise<Pick<AnnaTestData, 'creditCard' | 'preAuthorization'>> => {
  const [creditCardId, preAuthorizationId] = ['demo-card-anna-challenge', 'vorgemerkt-von-anna'];
  await gateway.database.write(async ({ knex }) => {
    await createPaymentUserRepository(knex).put({
      key: uid,
      mangoPayData: { Id: 'demo-payer-anna', defaultCardId: creditCardId },
      firstName: SECRET_TEXT,
      lastName: SECRET_TEXT,
    });
    await createPreAuthorizationRepository(knex).insert({
      key: 'pruefung-von-anna-1',
      uid,
      cardId: creditCardId,
      brand: null,
      state: 'PENDING',
      providerId: preAuthorizationId,
      redirectUrl: null,
      returnUrl: null,
      code: null,
      request: null,
      isRemoved: false,
      begunAt: 0,
    });
  });
  return { creditCard: creditCardId, preAuthorization: preAuthorizationId };
};

/**
 * Creates a passkey of the test user Anna that no authenticator has, and a two-factor login without an authenticator
 * app.
 */
const addPasskey = async (
  gateway: TestGateway,
  { account: { uid } }: TestPerson,
): Promise<Pick<AnnaTestData, 'passkey' | 'credential'>> => {
  const [passkey, credential] = ['passkey-von-anna', 'zugang-von-anna'];
  await gateway.database.write(async ({ knex }) => {
    await createPasskeyRepository(knex).insertHandle(uid, 'kennung-von-anna');
    await createPasskeyRepository(knex).insert({
      key: passkey,
      uid,
      credentialId: credential,
      publicKey: Uint8Array.of(1, 2, 3),
      counter: 0,
      transports: [],
      name: SECRET_TEXT,
      createdAt: 1,
      lastUsedAt: null,
    });
    await createSecondStepRepository(knex).put({ uid, secret: 'verschlüsselt', confirmedAt: 1, lastCounter: 0 });
  });
  return { passkey, credential };
};

/** Creates the test user Anna with all her data. Other users' searches don't find her. */
export const createAnna = async (gateway: TestGateway): Promise<AnnaTestData> => {
  const person = await storeUser(gateway, ANNA_EMAIL, { isEmailVerified: true, isVisible: false });
  const { uid } = person.account;
  const friendUid = (await storeUser(gateway, 'friend@mahlzeit.test', { isVisible: false })).account.uid;
  await gateway.database.write(async ({ knex }) => {
    await knex('contact').insert({ owner_uid: uid, contact_uid: friendUid, created_at: 1 });
    await knex('user_block').insert({ blocker_uid: uid, blocked_uid: friendUid, created_at: 1 });
    await knex('contact_group').insert({ owner_uid: uid, key: GROUP_KEY, name: SECRET_TEXT, is_favorite: false });
    await knex('contact_group_member').insert({
      owner_uid: uid,
      group_key: GROUP_KEY,
      member_uid: friendUid,
      position: 0,
    });
  });
  await gateway.database.write((tx) =>
    notify(tx, { uid, kind: 'message', title: SECRET_TEXT, text: SECRET_TEXT, route: null, sent: 1 }),
  );
  const notificationRow = await gateway.database
    .knex<{ key: string; uid: string }>('notification')
    .where({ uid })
    .first('key');
  return {
    ...person,
    notification: notificationRow?.key ?? '',
    group: GROUP_KEY,
    ...(await addPasskey(gateway, person)),
    ...(await addChat(gateway, person)),
    ...(await addInvitation(gateway, person)),
    ...(await addOrder(gateway, person)),
    ...(await addCreditCard(gateway, person)),
  };
};

/** Reads all stored data of the test user Anna. A test compares the data before and after a request of another user. */
export const storedDataOf = async (gateway: TestGateway, anna: AnnaTestData): Promise<unknown[]> => {
  const { uid } = anna.account;
  const rowsByUid = async (tableName: string) => gateway.database.knex(tableName).where({ uid }).orderBy(1);
  const chatRowsOf = async (tableName: string) =>
    gateway.database.knex(tableName).where({ chat_key: anna.chat }).orderBy(1);
  const ownedRowsOf = async (tableName: string, ownerColumn = 'owner_uid') =>
    gateway.database
      .knex(tableName)
      .where({ [ownerColumn]: uid })
      .orderBy(1);
  return [
    await rowsByUid('user'),
    await rowsByUid('session'),
    await rowsByUid('passkey'),
    await rowsByUid('second_step'),
    await rowsByUid('notification'),
    await ownedRowsOf('contact'),
    await ownedRowsOf('contact', 'contact_uid'),
    await ownedRowsOf('contact_group'),
    await ownedRowsOf('contact_group_member'),
    await ownedRowsOf('user_block', 'blocker_uid'),
    await ownedRowsOf('user_block', 'blocked_uid'),
    await chatRowsOf('chat_message'),
    await chatRowsOf('chat_participant'),
    await rowsByUid('chat_read'),
    await ownedRowsOf('invitation'),
    await gateway.database.knex('invitation_attendee').where({ invitation_key: anna.invitation }).orderBy('uid'),
    await gateway.database.knex('chat_message').where({ chat_key: anna.invitationChat }),
    await rowsByUid('customer_order'),
    await gateway.database.knex('payment_attempt').where({ order_key: anna.order }),
    await gateway.database.knex('order_refund').where({ order_key: anna.order }),
    await rowsByUid('payment_user'),
    await rowsByUid('card_pre_authorization'),
  ];
};

/** Returns those keys and secrets of the test user Anna that a response contains, although only she may read them. */
export const leakedSecretsIn = (text: string, anna: AnnaTestData): string[] =>
  [
    anna.account.uid,
    SECRET_TEXT,
    anna.notification,
    anna.passkey,
    anna.credential,
    anna.chat,
    anna.message,
    anna.invitation,
    anna.invitationChat,
    anna.invitationMessage,
    anna.order,
    anna.payIn,
    anna.creditCard,
    anna.preAuthorization,
    anna.account.connectionCode ?? '',
  ].filter((secretText) => text.includes(secretText));
