import { createMangopayClient } from './mangopay/mangopay-client';
import type { PaymentProvider } from './port/payment-provider';
import { createPaypalClient } from './paypal/paypal-client';
import type { FetchFunction } from './port/provider-http';

interface ScriptedAnswer {
  readonly status: number;
  readonly body: unknown;
}

const providerUrl = 'http://provider.test';
const tokenAnswer = { status: 200, body: { access_token: 'token', expires_in: 3600 } };

/** Creates a fake provider that sends the same response to every request, except to requests for a token. */
const createFetchAnswering =
  (scriptedAnswer: ScriptedAnswer, scriptedTokenAnswer: ScriptedAnswer = tokenAnswer): FetchFunction =>
  async (url) => {
    const { status, body } = url.includes('oauth') ? scriptedTokenAnswer : scriptedAnswer;
    return new Response(JSON.stringify(body), { status });
  };

const createMangopayClientWith = (fetch: FetchFunction): PaymentProvider =>
  createMangopayClient({ config: { baseUrl: providerUrl, clientId: 'us', apiKey: 'secret' }, fetch, realNow: () => 0 });
const createPaypalClientWith = (fetch: FetchFunction): PaymentProvider =>
  createPaypalClient({
    config: { baseUrl: providerUrl, clientId: 'us', clientSecret: 'secret' },
    fetch,
    realNow: () => 0,
  });

const timeoutSignal = AbortSignal.timeout(10_000);
const newPayment = {
  key: 'versuch',
  orderKey: 'bestellung',
  amount: 890,
  returnUrl: providerUrl,
  card: {
    cardId: 'card',
    payerId: 'payer',
    walletId: 'wallet',
    browserInfo: null,
    ipAddress: '203.0.113.7',
    isReleaseForced: false,
  },
};
const newRefund = { key: 'zurueck', paymentId: 'payment', refundableId: 'payment', amount: 890, payerId: 'payer' };

const PROVIDER_CALLS = {
  begin: (client: PaymentProvider) => client.begin(newPayment, timeoutSignal),
  read: (client: PaymentProvider) => client.read('payment', timeoutSignal),
  findBegun: (client: PaymentProvider) => client.findBegun(newPayment, timeoutSignal),
  capture: (client: PaymentProvider) => client.capture('payment', 'versuch', timeoutSignal),
  refund: (client: PaymentProvider) => client.refund(newRefund, timeoutSignal),
  findRefund: (client: PaymentProvider) => client.findRefund(newRefund, timeoutSignal),
  readRefund: (client: PaymentProvider) => client.readRefund('refund', timeoutSignal),
  listPayments: (client: PaymentProvider) => client.listPayments(0, timeoutSignal),
  listRefunds: (client: PaymentProvider) => client.listRefunds(0, timeoutSignal),
};

const PROVIDER_CALL_CASES = [
  ...Object.entries(PROVIDER_CALLS).map(
    ([callName, callProvider]) => ['Mangopay', callName, createMangopayClientWith, callProvider] as const,
  ),
  // PayPal's client is left out here, because its `findBegun` sends no request.
  ...Object.entries(PROVIDER_CALLS)
    .filter(([callName]) => callName !== 'findBegun')
    .map(([callName, callProvider]) => ['PayPal', callName, createPaypalClientWith, callProvider] as const),
];

describe.each(PROVIDER_CALL_CASES)('%s’s answer to %s', (_providerName, _callName, createClient, callProvider) => {
  it.each([401, 403, 408, 409, 429, 500, 502])('reports an open outcome for status %i', async (responseStatus) => {
    expect(
      await callProvider(
        createClient(
          createFetchAnswering({ status: responseStatus, body: { Type: 'forbidden', name: 'NOT_AUTHORIZED' } }),
        ),
      ),
    ).toMatchObject({
      ok: false,
      error: { kind: 'unreachable' },
    });
  });

  it.each([400, 401, 403])('reports an open outcome where the token is refused with %i', async (responseStatus) => {
    expect(
      await callProvider(
        createClient(
          createFetchAnswering(
            { status: 200, body: {} },
            { status: responseStatus, body: { error: 'invalid_client' } },
          ),
        ),
      ),
    ).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
  });
});

