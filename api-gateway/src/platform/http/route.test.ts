import { ok } from '@mahlzeit/contract';
import request from 'supertest';
import { openRouteHarness, testPartnerToken } from '../testing/route-harness';
import type { RouteHarness } from '../testing/route-harness';
import { describeOnEachEngine } from '../testing/temporary-database';
import { getTextRoute, samplePdf, longTextRoute, testRoutes } from '../testing/test-routes';
import { isShallowJson } from './request-body';
import { holdsNul, openRoute, route } from './route';
import { isDecodableUrl } from './route-server';
import { CLOSED_POLICY } from './security-headers';

it.each([
  ['Suppe', false],
  ['Sup\u0000pe', true],
  [{ params: {}, query: { text: '\u0000' } }, true],
  [{ body: { dishes: [{ name: 'Suppe' }, { name: 'x\u0000' }] } }, true],
  [{ body: [1, null, true, 'Suppe', undefined] }, false],
  [null, false],
])('finds a NUL anywhere in %j', (value, holdsNulExpected) => expect(holdsNul(value)).toBe(holdsNulExpected));

const nestedJson = (depth: number): unknown => JSON.parse(`${'{"a":['.repeat(depth / 2)}${']}'.repeat(depth / 2)}`);

it.each([
  [{ a: [1, { b: null }] }, true],
  ['x', true],
  [null, true],
  [nestedJson(50), true],
  [nestedJson(52), false],
  [nestedJson(20_000), false],
])('distinguishes shallow values from deeply nested ones (%#)', (value, expected) =>
  expect(isShallowJson(value)).toBe(expected),
);

it.each([
  ['/api/search/meals/suppe?text=k%C3%A4se', true],
  ['/api?text=%FF', false],
  ['/api?text=%E0%A4%A', false],
  ['/api?text=%ED%A0%80', false],
  ['/api?text=100%', false],
  ['/api?%F0%9F%8D%95=1', true],
  ['/api?text=%00', true],
])('checks whether %s can be decoded', (requestUrl, expected) => expect(isDecodableUrl(requestUrl)).toBe(expected));

