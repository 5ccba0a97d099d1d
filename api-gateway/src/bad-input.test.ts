import { ErrorBody, errorCodes, routes, type Route } from '@mahlzeit/contract';
import { aPartnerDiscount, aPartnerMeal, aRegistration, aRestaurant, fixtureDay } from '@mahlzeit/contract/fixtures';
import { storeUser } from './modules/identity/testing/stored-people';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';

/** A valid request of a route. Each test makes one part of it invalid. */
interface Row {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

const around = { latitude: '53.55', longitude: '9.99' };
const { name, media, openingHours, lunchTimes, location, address, data, tagIds } = aRestaurant();

// Valid requests by route name. Every route must have one, so that no route stays untested.
const ROWS: Readonly<Record<string, Row>> = {
  anonymousSession: { body: {} },
  register: { body: { ...aRegistration() } },
  login: { body: { email: 'anna@mahlzeit.test', password: 'mittagspause' } },
  refresh: { body: {} },
  logout: { body: {} },
  getProviders: {},
  completeThirdParty: { params: { provider: 'google' }, body: { code: 'unknown', verifier: 'v'.repeat(43) } },
  requestPasswordReset: { body: { email: 'nobody@mahlzeit.test' } },
  confirmPasswordReset: { body: { token: 'unknown', password: 'mittagspause' } },
  reauthenticate: { body: { password: 'mittagspause' } },
  changeEmail: { body: { email: 'neu@mahlzeit.test', password: 'mittagspause' } },
  getMe: {},
  verifyEmail: { body: { code: '004711' } },
  resendEmailVerification: {},
  deleteMe: {},
  restoreUser: { body: { visible: true } },
  exportUser: {},
  uploadAvatar: {},
  deleteAvatar: {},
  patchMe: { body: { languageCode: 'de', favorites: { add: ['elbkantine'] } } },
  getNotifications: {},
  closeNotifications: { body: { keys: ['nobody'], closed: true } },
  getContacts: {},
  addContacts: { body: { contacts: ['nobody'] } },
  removeContacts: { body: { contacts: ['nobody'] } },
  importContacts: { body: { emails: ['nobody@mahlzeit.test'] } },
  connectUsers: { body: { users: ['nobody'] } },
  blockUsers: { body: { users: ['nobody'] } },
  unblockUsers: { body: { users: ['nobody'], addAsContacts: true } },
  getBlockedUsers: {},
  getContactGroups: {},
  putContactGroup: { params: { key: 'team' }, body: { name: 'Team', isFavorite: false, contacts: ['one', 'two'] } },
  deleteContactGroup: { params: { key: 'team' } },
  searchContactableUsers: { params: { text: 'anna' } },
  searchBlockableUsers: { params: { text: 'anna' } },
  getRandomUsers: { params: { count: '4' } },
  getChats: { query: { limit: '10' } },
  createChat: { body: { participantKeys: ['nobody'] } },
  sendContentMessage: { body: { userKeys: ['nobody'], type: 'restaurant', contentId: 'nowhere' } },
  getChatMessages: { params: { chatKey: 'nobody' }, query: { limit: '10' } },
  sendChatMessage: { params: { chatKey: 'nobody' }, body: { content: 'Hallo', clientKey: 'k' } },
  readChat: { params: { chatKey: 'nobody' }, body: { messageKey: 'nobody' } },
  getInvitations: { query: { when: 'past', limit: '10' } },
  getInvitation: { params: { id: 'nobody' } },
  putInvitation: {
    body: {
      date: '2026-06-25T12:30:00+02:00',
      restaurant: 'nowhere',
      attendees: ['nobody'],
      isTakeAway: false,
      chatKey: null,
    },
  },
  answerInvitation: { params: { id: 'nobody' }, body: { status: 'accepted' } },
  sendInvitationReminder: { body: { chatKey: 'nobody', messageKey: 'nobody' } },
  shareInvitation: { params: { id: 'nobody' } },
  revokeInvitationLink: { params: { id: 'nobody' } },
  getInvitationCalendar: { params: { id: 'nobody' } },
  getSharedInvitation: { params: { token: 'nobody' } },
  joinSharedInvitation: { params: { token: 'nobody' } },
  getPaymentUser: {},
  getCards: {},
  createNaturalUser: { body: { firstName: 'Ana', lastName: 'Kowalczyk' } },
  registerCard: { body: { cardType: 'MAESTRO' } },
  finishCardRegistration: { body: { cardId: 'nobody', cardTypeAlias: 'VISA', preAuthorizationId: 'nobody' } },
  deactivateCard: { body: { cardId: 'nobody' } },
  setDefaultCard: { body: { cardId: 'nobody' } },
  placeOrder: { body: { restaurantId: 'nowhere', paymentOption: 'paypal' } },
  getPayIn: { params: { id: 'nobody' } },
  updateOrderStatus: { params: { payInId: 'nobody' } },
  captureOrder: { params: { payInId: 'nobody' } },
  abandonOrder: { params: { payInId: 'nobody' } },
  getOrders: { query: { when: 'upcoming' } },
  getOrderByPayIn: { params: { payInId: 'nobody' } },
  getOrderCalendar: { params: { orderKey: 'nobody' } },
  getReceipt: { params: { orderKey: 'nobody' } },
  rateOrder: { params: { orderKey: 'nobody' }, body: { stars: 5 } },
  getOrder: { params: { orderKey: 'nobody' } },
  reportAbuse: { body: { kind: 'message', key: 'nobody', chatKey: 'nobody', reason: 'other', text: 'Hilfe' } },
  loadByLocation: { body: { location, radius: 5000, page: 1, pageSize: 10 } },
  getRestaurant: { params: { key: 'nobody' }, query: around },
  getRestaurantByRoutingName: { params: { routingName: 'niemand' }, query: around },
  getMealTypes: {},
  getTags: {},
  getRestTimeTypes: {},
  getVatTypes: {},
  searchPartners: { params: { text: 'suppe' }, query: around },
  searchNonPartners: { params: { text: 'suppe' }, query: around },
  searchMeals: { params: { text: 'suppe' }, query: around },
  getPopularDishes: { query: around },
  searchTags: { params: { text: 'suppe' } },
  getTeasers: {},
  getDiscounts: {},
  autocompletePlaces: { query: { text: 'hamburg', ...around } },
  getPlace: { params: { placeId: 'nirgendwo' } },
  geocode: { query: { latlng: '53.55,9.99' } },
  getStaticMap: { query: around },
  getVersionInfo: { params: { major: '5' } },
  getLegalDocument: { params: { kind: 'imprint' }, query: { language: 'de' } },
  putPartnerMeal: { params: { key: 'meal' }, body: { ...aPartnerMeal({ date: fixtureDay }) } },
  deletePartnerMeal: { params: { key: 'meal' } },
  putPartnerRestaurant: {
    params: { key: 'nobody' },
    body: {
      name,
      media,
      openingHours,
      lunchTimes,
      location,
      address,
      data,
      tagIds,
      restTime: null,
      orderForerunMinutes: 20,
    },
  },
  putPartnerDiscount: { params: { key: 'discount' }, body: { ...aPartnerDiscount() } },
  deletePartnerDiscount: { params: { key: 'discount' } },
  getPartnerRestaurant: {},
  getPartnerMenu: { query: { restaurantId: 'nobody', date: fixtureDay } },
  getPartnerOrders: { query: { restaurantId: 'nobody', since: '0', after: 'nobody', limit: '10' } },
  acceptPartnerOrder: { params: { key: 'nobody' } },
  refundPartnerOrder: { params: { key: 'nobody' }, body: { amount: 100, reason: 'mistake' } },
  getRegistry: {},
  getVersion: {},
  getLiveness: {},
  getReadiness: {},
};

// Invalid path and query values: an unknown key, names of prototype members, broken UTF-8, an incomplete escape
// sequence, a NUL, a text that is far too long, an operator.
const TEXTS = [
  'nobody',
  '__proto__',
  'constructor',
  '%FF%FE',
  '%E0%A4%A',
  '%00',
  'a'.repeat(5000),
  '%27%3B--',
  '-1',
  '1e309',
  'NaN',
  '%F0%9F%8D%95',
  'sup%00pe',
];

// Escape sequences that no valid URL contains.
const BROKEN_TEXTS = ['%FF%FE', '%E0%A4%A', '%ED%A0%80', '100%', '%00', 'sup%00pe'];

const BODIES: readonly (readonly [what: string, body: string | Uint8Array])[] = [
  ['half of it', '{"location":'],
  ['NaN', '{"radius":NaN}'],
  ['a list', '[]'],
  ['a text', '"text"'],
  ['null', 'null'],
  ['broken UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22])],
];

const PROTOTYPE_BODY = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';

describe('each route, whatever it is sent', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  const tokens = new Map<Route, string>();

  // The users have all rights, so only the input can cause a refusal.
  const verifiedToken = async (email: string): Promise<string> =>
    (await storeUser(gateway, email, { isEmailVerified: true })).idToken;

  beforeAll(async () => {
    gateway = await gateways.start();
    // Each route has a user of its own, because a route may end a session that another route needs.
    for (const route of routes)
      tokens.set(
        route,
        route.access === 'partner' ? gateway.partnerToken : await verifiedToken(`${route.name}@mahlzeit.test`),
      );
  }, 30_000);

  const headersOf = (route: Route): Record<string, string> => ({
    ...(route.access === 'none' ? {} : { Authorization: `Bearer ${tokens.get(route) ?? ''}` }),
    'Content-Type': 'application/json',
    'X-Mahlzeit': '1',
  });

  const urlOf = (route: Route, { params = {}, query = {} }: Row): string => {
    const path = route.path.replace(/:(\w+)/g, (_, param: string) => params[param] ?? '');
    const queryText = Object.entries(query)
      .map(([key, value]) => `${key}=${value}`)
      .join('&');
    return `${gateway.url}${path}${queryText === '' ? '' : `?${queryText}`}`;
  };

  const send = async (route: Route, row: Row, raw?: string | Uint8Array) => {
    const body = route.method === 'GET' ? undefined : (raw ?? JSON.stringify(row.body ?? {}));
    const answer = await fetch(urlOf(route, row), {
      method: route.method,
      headers: headersOf(route),
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    if (answer.status < 400) return { status: answer.status, code: null };
    const { code } = ErrorBody.parse(JSON.parse(text));
    expect(errorCodes()).toContain(code);
    return { status: answer.status, code };
  };

  const isRefused = (status: number): boolean => status >= 400 && status < 500;
  const rowOf = (route: Route): Row => ROWS[route.name] ?? {};

  it('has a row for each route and none for others', () =>
    expect(Object.keys(ROWS).sort()).toEqual(routes.map((route) => route.name).sort()));

  it.each(routes.map((route) => [route.name, route] as const))('%s takes its own row', async (_name, route) => {
    expect((await send(route, rowOf(route))).code).not.toBe('invalidRequest');
  });

  const withParams = routes.filter((route) => route.params !== undefined);
  it.each(withParams.map((route) => [route.name, route] as const))(
    '%s never fails for what stands in its path',
    async (_name, route) => {
      const row = rowOf(route);
      for (const param of Object.keys(row.params ?? {})) {
        for (const text of TEXTS)
          expect([
            text,
            (await send(route, { ...row, params: { ...row.params, [param]: text } })).status < 500,
          ]).toEqual([text, true]);
        for (const text of BROKEN_TEXTS)
          expect([text, (await send(route, { ...row, params: { ...row.params, [param]: text } })).status]).toEqual([
            text,
            400,
          ]);
      }
    },
  );

  const withQuery = routes.filter((route) => route.query !== undefined);
  it.each(withQuery.map((route) => [route.name, route] as const))(
    '%s never fails for what stands in its query',
    async (_name, route) => {
      const row = rowOf(route);
      for (const key of [...Object.keys(row.query ?? {}), '__proto__']) {
        for (const text of BROKEN_TEXTS)
          expect([key, text, await send(route, { ...row, query: { ...row.query, [key]: text } })]).toEqual([
            key,
            text,
            { status: 400, code: 'invalidRequest' },
          ]);
        for (const text of [...TEXTS, `1&${key}=2`])
          expect([
            key,
            text,
            (await send(route, { ...row, query: { ...row.query, [key]: text } })).status < 500,
          ]).toEqual([key, text, true]);
      }
    },
  );

  const locatedRoutes = withQuery.filter((route) => rowOf(route).query?.['latitude'] !== undefined);
  it.each(locatedRoutes.map((route) => [route.name, route] as const))(
    '%s refuses a place that is none',
    async (_name, route) => {
      const row = rowOf(route);
      for (const latitude of ['NaN', '1e1', '91', '', '%00', 'Infinity', '53,55'])
        expect([latitude, (await send(route, { ...row, query: { ...row.query, latitude } })).code]).toEqual([
          latitude,
          'invalidRequest',
        ]);
    },
  );

  // Excludes routes that take a file, because a file may contain anything. The tests of those routes cover forbidden
  // files.
  const withBody = routes.filter((route) => route.body !== undefined && route.takesFile === undefined);
  const bodies = withBody.map((route) => [route.name, route] as const);
  it.each(bodies)('%s refuses a body that is no object', async (_name, route) => {
    for (const [what, body] of BODIES)
      expect([what, await send(route, rowOf(route), body)]).toEqual([what, { status: 400, code: 'invalidRequest' }]);
  });

  it.each(bodies)('%s refuses a body of 3 MB', async (_name, route) => {
    expect(
      await send(route, rowOf(route), JSON.stringify({ ...rowOf(route).body, filling: 'x'.repeat(3_000_000) })),
    ).toEqual({ status: 413, code: 'payloadTooLarge' });
  });

  it.each(bodies)('%s refuses each field of a wrong type and each huge number', async (_name, route) => {
    const row = rowOf(route);
    for (const [field, value] of Object.entries(row.body ?? {})) {
      const isObject = typeof value === 'object' && value !== null;
      for (const wrong of [
        'sup\u0000pe',
        isObject ? 7 : { nonsense: true },
        ...(typeof value === 'number' ? [1e308, '1', -1e308] : []),
      ]) {
        const { status } = await send(route, { ...row, body: { ...row.body, [field]: wrong } });
        expect([field, wrong, isRefused(status)]).toEqual([field, wrong, true]);
      }
    }
  });

  it.each(bodies)('%s never fails for a missing field, and takes nothing from a prototype', async (_name, route) => {
    const row = rowOf(route);
    for (const field of Object.keys(row.body ?? {})) {
      const otherFields = Object.fromEntries(Object.entries(row.body ?? {}).filter(([key]) => key !== field));
      expect([field, (await send(route, { ...row, body: otherFields })).status < 500]).toEqual([field, true]);
    }
    expect((await send(route, row, PROTOTYPE_BODY)).status).toBeLessThan(500);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});