const capturedOrderWith = (captureStatus: string, captureCurrency = 'EUR') => ({
  id: 'O1',
  status: 'COMPLETED',
  purchase_units: [
    {
      custom_id: 'bestellung',
      payments: {
        captures: [{ id: 'C1', status: captureStatus, amount: { currency_code: captureCurrency, value: '8.90' } }],
      },
    },
  ],
  links: [],
});

/** Creates a provider that answers each path by the first entry whose key the path contains. */
const createFetchByPath =
  (bodyByPath: Readonly<Record<string, unknown>>): FetchFunction =>
  async (url) => {
    const [, body = {}] = Object.entries(bodyByPath).find(([path]) => url.includes(path)) ?? [];
    return new Response(JSON.stringify(body), { status: 200 });
  };

describe('the record of', () => {
  const NEXT_LINK = { rel: 'next', href: `${providerUrl}/v1/notifications/webhooks-events?start_index=2` };

  it('PayPal is read with all of its pages, and asks for the order that an event lacks', async () => {
    const eventOf = (id: string, fields: object) => ({ resource: { id, ...fields } });
    const orderOf = (orderId: string) => ({ supplementary_data: { related_ids: { order_id: orderId } } });
    const captures = createPaypalClientWith(
      createFetchByPath({
        oauth: tokenAnswer.body,
        start_index: { events: [eventOf('C2', {}), eventOf('C1', orderOf('O1'))] },
        'webhooks-events': { events: [eventOf('C1', orderOf('O1'))], links: [NEXT_LINK] },
        'captures/C2': orderOf('O2'),
      }),
    );
    expect(await captures.listPayments(0, timeoutSignal)).toEqual({ ok: true, value: ['O1', 'O2'] });
    const amount = { currency_code: 'EUR', value: '3.00' };
    const refunds = createPaypalClientWith(
      createFetchByPath({
        oauth: tokenAnswer.body,
        'webhooks-events': {
          events: [eventOf('R1', { amount, links: [{ rel: 'up', href: `${providerUrl}/v2/payments/captures/C2` }] })],
        },
        'captures/C2': orderOf('O2'),
      }),
    );
    expect(await refunds.listRefunds(0, timeoutSignal)).toEqual({
      ok: true,
      value: [{ id: 'R1', key: null, paymentId: 'O2', amount: 300 }],
    });
  });

  it('Mangopay is read with all of its pages', async () => {
    const eventsOf = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ ResourceId: `P${from + index}` }));
    const client = createMangopayClientWith(
      createFetchByPath({ oauth: tokenAnswer.body, 'page=2': eventsOf(100, 3), 'page=1': eventsOf(0, 100) }),
    );
    expect(await client.listPayments(0, timeoutSignal)).toMatchObject({
      ok: true,
      value: { length: 103, 0: 'P0', 102: 'P102' },
    });
  });
});