describeOnEachEngine('a route', (databases) => {
  const harnesses: RouteHarness[] = [];

  const openRouteTestHarness = async (): Promise<RouteHarness> => {
    const harness = await openRouteHarness(await databases.open(), testRoutes);
    harnesses.push(harness);
    return harness;
  };

  afterEach(async () => {
    for (const harness of harnesses.splice(0)) await harness.close();
  });

  it('passes only parsed parts to its handler and answers 200 with JSON, the time and no caching', async () => {
    const { url, clock } = await openRouteTestHarness();
    const response = await request(url)
      .put('/api/tables/7/order?at=12:30&x=1')
      .set('Authorization', 'Bearer visitor')
      .send({ dish: { name: 'Suppe', secret: 1 }, amount: 2 });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ text: '7 12:30 2 Suppe visitor' });
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-mahlzeit-now': String(clock.now()),
    });
    expect(response.headers.etag).toBeUndefined();
    expect(response.headers['x-powered-by']).toBeUndefined();
  });

  it.each([
    ['br, gzip', '1000', 'br'],
    ['gzip', '1000', 'gzip'],
    ['identity', '1000', undefined],
    ['br, gzip', '10', undefined],
  ])(
    'compresses a long answer as the client accepts it: %s, %s words',
    async (acceptedEncodings, wordCount, expectedEncoding) => {
      const { url } = await openRouteTestHarness();
      const response = await request(url).get(`/api/tell?words=${wordCount}`).set('Accept-Encoding', acceptedEncodings);
      expect(response.headers['content-encoding']).toBe(expectedEncoding);
      expect(response.body).toEqual({ text: 'Gulasch '.repeat(Number(wordCount)) });
      expect(response.headers['vary']).toBe(wordCount === '1000' ? 'Accept-Encoding' : undefined);
    },
  );

  it('aborts the signal when the client disconnects, which is no error', async () => {
    const handlerSignals: AbortSignal[] = [];
    let resolveStarted = (): void => {};
    const whenStarted = new Promise<void>((resolve) => {
      resolveStarted = resolve;
    });
    const waitingRoute = openRoute(
      getTextRoute,
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          handlerSignals.push(signal);
          signal.addEventListener('abort', () => reject(signal.reason));
          resolveStarted();
        }),
    );
    const harness = await openRouteHarness(await databases.open(), [
      waitingRoute,
      openRoute(longTextRoute, async ({ signal }) => {
        handlerSignals.push(signal);
        return ok({ text: 'here' });
      }),
    ]);
    harnesses.push(harness);
    const abortController = new AbortController();
    const abandonedRequest = fetch(`${harness.url}/api/look`, { signal: abortController.signal });
    await whenStarted;
    abortController.abort();
    await expect(abandonedRequest).rejects.toThrow('aborted');
    while (handlerSignals[0]?.aborted !== true) await new Promise((resolve) => setImmediate(resolve));
    // The client disconnects after it got its response, so the signal of the request doesn't abort.
    await (await fetch(`${harness.url}/api/tell?words=1`)).json();
    expect([handlerSignals.map(({ aborted }) => aborted), harness.logLines]).toEqual([[true, false], []]);
  });

  it('reports every broken rule of path, query and body at once', async () => {
    const { url } = await openRouteTestHarness();
    const response = await request(url)
      .put('/api/tables/much-too-long/order?at=noon')
      .set('Authorization', 'Bearer visitor')
      .send({ dish: { name: 'S' }, amount: 'two' });
    expect(response.status).toBe(400);
    expect(response.body).toEqual({
      code: 'invalidRequest',
      message: 'invalidRequest',
      requestId: response.headers['x-request-id'],
      details: {
        issues: [
          { path: 'table', rule: 'too_big' },
          { path: 'at', rule: 'invalid_format' },
          { path: 'dish.name', rule: 'too_small' },
          { path: 'amount', rule: 'invalid_type' },
        ],
      },
    });
  });

  it.each([
    { what: 'malformed JSON', type: 'application/json', body: '{"dish":', status: 400, code: 'invalidRequest' },
    {
      what: 'JSON nested without end',
      type: 'application/json',
      body: `{"dish":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      status: 400,
      code: 'invalidRequest',
    },
    { what: 'JSON that is no object', type: 'application/json', body: '"dish"', status: 400, code: 'invalidRequest' },
    { what: 'another media type', type: 'text/plain', body: 'dish=Suppe', status: 415, code: 'unsupportedMediaType' },
    {
      what: 'a form',
      type: 'application/x-www-form-urlencoded',
      body: 'dish=Suppe',
      status: 415,
      code: 'unsupportedMediaType',
    },
    {
      what: 'another character set',
      type: 'application/json; charset=latin1',
      body: '{}',
      status: 415,
      code: 'unsupportedMediaType',
    },
    {
      what: 'more than 100 kB',
      type: 'application/json',
      body: JSON.stringify({ dish: { name: 'x'.repeat(102_400) }, amount: 1 }),
      status: 413,
      code: 'payloadTooLarge',
    },
  ])('refuses $what', async ({ type, body, status, code }) => {
    const { url } = await openRouteTestHarness();
    const response = await request(url)
      .put('/api/tables/7/order')
      .set('Authorization', 'Bearer visitor')
      .set('Content-Type', type)
      .send(body);
    expect([response.status, response.body.code]).toEqual([status, code]);
    expect(response.headers['x-mahlzeit-now']).toBeDefined();
  });

  it('accepts a missing body as an empty one', async () => {
    const { url } = await openRouteTestHarness();
    const response = await request(url).post('/api/auth/thing');
    expect(response.body).toEqual({ text: 'nobody' });
  });

  it.each([
    ['get', '/api/nothing', 404, 'notFound'],
    ['get', '/nothing', 404, 'notFound'],
    ['get', '/api/look/%E0%A4%A', 404, 'notFound'],
    ['put', '/api/tables/%E0%A4%A/order', 400, 'invalidRequest'],
    ['delete', '/api/look', 405, 'methodNotAllowed'],
  ] as const)('answers %s %s with %i %s', async (httpMethod, path, status, errorCode) => {
    const { url } = await openRouteTestHarness();
    const response = await request(url)[httpMethod](path);
    expect([response.status, response.body.code]).toEqual([status, errorCode]);
    if (status === 405) expect(response.headers.allow).toBe('GET');
  });

  it.each([
    ['any', 'put', '/api/tables/7/order', { none: 401, visitor: 400, member: 400, verified: 400, deleted: 403 }],
    ['loggedIn', 'get', '/api/members', { none: 401, visitor: 403, member: 200, verified: 200, deleted: 403 }],
    ['verified', 'get', '/api/verified', { none: 401, visitor: 403, member: 403, verified: 200, deleted: 403 }],
    ['any, open to the deleted', 'get', '/api/me', { none: 401, visitor: 200, deleted: 200 }],
    ['none', 'get', '/api/look', { none: 200, expired: 200, nonsense: 200 }],
    [
      'none with a Bearer by choice',
      'post',
      '/api/auth/thing',
      { none: 200, visitor: 200, expired: 401, nonsense: 401 },
    ],
  ] as const)('with access %s admits the right callers', async (_access, requestMethod, path, statusByCaller) => {
    const { url } = await openRouteTestHarness();
    for (const [callerToken, status] of Object.entries(statusByCaller)) {
      const sentRequest = request(url)[requestMethod](path);
      const response = await (callerToken === 'none'
        ? sentRequest
        : sentRequest.set('Authorization', `Bearer ${callerToken}`));
      expect([callerToken, response.status]).toEqual([callerToken, status]);
    }
  });

  it.each([
    ['/api/me', undefined, 'unauthenticated'],
    ['/api/me', 'Basic YTpi', 'unauthenticated'],
    ['/api/me', 'Bearer', 'unauthenticated'],
    ['/api/me', 'Bearer expired', 'tokenExpired'],
    ['/api/members', 'Bearer visitor', 'registrationRequired'],
    ['/api/verified', 'Bearer visitor', 'registrationRequired'],
    ['/api/verified', 'Bearer member', 'verificationRequired'],
    ['/api/members', 'Bearer deleted', 'accountDeleted'],
  ])('answers %s with %s with %s', async (path, authorizationHeader, code) => {
    const { url } = await openRouteTestHarness();
    const sentRequest = request(url).get(path);
    const response = await (authorizationHeader === undefined
      ? sentRequest
      : sentRequest.set('Authorization', authorizationHeader));
    expect(response.body.code).toBe(code);
    expect(response.headers['www-authenticate']).toBe(response.status === 401 ? 'Bearer' : undefined);
  });

  it('admits partners by their token only, before it reads the body', async () => {
    const { url } = await openRouteTestHarness();
    const putThing = (token: string, jsonBody: string) =>
      request(url)
        .put('/api/partner/thing')
        .set('Authorization', `Bearer ${token}`)
        .set('Content-Type', 'application/json')
        .send(jsonBody);
    expect((await putThing('verified', '{')).status).toBe(401);
    expect((await putThing(`${testPartnerToken}x`, '{"price":1}')).status).toBe(401);
    expect((await putThing(testPartnerToken, '{"price":1}')).body).toEqual({ text: 'partner' });
  });

  it('answers an error with its status, details and Retry-After', async () => {
    const { url } = await openRouteTestHarness();
    const limitedResponse = await request(url).get('/api/fail/limit');
    expect(limitedResponse.status).toBe(429);
    expect(limitedResponse.body.details).toEqual({ retryAfterMs: 2500 });
    expect(limitedResponse.headers['retry-after']).toBe('3');
    const detailedResponse = await request(url).get('/api/fail/details');
    expect([detailedResponse.status, detailedResponse.body]).toEqual([
      403,
      {
        code: 'notAllowed',
        message: 'not today',
        requestId: detailedResponse.headers['x-request-id'],
        details: { day: 'Sunday' },
      },
    ]);
    expect((await request(url).get('/api/fail/missing')).body.code).toBe('notFound');
    const goneResponse = await request(url).get('/api/gone');
    expect([goneResponse.status, goneResponse.body.code, goneResponse.headers['www-authenticate']]).toEqual([
      404,
      'ErrorNoAccount',
      undefined,
    ]);
  });

  it('reports an unexpected error in the log only', async () => {
    const { url, logLines } = await openRouteTestHarness();
    const response = await request(url).get('/api/fail/unknown');
    expect(response.status).toBe(500);
    expect(response.body).toEqual({
      code: 'internal',
      message: 'internal',
      requestId: response.headers['x-request-id'],
    });
    expect(logLines.join('')).toContain(response.body.requestId);
    expect(logLines.join('')).toContain('geheim');
    const unavailableResponse = await request(url).get('/api/fail/unavailable');
    expect([
      unavailableResponse.status,
      unavailableResponse.body.code,
      unavailableResponse.headers['retry-after'],
    ]).toEqual([503, 'unavailable', '2']);
    expect(logLines.join('')).toContain('the provider sleeps');
  });

  it('answers a file with its type, name, length and ETag, never executed and always revalidated', async () => {
    const { url, clock } = await openRouteTestHarness();
    const { status, headers, body } = await request(url)
      .get('/api/receipts/b%C3%A4r')
      .set('Authorization', 'Bearer verified')
      .set('Accept-Encoding', 'br, gzip')
      .buffer(true)
      .parse((response, onParsed) => {
        const bodyChunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => bodyChunks.push(chunk));
        response.on('end', () => onParsed(null, Buffer.concat(bodyChunks)));
      });
    expect([status, body.equals(Buffer.from(samplePdf))]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(samplePdf.byteLength),
      'content-disposition':
        'attachment; filename="Beleg f?r b?r.pdf"; filename*=UTF-8\'\'Beleg%20f%C3%BCr%20b%C3%A4r.pdf',
      'cache-control': 'private, no-cache',
      'content-security-policy': `${CLOSED_POLICY}; sandbox`,
      'x-mahlzeit-now': String(clock.now()),
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
    });
    expect(headers['content-encoding']).toBeUndefined();
    const revalidatedResponse = await request(url)
      .get('/api/receipts/b%C3%A4r')
      .set('Authorization', 'Bearer verified')
      .set('If-None-Match', headers['etag'] ?? '');
    expect([revalidatedResponse.status, revalidatedResponse.text, revalidatedResponse.headers['content-type']]).toEqual(
      [304, '', undefined],
    );
  });

  it('answers the errors of a file route as JSON, including access errors', async () => {
    const { url } = await openRouteTestHarness();
    const getReceipt = (receiptKey: string, token: string) =>
      request(url).get(`/api/receipts/${receiptKey}`).set('Authorization', `Bearer ${token}`);
    const [missingResponse, forbiddenResponse] = [
      await getReceipt('unknown', 'verified'),
      await getReceipt('7', 'member'),
    ];
    expect([
      missingResponse.status,
      missingResponse.body.code,
      missingResponse.headers['content-type'],
      missingResponse.headers['cache-control'],
    ]).toEqual([404, 'notFound', 'application/json; charset=utf-8', 'no-store']);
    expect([
      missingResponse.headers['content-disposition'],
      missingResponse.headers['etag'],
      forbiddenResponse.body.code,
    ]).toEqual([undefined, undefined, 'verificationRequired']);
    expect((await request(url).get('/api/forgetful')).body.code).toBe('internal');
  });

  it('adds the character set of a text, shows a file without a name inline, and lets immutable files be cached', async () => {
    const { url } = await openRouteTestHarness();
    expect((await request(url).get('/api/date.ics')).headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename=mittag.ics',
    });
    const firstResponse = await request(url).get('/api/picture');
    const repeatedResponse = await request(url)
      .get('/api/picture')
      .set('If-None-Match', firstResponse.headers['etag'] ?? '');
    expect([firstResponse.status, firstResponse.headers['content-disposition'], repeatedResponse.status]).toEqual([
      200,
      'inline',
      304,
    ]);
    for (const { headers } of [firstResponse, repeatedResponse])
      expect([headers['cache-control'], headers['x-mahlzeit-now']]).toEqual([
        'public, max-age=31536000, immutable',
        undefined,
      ]);
  });

  it('is not ready while one of its parts is not', async () => {
    const { url } = await openRouteTestHarness();
    const response = await request(url).get('/readyz');
    expect([response.status, response.body]).toEqual([
      503,
      { ok: false, database: true, migrations: false, bus: true, degraded: [] },
    ]);
  });

  it('refuses a binding that could never have a session', () => {
    expect(() => route(getTextRoute, async () => ok({ text: '' }))).toThrow(/openRoute/);
  });
});
