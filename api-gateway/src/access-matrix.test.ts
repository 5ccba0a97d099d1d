import {
  ChatMessageView,
  ChatReference,
  defineRoute,
  err,
  ErrorBody,
  FileAnswer,
  Invitation,
  InvitationLink,
  LookupKey,
  ok,
  routes as productRoutes,
  type ErrorCode,
  type Route,
} from '@mahlzeit/contract';
import { aPartnerDiscount, aPartnerMeal, aRestaurant } from '@mahlzeit/contract/fixtures';
import * as z from 'zod/mini';
import { createPartnerTokens } from './modules/discovery';
import { createRestaurantRepository } from './modules/discovery/testing/repositories';
import { PASSWORD, register, visit, type Person } from './modules/identity/testing/people';
import { notify } from './modules/notifications';
import { createOrderRepository } from './modules/ordering/repositories/order-repository';
import { createPaymentUserRepository } from './modules/ordering/repositories/payment-user-repository';
import { createPreAuthorizationRepository } from './modules/ordering/repositories/pre-authorization-repository';
import { createAttemptRepository } from './modules/ordering/repositories/attempt-repository';
import { route, type GatewayModule } from './platform';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';

// The test creates hundreds of accounts, each with a password.
jest.setTimeout(120_000);

/** Kind of caller. Each cell has callers of its own, because a route may end a session that another route needs. */
const KINDS = ['noToken', 'expired', 'anonymous', 'unverified', 'verified', 'deleted'] as const;
type Kind = (typeof KINDS)[number];

/** Outcome of a call: a success, or this code. */
type Ending = 'ok' | ErrorCode;
type Cells = Readonly<Record<Kind, Ending>>;

interface Ask {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: object | Uint8Array;
  readonly cookie?: string;
}

/** Anna, whose data no other user may see or change. */
interface Anna extends Person {
  readonly notification: string;
  readonly chat: string;
  readonly message: string;
  /** Key of her group of contacts. */
  readonly group: string;
  readonly invitation: string;
  readonly invitationChat: string;
  /** Message that shows the invitation. */
  readonly card: string;
  /** Last part of the invitation's link. */
  readonly link: string;
  /** Key of her order. */
  readonly order: string;
  /** Payment of the order at the provider. */
  readonly payIn: string;
  readonly creditCard: string;
  /** Card that waits for her bank. */
  readonly preAuthorization: string;
}

/** A route: the outcome for each kind of caller, the request, and the outcome for a caller who names Anna's data. */
interface Row {
  readonly cells: Cells;
  readonly ask?: (email: string) => Ask;
  /** null: this request names no data of a user. */
  readonly foreign: ((anna: Anna) => readonly [ask: Ask, ending: Ending]) | null;
}

const cells = (
  noToken: Ending,
  expired: Ending,
  [anonymous, unverified, verified, deleted]: readonly [Ending, Ending, Ending, Ending],
): Cells => ({ noToken, expired, anonymous, unverified, verified, deleted });

const everybody = (ending: Ending = 'ok'): Cells => cells(ending, ending, [ending, ending, ending, ending]);
const withSession = (ending: Ending = 'ok'): Cells =>
  cells('unauthenticated', 'tokenExpired', [ending, ending, ending, 'accountDeleted']);
const loggedIn = (ending: Ending = 'ok'): Cells =>
  cells('unauthenticated', 'tokenExpired', ['registrationRequired', ending, ending, 'accountDeleted']);
const verified = (ending: Ending = 'ok'): Cells =>
  cells('unauthenticated', 'tokenExpired', ['registrationRequired', 'verificationRequired', ending, 'accountDeleted']);
const partner = everybody('unauthenticated');

const ANNA = 'anna@mahlzeit.test';
const around = 'latitude=53.55&longitude=9.99';
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
// A secret with the form of Anna's session only.
const guessed = ({ browser }: Anna): string => (browser.cookie ?? '').replace(/[^.]{12}$/, 'AAAAAAAAAAAA');
const registration = (email: string) => ({ body: { email, password: PASSWORD, visible: true, policyAccepted: true } });
const shared = (userKeys: readonly string[]) => ({ userKeys, type: 'restaurant', contentId: 'elbkantine' });
const reported = (key: string) => ({ kind: 'message', key, reason: 'spam' });
const invited = (attendees: readonly string[], restaurant = 'elbkantine') => ({
  date: '2026-06-25T12:30:00+02:00',
  restaurant,
  attendees,
  isTakeAway: false,
});
const search = { cells: withSession(), ask: () => ({ params: { text: 'suppe' }, query: around }), foreign: null };
const read = { cells: withSession(), foreign: null };