describe('PayPal', () => {
  const issueAnswerOf = (issueName: string) => ({
    status: 422,
    body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: issueName }] },
  });

  it.each(['ORDER_COMPLETION_IN_PROGRESS', 'PREVIOUS_REQUEST_IN_PROGRESS'])(
    'reports an open outcome while another request is under way: %s',
    async (issueName) => {
      expect(
        await PROVIDER_CALLS.capture(createPaypalClientWith(createFetchAnswering(issueAnswerOf(issueName)))),
      ).toMatchObject({
        ok: false,
        error: { kind: 'unreachable' },
      });
    },
  );

  it.each([
    ['COMPLETED', 'SUCCEEDED'],
    ['PENDING', 'PENDING'],
    ['DECLINED', 'FAILED'],
    ['PARTIALLY_REFUNDED', 'SUCCEEDED'],
    ['REFUNDED', 'FAILED'],
  ])('has a capture that is %s stand as %s', async (responseStatus, expectedState) => {
    expect(
      await PROVIDER_CALLS.capture(
        createPaypalClientWith(createFetchAnswering({ status: 201, body: capturedOrderWith(responseStatus) })),
      ),
    ).toMatchObject({
      ok: true,
      value: { state: expectedState },
    });
  });

  it.each([
    ['COMPLETED', 'SUCCEEDED'],
    ['PENDING', 'PENDING'],
    ['REFUNDED', 'FAILED'],
  ])('is asked how a capture stands that it has taken before: %s', async (responseStatus, expectedState) => {
    const fetch: FetchFunction = (url, requestInit) =>
      createFetchAnswering(
        requestInit.method === 'GET'
          ? { status: 200, body: capturedOrderWith(responseStatus) }
          : issueAnswerOf('ORDER_ALREADY_CAPTURED'),
      )(url, requestInit);
    expect(await PROVIDER_CALLS.capture(createPaypalClientWith(fetch))).toMatchObject({
      ok: true,
      value: { state: expectedState },
    });
  });

  it.each<[string, object, object, string]>([
    ['its order', { custom_id: 'bestellung' }, {}, 'bestellung'],
    ['its capture alone', {}, { custom_id: 'bestellung' }, 'bestellung'],
    ['neither', {}, {}, ''],
  ])('says whose a payment is by %s', async (_title, unitFields, captureFields, expectedReference) => {
    const body = {
      id: 'O1',
      status: 'COMPLETED',
      purchase_units: [
        {
          ...unitFields,
          payments: {
            captures: [
              { id: 'C1', status: 'COMPLETED', amount: { currency_code: 'EUR', value: '8.90' }, ...captureFields },
            ],
          },
        },
      ],
    };
    expect(
      await PROVIDER_CALLS.capture(createPaypalClientWith(createFetchAnswering({ status: 201, body }))),
    ).toMatchObject({
      ok: true,
      value: { state: 'SUCCEEDED', amount: 890, reference: expectedReference },
    });
  });

  it('rejects another currency', async () => {
    expect(
      await PROVIDER_CALLS.read(
        createPaypalClientWith(createFetchAnswering({ status: 200, body: capturedOrderWith('COMPLETED', 'USD') })),
      ),
    ).toMatchObject({
      ok: false,
      error: { kind: 'unreachable' },
    });
  });

  it.each([
    ['zurueck', { id: 'R1', state: 'PENDING' }],
    ['ein-anderer', null],
  ])('finds what went back under a key however long ago: %s', async (refundKey, expectedRefund) => {
    const body = {
      ...capturedOrderWith('PARTIALLY_REFUNDED'),
      purchase_units: [{ payments: { refunds: [{ id: 'R1', status: 'PENDING', invoice_id: 'zurueck' }] } }],
    };
    const refundResult = await createPaypalClientWith(createFetchAnswering({ status: 200, body })).findRefund(
      { ...newRefund, key: refundKey },
      timeoutSignal,
    );
    expect(refundResult).toEqual({
      ok: true,
      value: expectedRefund === null ? null : expect.objectContaining(expectedRefund),
    });
  });

  it.each([400, 404, 422])('reports an open refund where the look-up is refused with %i', async (responseStatus) => {
    const notFoundAnswer = {
      status: responseStatus,
      body: { name: 'RESOURCE_NOT_FOUND', details: [{ issue: 'INVALID_RESOURCE_ID' }] },
    };
    expect([
      await PROVIDER_CALLS.findRefund(createPaypalClientWith(createFetchAnswering(notFoundAnswer))),
      await PROVIDER_CALLS.readRefund(createPaypalClientWith(createFetchAnswering(notFoundAnswer))),
    ]).toMatchObject([
      { ok: false, error: { kind: 'unreachable' } },
      responseStatus === 404 ? { ok: true, value: null } : { ok: false, error: { kind: 'unreachable' } },
    ]);
  });

  it.each([
    ['DUPLICATE_INVOICE_ID', 'unreachable'],
    ['REFUND_NOT_ALLOWED', 'refused'],
    ['CAPTURE_FULLY_REFUNDED', 'refused'],
  ])('has a refund that is refused with %s: %s', async (issueName, errorKind) => {
    expect(
      await PROVIDER_CALLS.refund(createPaypalClientWith(createFetchAnswering(issueAnswerOf(issueName)))),
    ).toMatchObject({
      ok: false,
      error: { kind: errorKind },
    });
  });

  it.each([
    ['PENDING', 'PENDING'],
    ['COMPLETED', 'SUCCEEDED'],
    ['FAILED', 'FAILED'],
  ])('has a refund that is %s stand as %s', async (responseStatus, expectedState) => {
    expect(
      await PROVIDER_CALLS.refund(
        createPaypalClientWith(createFetchAnswering({ status: 201, body: { id: 'R1', status: responseStatus } })),
      ),
    ).toMatchObject({
      ok: true,
      value: { id: 'R1', state: expectedState },
    });
  });
});

