import {
  anonymousSession,
  errorCodes,
  FileAnswer,
  getLegalDocument,
  getMe,
  getRestaurant,
  getRestaurantByRoutingName,
  isErrorCode,
  pathOf,
  routes,
  httpStatusOf,
} from '.';

describe('routes', () => {
  it('have unique names', () => {
    expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length);
  });

  it('have unique addresses', () => {
    expect(new Set(routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)).size).toBe(
      routes.length,
    );
  });

  const sampleByParameter = new Map([
    ['provider', 'google'],
    ['code', '7KQ4F2MD'],
    ['count', '4'],
    ['day', '2026-06-24'],
  ]);

  it.each(routes.map((route) => [route.name, route] as const))(
    '%s parses exactly the parameters of its path',
    (_name, route) => {
      const pathParameterNames = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      const parsedParams =
        route.params?.parse(
          Object.fromEntries(pathParameterNames.map((name = '') => [name, sampleByParameter.get(name) ?? 'abc'])),
        ) ?? {};
      expect(Object.keys(Object(parsedParams))).toEqual(pathParameterNames);
    },
  );

  it.each(routes.map((route) => [route.name, route] as const))(
    '%s has a body only where its method has one',
    (_name, { method, body }) => {
      expect(body === undefined || method !== 'GET').toBe(true);
    },
  );
});

describe('files', () => {
  const fileRoutes = routes.filter(({ answersFile }) => answersFile !== undefined);

  it.each(fileRoutes.map((route) => [route.name, route] as const))(
    '%s is read as a file',
    (_name, { method, answer }) => {
      expect([method, answer]).toEqual(['GET', FileAnswer]);
    },
  );

  it('are cached publicly only if they are for everybody', () => {
    expect(
      routes.filter(
        ({ isImmutable, access, answersFile }) =>
          isImmutable === true && (access !== 'none' || answersFile === undefined),
      ),
    ).toEqual([]);
  });
});

describe('pathOf', () => {
  it('fills parameters and query, each encoded once', () => {
    expect(
      pathOf(getRestaurantByRoutingName, {
        params: { routingName: 'käse & brot/50%' },
        query: { latitude: 48.14742, longitude: 11.56722 },
      }),
    ).toBe('/api/restaurants/byRoutingName/k%C3%A4se%20%26%20brot%2F50%25?latitude=48.14742&longitude=11.56722');
  });

  it('omits absent parts', () => {
    expect(pathOf(getMe)).toBe('/api/users/me');
    expect(pathOf(getRestaurant, { params: { key: 'elbkantine' }, query: {} })).toBe('/api/restaurants/elbkantine');
    expect(
      pathOf(getRestaurant, { params: { key: 'elbkantine' }, query: { latitude: undefined, longitude: undefined } }),
    ).toBe('/api/restaurants/elbkantine');
  });
});

describe('queries', () => {
  it.each([
    [{}, {}],
    [
      { latitude: '48.14742', longitude: '-11' },
      { latitude: 48.14742, longitude: -11 },
    ],
    [
      { latitude: '48', longitude: '11', utm_source: 'x' },
      { latitude: 48, longitude: 11 },
    ],
  ])('parse the place in %j', (query, expectedPlace) => {
    expect(getRestaurant.query?.parse(query)).toEqual(expectedPlace);
  });

  it.each([
    { latitude: '48.1' },
    { longitude: '11.5' },
    { latitude: 'NaN', longitude: '11' },
    { latitude: '', longitude: '' },
    { latitude: '1e2', longitude: '1' },
    { latitude: 'Infinity', longitude: '1' },
    { latitude: '91', longitude: '1' },
    { latitude: '1', longitude: '181' },
    { latitude: ['1', '2'], longitude: '1' },
  ])('refuse %j', (query) => {
    expect(getRestaurant.query?.safeParse(query).success).toBe(false);
  });

  it('default to German', () => {
    expect(getLegalDocument.query?.parse({})).toEqual({ language: 'de' });
  });
});

describe('bodies', () => {
  it('ignore unknown fields', () => {
    expect(anonymousSession.body?.parse({ something: 'else' })).toEqual({});
  });
});

describe('error codes', () => {
  it.each(errorCodes())('%s has a status of refusal', (errorCode) => {
    expect(httpStatusOf(errorCode)).toBeGreaterThanOrEqual(400);
    expect(httpStatusOf(errorCode)).toBeLessThan(600);
  });

  it('are distinguished from unknown codes of other gateways', () => {
    expect(isErrorCode('notFound')).toBe(true);
    expect(isErrorCode('somethingNew')).toBe(false);
    expect(isErrorCode('toString')).toBe(false);
  });
});
