import { ErrorBody, errorCodes, routes, type Route } from '@mahlzeit/contract';
import { requestTexts } from '@mahlzeit/contract/fixtures';
import { storeUser } from './modules/identity/testing/stored-people';
import { createTeamTokens } from './modules/releases';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';
import { VALID_REQUEST_BY_ROUTE, type ValidRequestParts } from './testing/valid-requests';

// Invalid path and query values: an unknown key, names of prototype members, broken UTF-8, an incomplete escape
// sequence, a NUL, a text that is far too long, an operator.
const INVALID_TEXTS = [
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
const BROKEN_ESCAPES = ['%FF%FE', '%E0%A4%A', '%ED%A0%80', '100%', '%00', 'sup%00pe'];

const INVALID_BODIES: readonly (readonly [what: string, body: string | Uint8Array])[] = [
  ['half of it', '{"location":'],
  ['NaN', '{"radius":NaN}'],
  ['a list', '[]'],
  ['a text', '"text"'],
  ['null', 'null'],
  ['broken UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22])],
];

// Half of an emoji, which no encoding can store. JSON can write it all the same.
const LONE_SURROGATE = '\uD83D';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns a copy of a body in which the value at a path is another one. Missing objects and lists are created. */
const withValueAt = (body: unknown, [fieldName, ...path]: readonly string[], value: unknown): unknown => {
  if (fieldName === undefined) return value;
  if (fieldName === '0') {
    const [firstItem, ...otherItems]: readonly unknown[] = Array.isArray(body) ? body : [];
    return [withValueAt(firstItem, path, value), ...otherItems];
  }
  const fields = isRecord(body) ? body : {};
  return { ...fields, [fieldName]: withValueAt(fields[fieldName], path, value) };
};

const MODERATION_TOKEN = 'moderation-token-of-the-tests';

const PROTOTYPE_POLLUTION_BODY = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';

describe('each route, whatever it is sent', () => {
  const gatewayFactory = testGateways();
  let gateway: TestGateway;
  const tokenByRoute = new Map<Route, string>();

  // Creates the token of a user with all rights, so that only invalid input can cause a refusal.
  const createVerifiedToken = async (email: string): Promise<string> =>
    (await storeUser(gateway, email, { isEmailVerified: true })).idToken;

  const createTokenFor = async (route: Route): Promise<string> => {
    if (route.access === 'team')
      return createTeamTokens(gateway).issue({ remoteName: null, tokenName: `test-${route.name}` });
    if (route.access === 'moderator') return MODERATION_TOKEN;
    return route.access === 'partner' ? gateway.partnerToken : createVerifiedToken(`${route.name}@mahlzeit.test`);
  };

  beforeAll(async () => {
    gateway = await gatewayFactory.start({ environment: { MODERATION_TOKEN } });
    // Creates a user for each route, because a route may end a session that another route needs.
    for (const route of routes) tokenByRoute.set(route, await createTokenFor(route));
  }, 30_000);

  const requestHeadersOf = (route: Route): Record<string, string> => ({
    ...(route.access === 'none' ? {} : { Authorization: `Bearer ${tokenByRoute.get(route) ?? ''}` }),
    'Content-Type': 'application/json',
    'X-Mahlzeit': '1',
  });

  const requestUrlOf = (route: Route, { params = {}, query = {} }: ValidRequestParts): string => {
    const path = route.path.replace(/:(\w+)/g, (_, parameterName: string) => params[parameterName] ?? '');
    const queryText = Object.entries(query)
      .map(([key, value]) => `${key}=${value}`)
      .join('&');
    return `${gateway.url}${path}${queryText === '' ? '' : `?${queryText}`}`;
  };

  const sendRequest = async (route: Route, validRequest: ValidRequestParts, rawBody?: string | Uint8Array) => {
    const body = route.method === 'GET' ? undefined : (rawBody ?? JSON.stringify(validRequest.body ?? {}));
    const response = await fetch(requestUrlOf(route, validRequest), {
      method: route.method,
      headers: requestHeadersOf(route),
      ...(body === undefined ? {} : { body }),
    });
    if (response.ok && route.answersStream === true) await response.body?.cancel();
    const text = response.ok && route.answersStream === true ? '' : await response.text();
    if (response.status < 400) return { status: response.status, code: null };
    const { code } = ErrorBody.parse(JSON.parse(text));
    expect(errorCodes()).toContain(code);
    return { status: response.status, code };
  };

  const isClientError = (status: number): boolean => status >= 400 && status < 500;
  // Checks whether a request was handled. The route of the registry is an exception: the gateway of this test has no
  // built frontends, so it has no registry to send.
  const isAnswered = ({ status, code }: { readonly status: number; readonly code: string | null }): boolean =>
    status < 500 || code === 'unavailable';
  const validRequestOf = (route: Route): ValidRequestParts => VALID_REQUEST_BY_ROUTE[route.name] ?? {};

  it('has a row for each route and none for others', () =>
    expect(Object.keys(VALID_REQUEST_BY_ROUTE).sort()).toEqual(routes.map((route) => route.name).sort()));

  it.each(routes.map((route) => [route.name, route] as const))('%s takes its own row', async (_name, route) => {
    expect((await sendRequest(route, validRequestOf(route))).code).not.toBe('invalidRequest');
  });

  const routesWithParams = routes.filter((route) => route.params !== undefined);
  it.each(routesWithParams.map((route) => [route.name, route] as const))(
    '%s never fails for what stands in its path',
    async (_name, route) => {
      const validRequest = validRequestOf(route);
      for (const parameterName of Object.keys(validRequest.params ?? {})) {
        for (const text of INVALID_TEXTS)
          expect([
            text,
            (await sendRequest(route, { ...validRequest, params: { ...validRequest.params, [parameterName]: text } }))
              .status < 500,
          ]).toEqual([text, true]);
        for (const text of BROKEN_ESCAPES)
          expect([
            text,
            (await sendRequest(route, { ...validRequest, params: { ...validRequest.params, [parameterName]: text } }))
              .status,
          ]).toEqual([text, 400]);
      }
    },
  );

  const routesWithQuery = routes.filter((route) => route.query !== undefined);
  it.each(routesWithQuery.map((route) => [route.name, route] as const))(
    '%s never fails for what stands in its query',
    async (_name, route) => {
      const validRequest = validRequestOf(route);
      for (const key of [...Object.keys(validRequest.query ?? {}), '__proto__']) {
        for (const text of BROKEN_ESCAPES)
          expect([
            key,
            text,
            await sendRequest(route, { ...validRequest, query: { ...validRequest.query, [key]: text } }),
          ]).toEqual([key, text, { status: 400, code: 'invalidRequest' }]);
        for (const text of [...INVALID_TEXTS, `1&${key}=2`])
          expect([
            key,
            text,
            isAnswered(await sendRequest(route, { ...validRequest, query: { ...validRequest.query, [key]: text } })),
          ]).toEqual([key, text, true]);
      }
    },
  );

  const locatedRoutes = routesWithQuery.filter((route) => validRequestOf(route).query?.['latitude'] !== undefined);
  it.each(locatedRoutes.map((route) => [route.name, route] as const))(
    '%s refuses a place that is none',
    async (_name, route) => {
      const validRequest = validRequestOf(route);
      for (const latitude of ['NaN', '1e1', '91', '', '%00', 'Infinity', '53,55'])
        expect([
          latitude,
          (await sendRequest(route, { ...validRequest, query: { ...validRequest.query, latitude } })).code,
        ]).toEqual([latitude, 'invalidRequest']);
    },
  );

  // Excludes routes that take a file, because a file may contain anything. The tests of those routes cover forbidden
  // files.
  const routesWithBody = routes.filter((route) => route.body !== undefined && route.takesFile === undefined);
  const bodyCases = routesWithBody.map((route) => [route.name, route] as const);
  it.each(bodyCases)('%s refuses a body that is no object', async (_name, route) => {
    for (const [bodyDescription, body] of INVALID_BODIES)
      expect([bodyDescription, await sendRequest(route, validRequestOf(route), body)]).toEqual([
        bodyDescription,
        { status: 400, code: 'invalidRequest' },
      ]);
  });

  it.each(bodyCases)('%s refuses a body of 3 MB', async (_name, route) => {
    expect(
      await sendRequest(
        route,
        validRequestOf(route),
        JSON.stringify({ ...validRequestOf(route).body, filling: 'x'.repeat(3_000_000) }),
      ),
    ).toEqual({ status: 413, code: 'payloadTooLarge' });
  });

  it.each(bodyCases)('%s refuses each field of a wrong type and each huge number', async (_name, route) => {
    const validRequest = validRequestOf(route);
    for (const [fieldName, value] of Object.entries(validRequest.body ?? {})) {
      const isObject = typeof value === 'object' && value !== null;
      for (const wrongValue of [
        'sup\u0000pe',
        isObject ? 7 : { nonsense: true },
        ...(typeof value === 'number' ? [1e308, '1', -1e308] : []),
      ]) {
        const { status } = await sendRequest(route, {
          ...validRequest,
          body: { ...validRequest.body, [fieldName]: wrongValue },
        });
        expect([fieldName, wrongValue, isClientError(status)]).toEqual([fieldName, wrongValue, true]);
      }
    }
  });

  it.each(bodyCases)('%s never fails for a missing field, and takes nothing from a prototype', async (_name, route) => {
    const validRequest = validRequestOf(route);
    for (const fieldName of Object.keys(validRequest.body ?? {})) {
      const otherFields = Object.fromEntries(
        Object.entries(validRequest.body ?? {}).filter(([key]) => key !== fieldName),
      );
      expect([fieldName, (await sendRequest(route, { ...validRequest, body: otherFields })).status < 500]).toEqual([
        fieldName,
        true,
      ]);
    }
    expect((await sendRequest(route, validRequest, PROTOTYPE_POLLUTION_BODY)).status).toBeLessThan(500);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it.each(bodyCases)('%s refuses half of a character', async (_name, route) => {
    const validRequest = validRequestOf(route);
    for (const { path } of requestTexts().filter((text) => text.route === route && text.part === 'body')) {
      const body = withValueAt(validRequest.body, path, `Suppe ${LONE_SURROGATE}`);
      const response = await fetch(requestUrlOf(route, validRequest), {
        method: route.method,
        headers: requestHeadersOf(route),
        body: JSON.stringify(body),
      });
      expect([path, response.status, await response.json()]).toEqual([
        path,
        400,
        expect.objectContaining({ code: 'invalidRequest' }),
      ]);
    }
    const namedByHalf = { ...validRequest.body, [LONE_SURROGATE]: LONE_SURROGATE };
    expect((await sendRequest(route, validRequest, JSON.stringify(namedByHalf))).status).toBeLessThan(500);
  });
});