describe('Mangopay', () => {
  const storedResponseWith = (storedStatusCode: string) => ({
    status: 200,
    body: { StatusCode: storedStatusCode, Resource: { Type: 'internal' } },
  });

  it.each([
    ['500', 'unreachable'],
    ['403', 'unreachable'],
    ['400', 'refused'],
  ])('answered %s under a key: %s', async (responseStatus, errorKind) => {
    expect(
      await PROVIDER_CALLS.findBegun(
        createMangopayClientWith(createFetchAnswering(storedResponseWith(responseStatus))),
      ),
    ).toMatchObject({
      ok: false,
      error: { kind: errorKind },
    });
  });

  it('reports an unknown payment as missing, not as refused', async () => {
    const notFoundResponse = { status: 404, body: { Type: 'ressource_not_found' } };
    expect([
      await PROVIDER_CALLS.read(createMangopayClientWith(createFetchAnswering(notFoundResponse))),
      await PROVIDER_CALLS.readRefund(createMangopayClientWith(createFetchAnswering(notFoundResponse))),
    ]).toEqual([
      { ok: true, value: null },
      { ok: true, value: null },
    ]);
  });

  it('finds the payer of a refund where the gateway has forgotten the diner', async () => {
    const requestedPaths: string[] = [];
    const payInBody = {
      Id: 'P1',
      AuthorId: 'payer-of-old',
      Status: 'SUCCEEDED',
      ResultCode: '000000',
      DebitedFunds: { Currency: 'EUR', Amount: 890 },
      Tag: 'bestellung',
      SecureModeRedirectURL: null,
    };
    const fetch: FetchFunction = (url, requestInit) => {
      if (url.endsWith('/refunds')) requestedPaths.push(String(requestInit.body));
      return createFetchAnswering({
        status: 200,
        body: url.endsWith('/refunds') ? { Id: 'R1', Status: 'SUCCEEDED', ResultCode: '000000' } : payInBody,
      })(url, requestInit);
    };
    expect(await createMangopayClientWith(fetch).refund({ ...newRefund, payerId: null }, timeoutSignal)).toMatchObject({
      ok: true,
      value: { state: 'SUCCEEDED' },
    });
    expect(requestedPaths).toEqual([expect.stringContaining('"AuthorId":"payer-of-old"')]);
  });

  it.each([
    ['zurueck', { id: 'R2', state: 'SUCCEEDED' }],
    ['ein-anderer', null],
  ])('finds what went back under a key however long ago: %s', async (refundKey, expectedRefund) => {
    const payInRefunds = [
      { Id: 'R1', Status: 'FAILED', ResultCode: '001999', Tag: null },
      { Id: 'R2', Status: 'SUCCEEDED', ResultCode: '000000', Tag: 'zurueck' },
    ];
    const refundResult = await createMangopayClientWith(
      createFetchAnswering({ status: 200, body: payInRefunds }),
    ).findRefund({ ...newRefund, key: refundKey }, timeoutSignal);
    expect(refundResult).toEqual({
      ok: true,
      value: expectedRefund === null ? null : expect.objectContaining(expectedRefund),
    });
  });
});