/** Creates a temporary module with a user's own paper, like a receipt. */
const getTestPaper = defineRoute({
  name: 'getTestPaper',
  method: 'GET',
  path: '/api/test/papers/:uid',
  access: 'verified',
  params: z.object({ uid: LookupKey }),
  answersFile: 'application/pdf',
  answer: FileAnswer,
  errors: ['notFound'],
});
const PDF = '%PDF-1.7';
const testModule: GatewayModule = {
  routes: [
    route(getTestPaper, async ({ params, session }) =>
      params.uid === 'mine' || params.uid === session.uid
        ? ok({ bytes: new TextEncoder().encode(PDF), name: 'paper.pdf' })
        : err('notFound'),
    ),
  ],
  personalData: { storesNothingBecause: 'its paper is the same for everybody', impersonalTables: [] },
};

const routes: readonly Route[] = [...productRoutes, getTestPaper];

const ROWS: Readonly<Record<string, Row>> = {
  getTestPaper: {
    cells: verified(),
    ask: () => ({ params: { uid: 'mine' } }),
    foreign: (anna) => [{ params: { uid: anna.account.uid } }, 'notFound'],
  },
  anonymousSession: { cells: everybody(), foreign: null },
  register: {
    cells: cells('ok', 'tokenExpired', ['ok', 'notAllowed', 'notAllowed', 'accountDeleted']),
    ask: (email) => registration(`new-${email}`),
    foreign: () => [registration(ANNA), 'notAllowed'],
  },
  login: {
    cells: everybody('ErrorNoAccount'),
    ask: (email) => ({ body: { email: `nobody-${email}`, password: PASSWORD } }),
    foreign: () => [{ body: { email: ANNA, password: 'geraten' } }, 'ErrorPasswordIncorrect'],
  },
  refresh: { cells: everybody('unauthenticated'), foreign: null },
  logout: { cells: everybody(), foreign: (anna) => [{ cookie: guessed(anna) }, 'ok'] },
  getProviders: { cells: everybody(), foreign: null },
  completeThirdParty: {
    cells: withSession('signInCodeInvalid'),
    ask: () => ({ params: { provider: 'google' }, body: { code: 'unknown', verifier: 'v'.repeat(43) } }),
    foreign: null,
  },
  requestPasswordReset: {
    cells: everybody('ErrorNoAccount'),
    ask: (email) => ({ body: { email: `nobody-${email}` } }),
    foreign: () => [{ body: { email: ANNA } }, 'ok'],
  },
  confirmPasswordReset: {
    cells: everybody('resetTokenInvalid'),
    ask: () => ({ body: { token: 'guessed', password: PASSWORD } }),
    foreign: (anna) => [{ body: { token: anna.account.uid, password: PASSWORD } }, 'resetTokenInvalid'],
  },
  reauthenticate: { cells: loggedIn(), ask: () => ({ body: { password: PASSWORD } }), foreign: null },
  changeEmail: {
    cells: loggedIn(),
    ask: (email) => ({ body: { email: `new-${email}`, password: PASSWORD } }),
    foreign: () => [{ body: { email: ANNA, password: PASSWORD } }, 'ErrorEmailTaken'],
  },
  getMe: {
    cells: { ...withSession(), deleted: 'ok' },
    foreign: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'],
  },
  patchMe: {
    cells: withSession(),
    ask: () => ({ body: { languageCode: 'de' } }),
    foreign: (anna) => [{ body: { uid: anna.account.uid, displayName: 'Ben' } }, 'invalidRequest'],
  },
  verifyEmail: { cells: loggedIn(), ask: () => ({ body: { code: '000000' } }), foreign: null },
  resendEmailVerification: {
    cells: loggedIn(),
    foreign: (anna) => [{ body: { email: ANNA, uid: anna.account.uid } }, 'ok'],
  },
  deleteMe: { cells: loggedIn(), foreign: (anna) => [{ body: { uid: anna.account.uid } }, 'ok'] },
  restoreUser: {
    cells: { ...loggedIn('notDeleted'), deleted: 'ok' },
    ask: () => ({ body: { visible: true } }),
    foreign: (anna) => [{ body: { visible: false, uid: anna.account.uid } }, 'notDeleted'],
  },
  exportUser: {
    cells: { ...loggedIn(), deleted: 'ok' },
    foreign: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'],
  },
  uploadAvatar: {
    cells: loggedIn(),
    ask: () => ({ body: pixel }),
    foreign: (anna) => [{ query: `uid=${anna.account.uid}`, body: pixel }, 'ok'],
  },
  deleteAvatar: { cells: loggedIn(), foreign: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  getNotifications: { cells: loggedIn(), foreign: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  closeNotifications: {
    cells: loggedIn(),
    ask: () => ({ body: { keys: ['unknown'], closed: true } }),
    foreign: ({ notification }) => [{ body: { keys: [notification], closed: true } }, 'ok'],
  },
  getChats: { cells: loggedIn(), foreign: ({ chat }) => [{ query: `before=${chat}` }, 'invalidRequest'] },
  createChat: {
    cells: loggedIn('ErrorNoUsers'),
    ask: () => ({ body: { participantKeys: [] } }),
    foreign: ({ account }) => [{ body: { participantKeys: [account.uid] } }, 'notAContact'],
  },
  sendContentMessage: {
    cells: verified('ErrorNoUsers'),
    ask: () => ({ body: shared([]) }),
    foreign: ({ account }) => [{ body: shared([account.uid]) }, 'notAContact'],
  },
  getChatMessages: {
    cells: loggedIn('notFound'),
    ask: () => ({ params: { chatKey: 'unknown' } }),
    foreign: ({ chat }) => [{ params: { chatKey: chat } }, 'notFound'],
  },
  sendChatMessage: {
    cells: loggedIn('notFound'),
    ask: () => ({ params: { chatKey: 'unknown' }, body: { content: 'Hallo' } }),
    foreign: ({ chat }) => [{ params: { chatKey: chat }, body: { content: 'Hallo' } }, 'notFound'],
  },
  readChat: {
    cells: loggedIn('notFound'),
    ask: () => ({ params: { chatKey: 'unknown' }, body: { messageKey: 'unknown' } }),
    foreign: ({ chat, message }) => [{ params: { chatKey: chat }, body: { messageKey: message } }, 'notFound'],
  },
  getInvitations: {
    cells: loggedIn(),
    ask: () => ({ query: 'when=upcoming' }),
    foreign: ({ invitation }) => [{ query: `when=upcoming&before=${invitation}` }, 'invalidRequest'],
  },
  getInvitation: {
    cells: loggedIn('notFound'),
    ask: () => ({ params: { id: 'unknown' } }),
    foreign: ({ invitation }) => [{ params: { id: invitation } }, 'notFound'],
  },
  putInvitation: {
    cells: verified('ErrorNoUsers'),
    ask: () => ({ body: invited([]) }),
    foreign: ({ account, chat }) => [{ body: { ...invited([account.uid]), chatKey: chat } }, 'notAContact'],
  },
  answerInvitation: {
    cells: loggedIn('notFound'),
    ask: () => ({ params: { id: 'unknown' }, body: { status: 'accepted' } }),
    foreign: ({ invitation }) => [{ params: { id: invitation }, body: { status: 'declined' } }, 'notFound'],
  },
  sendInvitationReminder: {
    cells: verified('notFound'),
    ask: () => ({ body: { chatKey: 'unknown', messageKey: 'unknown' } }),
    foreign: ({ invitationChat, card }) => [{ body: { chatKey: invitationChat, messageKey: card } }, 'notFound'],
  },
  shareInvitation: {
    cells: loggedIn('notFound'),
    ask: () => ({ params: { id: 'unknown' } }),
    foreign: ({ invitation }) => [{ params: { id: invitation } }, 'notFound'],
  },
  revokeInvitationLink: {
    cells: loggedIn('notFound'),
    ask: () => ({ params: { id: 'unknown' } }),
    foreign: ({ invitation }) => [{ params: { id: invitation } }, 'notFound'],
  },
  getInvitationCalendar: {
    cells: loggedIn('notFound'),
    ask: () => ({ params: { id: 'unknown' } }),
    foreign: ({ invitation }) => [{ params: { id: invitation } }, 'notFound'],
  },
  // The link shows first names and answers to everybody; a user who is blocked by an attendee can't join.
  getSharedInvitation: {
    cells: withSession('notFound'),
    ask: () => ({ params: { token: 'unknown' } }),
    foreign: ({ link }) => [{ params: { token: link } }, 'ok'],
  },
  joinSharedInvitation: {
    cells: verified('notFound'),
    ask: () => ({ params: { token: 'unknown' } }),
    foreign: ({ invitation }) => [{ params: { token: invitation } }, 'notFound'],
  },
  getPaymentUser: { cells: verified(), foreign: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  getCards: { cells: verified(), foreign: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  createNaturalUser: {
    cells: verified(),
    ask: () => ({ body: { firstName: 'Ben', lastName: 'Okafor' } }),
    foreign: (anna) => [{ body: { firstName: 'Ben', lastName: 'Okafor', key: anna.account.uid } }, 'ok'],
  },
  registerCard: { cells: verified('NoPaymentUser'), ask: () => ({ body: { cardType: 'MAESTRO' } }), foreign: null },
  finishCardRegistration: {
    cells: verified('NoCardId'),
    ask: () => ({ body: {} }),
    foreign: ({ preAuthorization }) => [{ body: { preAuthorizationId: preAuthorization } }, 'NoCard'],
  },
  deactivateCard: {
    cells: verified('NoCard'),
    ask: () => ({ body: { cardId: 'unknown' } }),
    foreign: ({ creditCard }) => [{ body: { cardId: creditCard } }, 'NoCard'],
  },
  setDefaultCard: {
    cells: verified('NoCard'),
    ask: () => ({ body: { cardId: 'unknown' } }),
    foreign: ({ creditCard }) => [{ body: { cardId: creditCard } }, 'NoCard'],
  },
  placeOrder: {
    cells: verified('NoItems'),
    ask: () => ({ body: { restaurantId: 'elbkantine', paymentOption: 'paypal' } }),
    foreign: ({ invitation }) => [
      {
        body: {
          restaurantId: 'elbkantine',
          paymentOption: 'paypal',
          meetUp: invitation,
          meetUpDate: 1,
          isTakeAway: true,
          items: [{ mealKey: 'suppe', amount: 1, price: 1 }],
          totalPrice: 1,
        },
      },
      'NoLegalUser',
    ],
  },
  getPayIn: {
    cells: verified('notFound'),
    ask: () => ({ params: { id: 'unknown' } }),
    foreign: ({ payIn }) => [{ params: { id: payIn } }, 'notFound'],
  },
  updateOrderStatus: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { payInId: 'unknown' } }),
    foreign: ({ payIn }) => [{ params: { payInId: payIn } }, 'OrderNotFound'],
  },
  captureOrder: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { payInId: 'unknown' } }),
    foreign: ({ payIn }) => [{ params: { payInId: payIn } }, 'OrderNotFound'],
  },
  abandonOrder: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { payInId: 'unknown' } }),
    foreign: ({ payIn }) => [{ params: { payInId: payIn } }, 'OrderNotFound'],
  },
  getOrders: {
    cells: verified(),
    ask: () => ({ query: 'when=upcoming' }),
    foreign: ({ order }) => [{ query: `when=upcoming&before=${order}` }, 'invalidRequest'],
  },
  getOrderByPayIn: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { payInId: 'unknown' } }),
    foreign: ({ payIn }) => [{ params: { payInId: payIn } }, 'OrderNotFound'],
  },
  getOrderCalendar: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { orderKey: 'unknown' } }),
    foreign: ({ order }) => [{ params: { orderKey: order } }, 'OrderNotFound'],
  },
  getReceipt: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { orderKey: 'unknown' } }),
    foreign: ({ order }) => [{ params: { orderKey: order } }, 'OrderNotFound'],
  },
  rateOrder: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { orderKey: 'unknown' }, body: { stars: 5 } }),
    foreign: ({ order }) => [{ params: { orderKey: order }, body: { stars: 1 } }, 'OrderNotFound'],
  },
  getOrder: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { orderKey: 'unknown' } }),
    foreign: ({ order }) => [{ params: { orderKey: order } }, 'OrderNotFound'],
  },
  reportAbuse: {
    cells: loggedIn('notFound'),
    ask: () => ({ body: reported('unknown') }),
    foreign: ({ message }) => [{ body: reported(message) }, 'notFound'],
  },
  getContacts: { cells: loggedIn(), foreign: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  // Everybody may add, connect with and block Anna; she is informed. For an unknown user the call does nothing.
  addContacts: {
    cells: verified('notFound'),
    ask: () => ({ body: { contacts: ['unknown'] } }),
    foreign: (anna) => [{ body: { contacts: [anna.account.uid, 'unknown'] } }, 'notFound'],
  },
  removeContacts: {
    cells: loggedIn(),
    ask: () => ({ body: { contacts: ['unknown'] } }),
    foreign: (anna) => [{ body: { contacts: [anna.account.uid] } }, 'ok'],
  },
  importContacts: {
    cells: verified(),
    ask: () => ({ body: { emails: ['nobody@mahlzeit.test'] } }),
    foreign: () => [{ body: { emails: [ANNA] } }, 'ok'],
  },
  connectUsers: {
    cells: verified('connectionCodeUnknown'),
    ask: () => ({ body: { code: 'ABCD2345' } }),
    foreign: (anna) => [{ body: { users: [anna.account.uid, 'unknown'] } }, 'notFound'],
  },
  blockUsers: {
    cells: verified('notFound'),
    ask: () => ({ body: { users: ['unknown'] } }),
    foreign: (anna) => [{ body: { users: [anna.account.uid, 'unknown'] } }, 'notFound'],
  },
  unblockUsers: {
    cells: verified(),
    ask: () => ({ body: { users: ['unknown'] } }),
    foreign: (anna) => [{ body: { users: [anna.account.uid], addAsContacts: true } }, 'ok'],
  },
  getBlockedUsers: { cells: verified(), foreign: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  getContactGroups: { cells: loggedIn(), foreign: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  putContactGroup: {
    cells: verified('notAContact'),
    ask: () => ({ params: { key: 'team' }, body: { name: 'Team', contacts: ['one', 'two'] } }),
    foreign: (anna) => [
      { params: { key: anna.group }, body: { name: 'Meine', contacts: [anna.account.uid, 'unknown'] } },
      'notAContact',
    ],
  },
  deleteContactGroup: {
    cells: verified(),
    ask: () => ({ params: { key: 'unknown' } }),
    foreign: (anna) => [{ params: { key: anna.group } }, 'ok'],
  },
  searchContactableUsers: {
    cells: verified(),
    ask: () => ({ params: { text: 'niemand' } }),
    foreign: () => [{ params: { text: 'anna' } }, 'ok'],
  },
  searchBlockableUsers: {
    cells: verified(),
    ask: () => ({ params: { text: 'niemand' } }),
    foreign: () => [{ params: { text: 'anna' } }, 'ok'],
  },
  getRandomUsers: {
    cells: verified(),
    ask: () => ({ params: { count: '20' } }),
    foreign: (anna) => [{ params: { count: '20' }, query: `uid=${anna.account.uid}` }, 'ok'],
  },
  loadByLocation: {
    cells: withSession(),
    ask: () => ({ body: { location: { latitude: 53.55, longitude: 9.99 }, radius: 500 } }),
    foreign: null,
  },
  getRestaurant: { cells: withSession(), ask: () => ({ params: { key: 'elbkantine' } }), foreign: null },
  getRestaurantByRoutingName: {
    cells: withSession(),
    ask: () => ({ params: { routingName: 'elbkantine' } }),
    foreign: null,
  },
  getMealTypes: read,
  getTags: read,
  getRestTimeTypes: read,
  getVatTypes: read,
  searchPartners: search,
  searchNonPartners: search,
  searchMeals: search,
  getPopularDishes: { ...read, ask: () => ({ query: around }) },
  searchTags: search,
  getTeasers: read,
  getDiscounts: read,
  autocompletePlaces: { ...read, ask: () => ({ query: `text=hamburg&${around}` }) },
  getPlace: { cells: withSession('notFound'), ask: () => ({ params: { placeId: 'nirgendwo' } }), foreign: null },
  geocode: { ...read, ask: () => ({ query: 'latlng=53.55,9.99' }) },
  getStaticMap: { cells: everybody(), ask: () => ({ query: around }), foreign: null },
  getVersionInfo: { cells: everybody(), ask: () => ({ params: { major: '5' } }), foreign: null },
  getLegalDocument: { cells: everybody(), ask: () => ({ params: { kind: 'imprint' } }), foreign: null },
  putPartnerMeal: { cells: partner, ask: () => ({ params: { key: 'meal' } }), foreign: null },
  deletePartnerMeal: { cells: partner, ask: () => ({ params: { key: 'meal' } }), foreign: null },
  putPartnerRestaurant: { cells: partner, ask: () => ({ params: { key: 'elbkantine' } }), foreign: null },
  putPartnerDiscount: { cells: partner, ask: () => ({ params: { key: 'discount' } }), foreign: null },
  deletePartnerDiscount: { cells: partner, ask: () => ({ params: { key: 'discount' } }), foreign: null },
  getPartnerRestaurant: { cells: partner, foreign: null },
  getPartnerMenu: { cells: partner, ask: () => ({ query: 'restaurantId=elbkantine' }), foreign: null },
  getPartnerOrders: {
    cells: partner,
    foreign: ({ order }) => [{ query: `restaurantId=elbkantine&since=0&order=${order}` }, 'unauthenticated'],
  },
  acceptPartnerOrder: {
    cells: partner,
    ask: () => ({ params: { key: 'unknown' } }),
    foreign: ({ order }) => [{ params: { key: order } }, 'unauthenticated'],
  },
  refundPartnerOrder: {
    cells: partner,
    ask: () => ({ params: { key: 'bestellung' }, body: { amount: 100, reason: 'mistake' } }),
    foreign: ({ order }) => [{ params: { key: order }, body: { amount: 100, reason: 'mistake' } }, 'unauthenticated'],
  },
  // The folder of this test contains no built fronts.
  getRegistry: { cells: everybody('unavailable'), foreign: null },
  getVersion: { cells: everybody(), foreign: null },
  getLiveness: { cells: everybody(), foreign: null },
  getReadiness: { cells: everybody(), foreign: null },
};

/**
 * Requests of each partner route for the Elbkantine, with outcomes for the neighbour's token, its own and the token for
 * all; in this order, because the last two change data.
 */
const PARTNER_ROWS: Readonly<
  Record<
    string,
    { readonly ask?: (anna: Anna) => Ask; readonly cells: readonly [nextDoor: Ending, own: Ending, all: Ending] }
  >
> = {
  putPartnerMeal: {
    ask: () => ({ params: { key: 'eintopf' }, body: aPartnerMeal({ restaurantId: 'elbkantine', typeKey: 'lunch' }) }),
    cells: ['notFound', 'ok', 'ok'],
  },
  deletePartnerMeal: { ask: () => ({ params: { key: 'eintopf' } }), cells: ['notFound', 'ok', 'ok'] },
  putPartnerRestaurant: {
    ask: () => ({ params: { key: 'elbkantine' }, body: { orderForerunMinutes: 20 } }),
    cells: ['notFound', 'ok', 'ok'],
  },
  putPartnerDiscount: {
    ask: () => ({ params: { key: 'rabatt' }, body: aPartnerDiscount({ restaurantRef: 'elbkantine' }) }),
    cells: ['notFound', 'ok', 'ok'],
  },
  deletePartnerDiscount: { ask: () => ({ params: { key: 'rabatt' } }), cells: ['notFound', 'ok', 'ok'] },
  // Names no restaurant: the token decides. The token for all has none.
  getPartnerRestaurant: { cells: ['ok', 'ok', 'notFound'] },
  getPartnerMenu: { ask: () => ({ query: 'restaurantId=elbkantine' }), cells: ['notFound', 'ok', 'ok'] },
  getPartnerOrders: { ask: () => ({ query: 'restaurantId=elbkantine' }), cells: ['notFound', 'ok', 'ok'] },
  acceptPartnerOrder: { ask: ({ order }) => ({ params: { key: order } }), cells: ['notFound', 'ok', 'ok'] },
  // More than was paid, so that no provider is called.
  refundPartnerOrder: {
    ask: ({ order }) => ({ params: { key: order }, body: { amount: 5000, reason: 'mistake' } }),
    cells: ['notFound', 'refundExceedsAmount', 'refundExceedsAmount'],
  },
};

const SECRET = 'Nur für Anna: Tisch am Fenster';
const GROUP = 'annas-gruppe';

describe('who may call what', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let anna: Anna;
  let expired = '';

  const update = (uid: string, row: object) =>
    gateway.database.write((tx) => tx.knex('user').where({ uid }).update(row));
  const own = async (email: string, row: object): Promise<string> => {
    const { idToken, account } = await register(gateway, email);
    await update(account.uid, row);
    return idToken;
  };
  const tokens: Readonly<Record<Kind, (email: string) => Promise<string | null>>> = {
    noToken: async () => null,
    expired: async () => expired,
    anonymous: async () => (await visit(gateway)).idToken,
    unverified: (email) => own(email, { is_email_verified: false }),
    verified: (email) => own(email, { is_email_verified: true }),
    deleted: (email) =>
      own(email, { is_email_verified: true, is_deleted: true, is_visible: false, deleted_at: gateway.clock.now() }),
  };

  const withChat = async (person: Person): Promise<Pick<Anna, 'chat' | 'message'>> => {
    const other = await register(gateway, 'annas-friend@mahlzeit.test');
    await gateway.database.write(({ knex }) =>
      knex('contact').insert({ owner_uid: person.account.uid, contact_uid: other.account.uid, created_at: 0 }),
    );
    const { chatId } = ChatReference.parse(
      (await person.call('POST', '/api/chat/create', { participantKeys: [other.account.uid] })).body,
    );
    const { key } = ChatMessageView.parse(
      (await person.call('POST', `/api/chat/${chatId}/messages`, { content: SECRET })).body,
    );
    return { chat: chatId, message: key };
  };

  const withInvitation = async (
    person: Person,
  ): Promise<Pick<Anna, 'invitation' | 'invitationChat' | 'card' | 'link'>> => {
    const guest = await register(gateway, 'annas-guest@mahlzeit.test');
    await update(person.account.uid, { is_email_verified: true });
    await gateway.database.write(({ knex }) =>
      knex('contact').insert({ owner_uid: person.account.uid, contact_uid: guest.account.uid, created_at: 0 }),
    );
    const { key, chatKey, messageKey } = Invitation.parse(
      (await person.call('PUT', '/api/invitations', invited([guest.account.uid]))).body,
    );
    const { url } = InvitationLink.parse((await person.call('POST', `/api/invitations/${key}/share`, {})).body);
    return { invitation: key, invitationChat: chatKey, card: messageKey, link: url.split('/').at(-1) ?? '' };
  };

  /** Creates a paid order of Anna. */
  const withOrder = async (person: Person): Promise<Pick<Anna, 'order' | 'payIn'>> => {
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
      // Like each paid order; nothing changes it in the meantime.
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

  /** Creates a card of Anna that waits for her bank. */
  const withCard = async ({ account: { uid } }: Person): Promise<Pick<Anna, 'creditCard' | 'preAuthorization'>> => {
    const [creditCard, preAuthorization] = ['demo-card-anna-challenge', 'vorgemerkt-von-anna'];
    await gateway.database.write(async ({ knex }) => {
      await createPaymentUserRepository(knex).put({
        key: uid,
        mangoPayData: { Id: 'demo-payer-anna', defaultCardId: creditCard },
        firstName: SECRET,
        lastName: SECRET,
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

  /** Creates Anna, invisible to searches, with all her data. */
  const withBelongings = async (person: Person): Promise<Anna> => {
    const { uid } = person.account;
    await update(uid, { is_visible: false });
    const friend = (await register(gateway, 'friend@mahlzeit.test')).account.uid;
    await update(friend, { is_visible: false });
    await gateway.database.write(async ({ knex }) => {
      await knex('contact').insert({ owner_uid: uid, contact_uid: friend, created_at: 1 });
      await knex('user_block').insert({ blocker_uid: uid, blocked_uid: friend, created_at: 1 });
      await knex('contact_group').insert({ owner_uid: uid, key: GROUP, name: SECRET, is_favorite: false });
      await knex('contact_group_member').insert({ owner_uid: uid, group_key: GROUP, member_uid: friend, position: 0 });
    });
    await gateway.database.write((tx) =>
      notify(tx, { uid, kind: 'message', title: SECRET, text: SECRET, route: null, sent: 1 }),
    );
    const row = await gateway.database.knex<{ key: string; uid: string }>('notification').where({ uid }).first('key');
    return {
      ...person,
      notification: row?.key ?? '',
      group: GROUP,
      ...(await withChat(person)),
      ...(await withInvitation(person)),
      ...(await withOrder(person)),
      ...(await withCard(person)),
    };
  };

  beforeAll(async () => {
    gateway = await gateways.start({ modules: [testModule] });
    await gateway.database.write((tx) =>
      createRestaurantRepository(tx.knex).insert(aRestaurant({ key: 'elbkantine', routingName: 'elbkantine' }), {
        source: 'test',
        sourceId: '1',
      }),
    );
    await gateway.database.write((tx) =>
      createRestaurantRepository(tx.knex).insert(aRestaurant({ key: 'nextdoor', routingName: 'nextdoor' }), {
        source: 'test',
        sourceId: '2',
      }),
    );
    for (const name of ['putPartnerMeal', 'putPartnerDiscount'])
      for (const route of routes)
        if (route.name === name) await send(route, PARTNER_ROWS[name]?.ask?.(anna) ?? {}, gateway.partnerToken);
    expired = (await register(gateway, 'expired@mahlzeit.test')).idToken;
    gateway.clock.advance(11 * 60_000);
    anna = await withBelongings(await register(gateway, ANNA));
  });

  const send = async ({ method, path }: Route, { params = {}, query, body, cookie }: Ask, token: string | null) => {
    const address = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
    const content = method === 'GET' ? undefined : body instanceof Uint8Array ? body : JSON.stringify(body ?? {});
    const answer = await fetch(`${gateway.url}${address}${query === undefined ? '' : `?${query}`}`, {
      method,
      headers: {
        'X-Mahlzeit': '1',
        'Content-Type': body instanceof Uint8Array ? 'image/png' : 'application/json',
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(cookie === undefined ? {} : { Cookie: cookie }),
      },
      ...(content === undefined ? {} : { body: content }),
    });
    const text = await answer.text();
    return {
      text,
      type: answer.headers.get('Content-Type'),
      ending: answer.status === 200 ? 'ok' : ErrorBody.parse(JSON.parse(text)).code,
    };
  };

  /** All stored data of Anna. */
  const keptOfAnna = async (): Promise<unknown[]> => {
    const { uid } = anna.account;
    const rows = async (table: string) => gateway.database.knex(table).where({ uid }).orderBy(1);
    const chats = async (table: string) => gateway.database.knex(table).where({ chat_key: anna.chat }).orderBy(1);
    const owned = async (table: string, column = 'owner_uid') =>
      gateway.database
        .knex(table)
        .where({ [column]: uid })
        .orderBy(1);
    return [
      await rows('user'),
      await rows('session'),
      await rows('notification'),
      await owned('contact'),
      await owned('contact', 'contact_uid'),
      await owned('contact_group'),
      await owned('contact_group_member'),
      await owned('user_block', 'blocker_uid'),
      await owned('user_block', 'blocked_uid'),
      await chats('chat_message'),
      await chats('chat_participant'),
      await rows('chat_read'),
      await owned('invitation'),
      await gateway.database.knex('invitation_attendee').where({ invitation_key: anna.invitation }).orderBy('uid'),
      await gateway.database.knex('chat_message').where({ chat_key: anna.invitationChat }),
      await rows('customer_order'),
      await gateway.database.knex('payment_attempt').where({ order_key: anna.order }),
      await gateway.database.knex('order_refund').where({ order_key: anna.order }),
      await rows('payment_user'),
      await rows('card_pre_authorization'),
    ];
  };

  /** Texts that only Anna may read. */
  const leaksIn = (text: string): string[] =>
    [
      anna.account.uid,
      SECRET,
      anna.notification,
      anna.chat,
      anna.message,
      anna.invitation,
      anna.invitationChat,
      anna.card,
      anna.order,
      anna.payIn,
      anna.creditCard,
      anna.preAuthorization,
      anna.account.connectionCode ?? '',
    ].filter((secret) => text.includes(secret));

  it('has a row for each route and none for others', () =>
    expect(Object.keys(ROWS).sort()).toEqual(routes.map(({ name }) => name).sort()));

  const cases = routes.flatMap((route) =>
    Object.entries(ROWS)
      .filter(([name]) => name === route.name)
      .map(([name, row]) => [name, route, row] as const),
  );

  it.each(cases)(
    "%s answers each kind of caller as their rights are, and nobody with what is Anna's",
    async (name, route, row) => {
      const fared: Record<string, unknown> = {};
      for (const kind of KINDS) {
        const email = `${kind}-${name.toLowerCase()}@mahlzeit.test`;
        const { text, type, ending } = await send(route, row.ask?.(email) ?? {}, await tokens[kind](email));
        fared[kind] = ending;
        expect(type).toMatch(
          ending === 'ok' && route.answersFile !== undefined ? route.answersFile : 'application/json',
        );
        expect([kind, leaksIn(text)]).toEqual([kind, []]);
      }
      expect(fared).toEqual(row.cells);
    },
  );

  const foreign = cases.flatMap(([name, route, row]) =>
    row.foreign === null ? [] : [[name, route, row.foreign] as const],
  );

  it.each(foreign)('%s does nothing to Anna for somebody who names what is hers', async (name, route, askAs) => {
    const before = await keptOfAnna();
    const [ask, ending] = askAs(anna);
    const answer = await send(route, ask, await tokens.verified(`foreign-${name.toLowerCase()}@mahlzeit.test`));
    expect([answer.ending, leaksIn(answer.text)]).toEqual([ending, []]);
    expect(await keptOfAnna()).toEqual(before);
  });

  it('has cells for each route of partners', () =>
    expect(Object.keys(PARTNER_ROWS).sort()).toEqual(
      cases
        .filter(([, { access }]) => access === 'partner')
        .map(([name]) => name)
        .sort(),
    ));

  const ofPartners = cases.flatMap(([name, route]) =>
    Object.entries(PARTNER_ROWS)
      .filter(([key]) => key === name)
      .map(([, row]) => [name, route, row] as const),
  );

  it.each(ofPartners)(
    '%s opens the Elbkantine to its own token and the one for all, and to no other',
    async (_name, route, { ask, cells: expected }) => {
      const ownToken = async (key: string): Promise<string> => {
        const token = await createPartnerTokens(gateway).issue(key);
        return token.ok ? token.value : '';
      };
      const tokensInOrder = [await ownToken('nextdoor'), await ownToken('elbkantine'), gateway.partnerToken];
      const asked = ask?.(anna) ?? {};
      const answers = [];
      for (const token of tokensInOrder) answers.push(await send(route, asked, token));
      expect(answers.map(({ ending }) => ending)).toEqual(expected);
      expect(leaksIn(answers[0]?.text ?? '')).toEqual([]);
    },
  );
});
