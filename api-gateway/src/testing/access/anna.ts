import { ChatMessageView, ChatReference, Invitation, InvitationLink } from '@mahlzeit/contract';
import type { Person } from '../../modules/identity/testing/people';
import { storeUser } from '../../modules/identity/testing/stored-people';
import { notify } from '../../modules/notifications';
import { createAttemptRepository } from '../../modules/ordering/repositories/attempt-repository';
import { createOrderRepository } from '../../modules/ordering/repositories/order-repository';
import { createPaymentUserRepository } from '../../modules/ordering/repositories/payment-user-repository';
import { createPreAuthorizationRepository } from '../../modules/ordering/repositories/pre-authorization-repository';
import type { TestGateway } from '../../platform/testing/test-gateway';
import { ANNA_EMAIL, invitationForm } from './access-row';
import type { Anna } from './access-row';

const SECRET_TEXT = 'Nur für Anna: Tisch am Fenster';
const GROUP_KEY = 'annas-gruppe';

const addChat = async (gateway: TestGateway, person: Person): Promise<Pick<Anna, 'chat' | 'message'>> => {
  const friend = await storeUser(gateway, 'annas-friend@mahlzeit.test');
  await gateway.database.write(({ knex }) =>
    knex('contact').insert({ owner_uid: person.account.uid, contact_uid: friend.account.uid, created_at: 0 }),
  );
  const { chatId } = ChatReference.parse(
    (await person.call('POST', '/api/chat/create', { participantKeys: [friend.account.uid] })).body,
  );
  const { key } = ChatMessageView.parse(
    (await person.call('POST', `/api/chat/${chatId}/messages`, { content: SECRET_TEXT })).body,
  );
  return { chat: chatId, message: key };
};

const addInvitation = async (
  gateway: TestGateway,
  person: Person,
): Promise<Pick<Anna, 'invitation' | 'invitationChat' | 'invitationMessage' | 'linkToken'>> => {
  const guest = await storeUser(gateway, 'annas-guest@mahlzeit.test');
  await gateway.database.write(({ knex }) =>
    knex('contact').insert({ owner_uid: person.account.uid, contact_uid: guest.account.uid, created_at: 0 }),
  );
  const { key, chatKey, messageKey } = Invitation.parse(
    (await person.call('PUT', '/api/invitations', invitationForm([guest.account.uid]))).body,
  );
  const { url } = InvitationLink.parse((await person.call('POST', `/api/invitations/${key}/share`, {})).body);
  return {
    invitation: key,
    invitationChat: chatKey,
    invitationMessage: messageKey,
    linkToken: url.split('/').at(-1) ?? '',
  };
};

/** Creates a paid order of Anna. */
const addOrder = async (gateway: TestGateway, person: Person): Promise<Pick<Anna, 'order' | 'payIn'>> => {
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
    // Every paid order is marked as watched. The mark is set here, so that nothing changes the order during the test.
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

/** Creates a card of Anna that waits for the approval of her bank. */
const addCard = async (
  gateway: TestGateway,
  { account: { uid } }: Person,
): Promise<Pick<Anna, 'creditCard' | 'preAuthorization'>> => {
  const [creditCard, preAuthorization] = ['demo-card-anna-challenge', 'vorgemerkt-von-anna'];
  await gateway.database.write(async ({ knex }) => {
    await createPaymentUserRepository(knex).put({
      key: uid,
      mangoPayData: { Id: 'demo-payer-anna', defaultCardId: creditCard },
      firstName: SECRET_TEXT,
      lastName: SECRET_TEXT,
    });
    await createPreAuthorizationRepository(knex).insert({
      key: 'pruefung-von-anna-1',
      uid,
      cardId: creditCard,
      brand: null,
      state: 'PENDING',
      providerId: preAuthorization,
      redirectUrl: null,
      returnUrl: null,
      code: null,
      request: null,
      isRemoved: false,
      begunAt: 0,
    });
  });
  return { creditCard, preAuthorization };
};

/** Creates Anna with all her data. Searches don't find her. */
export const createAnna = async (gateway: TestGateway): Promise<Anna> => {
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
    ...(await addChat(gateway, person)),
    ...(await addInvitation(gateway, person)),
    ...(await addOrder(gateway, person)),
    ...(await addCard(gateway, person)),
  };
};

/** Reads all stored data of Anna. */
export const storedDataOf = async (gateway: TestGateway, anna: Anna): Promise<unknown[]> => {
  const { uid } = anna.account;
  const rowsOf = async (table: string) => gateway.database.knex(table).where({ uid }).orderBy(1);
  const chatRowsOf = async (table: string) => gateway.database.knex(table).where({ chat_key: anna.chat }).orderBy(1);
  const ownedRowsOf = async (table: string, column = 'owner_uid') =>
    gateway.database
      .knex(table)
      .where({ [column]: uid })
      .orderBy(1);
  return [
    await rowsOf('user'),
    await rowsOf('session'),
    await rowsOf('notification'),
    await ownedRowsOf('contact'),
    await ownedRowsOf('contact', 'contact_uid'),
    await ownedRowsOf('contact_group'),
    await ownedRowsOf('contact_group_member'),
    await ownedRowsOf('user_block', 'blocker_uid'),
    await ownedRowsOf('user_block', 'blocked_uid'),
    await chatRowsOf('chat_message'),
    await chatRowsOf('chat_participant'),
    await rowsOf('chat_read'),
    await ownedRowsOf('invitation'),
    await gateway.database.knex('invitation_attendee').where({ invitation_key: anna.invitation }).orderBy('uid'),
    await gateway.database.knex('chat_message').where({ chat_key: anna.invitationChat }),
    await rowsOf('customer_order'),
    await gateway.database.knex('payment_attempt').where({ order_key: anna.order }),
    await gateway.database.knex('order_refund').where({ order_key: anna.order }),
    await rowsOf('payment_user'),
    await rowsOf('card_pre_authorization'),
  ];
};

/** Returns those of Anna's keys and secrets that a response contains, although only she may read them. */
export const leaksIn = (text: string, anna: Anna): string[] =>
  [
    anna.account.uid,
    SECRET_TEXT,
    anna.notification,
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
  ].filter((secret) => text.includes(secret));
