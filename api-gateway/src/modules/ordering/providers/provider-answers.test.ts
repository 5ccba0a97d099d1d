import { createMangopayClient } from './mangopay/mangopay-client';
import type { PaymentProvider } from './port/payment-provider';
import { createPaypalClient } from './paypal/paypal-client';
import type { Fetch } from './port/provider-http';

interface ScriptedAnswer {
  readonly status: number;
  readonly body: unknown;
}

const providerUrl = 'http://provider.test';
const tokenAnswer = { status: 200, body: { access_token: 'token', expires_in: 3600 } };

/** Creates a provider that sends the same response to every request, except to requests for a token. */
const createFetchAnswering =
  (scriptedAnswer: ScriptedAnswer, scriptedTokenAnswer: ScriptedAnswer = tokenAnswer): Fetch =>
  async (url) => {
    const { status, body } = url.includes('oauth') ? scriptedTokenAnswer : scriptedAnswer;
    return new Response(JSON.stringify(body), { status });
  };

const createMangopay = (fetch: Fetch): PaymentProvider =>
  createMangopayClient({ config: { baseUrl: providerUrl, clientId: 'us', apiKey: 'secret' }, fetch, realNow: () => 0 });
const createPaypal = (fetch: Fetch): PaymentProvider =>
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
};

const PROVIDER_CALL_CASES = [
  ...Object.entries(PROVIDER_CALLS).map(
    ([name, callProvider]) => ['Mangopay', name, createMangopay, callProvider] as const,
  ),
  // PayPal's client is left out here, because its `findBegun` sends no request.
  ...Object.entries(PROVIDER_CALLS)
    .filter(([name]) => name !== 'findBegun')
    .map(([name, callProvider]) => ['PayPal', name, createPaypal, callProvider] as const),
];

describe.each(PROVIDER_CALL_CASES)('%s’s answer to %s', (_title, _callName, client, callProvider) => {
  it.each([401, 403, 408, 409, 429, 500, 502])('reports an open outcome for status %i', async (status) => {
    expect(
      await callProvider(client(createFetchAnswering({ status, body: { Type: 'forbidden', name: 'NOT_AUTHORIZED' } }))),
    ).toMatchObject({
      ok: false,
      error: { kind: 'unreachable' },
    });
  });

  it.each([400, 401, 403])('reports an open outcome where the token is refused with %i', async (status) => {
    expect(
      await callProvider(
        client(createFetchAnswering({ status: 200, body: {} }, { status, body: { error: 'invalid_client' } })),
      ),
    ).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
  });
});

const capturedOrder = (capture: string, currency = 'EUR') => ({
  id: 'O1',
  status: 'COMPLETED',
  purchase_units: [
    {
      custom_id: 'bestellung',
      payments: { captures: [{ id: 'C1', status: capture, amount: { currency_code: currency, value: '8.90' } }] },
    },
  ],
  links: [],
});

describe('PayPal', () => {
  const issueAnswer = (name: string) => ({
    status: 422,
    body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: name }] },
  });

  it.each(['ORDER_COMPLETION_IN_PROGRESS', 'PREVIOUS_REQUEST_IN_PROGRESS'])(
    'reports an open outcome while another request is under way: %s',
    async (name) => {
      expect(await PROVIDER_CALLS.capture(createPaypal(createFetchAnswering(issueAnswer(name))))).toMatchObject({
        ok: false,
        error: { kind: 'unreachable' },
      });
    },
  );

  it.each([
    ['COMPLETED', 'SUCCEEDED'],
    ['PENDING', 'PENDING'],
    ['DECLINED', 'FAILED'],
  ])('has a capture that is %s stand as %s', async (status, state) => {
    expect(
      await PROVIDER_CALLS.capture(createPaypal(createFetchAnswering({ status: 201, body: capturedOrder(status) }))),
    ).toMatchObject({
      ok: true,
      value: { state },
    });
  });

  it.each([
    ['COMPLETED', 'SUCCEEDED'],
    ['PENDING', 'PENDING'],
  ])('is asked how a capture stands that it has taken before: %s', async (status, state) => {
    const fetch: Fetch = (url, init) =>
      createFetchAnswering(
        init.method === 'GET' ? { status: 200, body: capturedOrder(status) } : issueAnswer('ORDER_ALREADY_CAPTURED'),
      )(url, init);
    expect(await PROVIDER_CALLS.capture(createPaypal(fetch))).toMatchObject({ ok: true, value: { state } });
  });

  it.each<[string, object, object, string]>([
    ['its order', { custom_id: 'bestellung' }, {}, 'bestellung'],
    ['its capture alone', {}, { custom_id: 'bestellung' }, 'bestellung'],
    ['neither', {}, {}, ''],
  ])('says whose a payment is by %s', async (_title, unitFields, captureFields, reference) => {
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
    expect(await PROVIDER_CALLS.capture(createPaypal(createFetchAnswering({ status: 201, body })))).toMatchObject({
      ok: true,
      value: { state: 'SUCCEEDED', amount: 890, reference },
    });
  });

  it('rejects another currency', async () => {
    expect(
      await PROVIDER_CALLS.read(
        createPaypal(createFetchAnswering({ status: 200, body: capturedOrder('COMPLETED', 'USD') })),
      ),
    ).toMatchObject({
      ok: false,
      error: { kind: 'unreachable' },
    });
  });

  it.each([
    ['zurueck', { id: 'R1', state: 'PENDING' }],
    ['ein-anderer', null],
  ])('finds what went back under a key however long ago: %s', async (key, expected) => {
    const body = {
      ...capturedOrder('PARTIALLY_REFUNDED'),
      purchase_units: [{ payments: { refunds: [{ id: 'R1', status: 'PENDING', invoice_id: 'zurueck' }] } }],
    };
    const answer = await createPaypal(createFetchAnswering({ status: 200, body })).findRefund(
      { ...newRefund, key },
      timeoutSignal,
    );
    expect(answer).toEqual({ ok: true, value: expected === null ? null : expect.objectContaining(expected) });
  });

  it.each([400, 404, 422])('reports an open refund where the look-up is refused with %i', async (status) => {
    const answer = { status, body: { name: 'RESOURCE_NOT_FOUND', details: [{ issue: 'INVALID_RESOURCE_ID' }] } };
    expect([
      await PROVIDER_CALLS.findRefund(createPaypal(createFetchAnswering(answer))),
      await PROVIDER_CALLS.readRefund(createPaypal(createFetchAnswering(answer))),
    ]).toMatchObject([
      { ok: false, error: { kind: 'unreachable' } },
      status === 404 ? { ok: true, value: null } : { ok: false, error: { kind: 'unreachable' } },
    ]);
  });

  it.each([
    ['DUPLICATE_INVOICE_ID', 'unreachable'],
    ['REFUND_NOT_ALLOWED', 'refused'],
    ['CAPTURE_FULLY_REFUNDED', 'refused'],
  ])('has a refund that is refused with %s: %s', async (name, kind) => {
    expect(await PROVIDER_CALLS.refund(createPaypal(createFetchAnswering(issueAnswer(name))))).toMatchObject({
      ok: false,
      error: { kind },
    });
  });

  it.each([
    ['PENDING', 'PENDING'],
    ['COMPLETED', 'SUCCEEDED'],
    ['FAILED', 'FAILED'],
  ])('has a refund that is %s stand as %s', async (status, state) => {
    expect(
      await PROVIDER_CALLS.refund(createPaypal(createFetchAnswering({ status: 201, body: { id: 'R1', status } }))),
    ).toMatchObject({
      ok: true,
      value: { id: 'R1', state },
    });
  });
});

describe('Mangopay', () => {
  const storedResponse = (StatusCode: string) => ({
    status: 200,
    body: { StatusCode, Resource: { Type: 'internal' } },
  });

  it.each([
    ['500', 'unreachable'],
    ['403', 'unreachable'],
    ['400', 'refused'],
  ])('answered %s under a key: %s', async (status, kind) => {
    expect(await PROVIDER_CALLS.findBegun(createMangopay(createFetchAnswering(storedResponse(status))))).toMatchObject({
      ok: false,
      error: { kind },
    });
  });

  it('reports an unknown payment as missing, not as refused', async () => {
    const notFoundResponse = { status: 404, body: { Type: 'ressource_not_found' } };
    expect([
      await PROVIDER_CALLS.read(createMangopay(createFetchAnswering(notFoundResponse))),
      await PROVIDER_CALLS.readRefund(createMangopay(createFetchAnswering(notFoundResponse))),
    ]).toEqual([
      { ok: true, value: null },
      { ok: true, value: null },
    ]);
  });

  it('finds the payer of a refund where the gateway has forgotten the diner', async () => {
    const requestedPaths: string[] = [];
    const payIn = {
      Id: 'P1',
      AuthorId: 'payer-of-old',
      Status: 'SUCCEEDED',
      ResultCode: '000000',
      DebitedFunds: { Currency: 'EUR', Amount: 890 },
      Tag: 'bestellung',
      SecureModeRedirectURL: null,
    };
    const fetch: Fetch = (url, init) => {
      if (url.endsWith('/refunds')) requestedPaths.push(String(init.body));
      return createFetchAnswering({
        status: 200,
        body: url.endsWith('/refunds') ? { Id: 'R1', Status: 'SUCCEEDED', ResultCode: '000000' } : payIn,
      })(url, init);
    };
    expect(await createMangopay(fetch).refund({ ...newRefund, payerId: null }, timeoutSignal)).toMatchObject({
      ok: true,
      value: { state: 'SUCCEEDED' },
    });
    expect(requestedPaths).toEqual([expect.stringContaining('"AuthorId":"payer-of-old"')]);
  });

  it.each([
    ['zurueck', { id: 'R2', state: 'SUCCEEDED' }],
    ['ein-anderer', null],
  ])('finds what went back under a key however long ago: %s', async (key, expected) => {
    const refunds = [
      { Id: 'R1', Status: 'FAILED', ResultCode: '001999', Tag: null },
      { Id: 'R2', Status: 'SUCCEEDED', ResultCode: '000000', Tag: 'zurueck' },
    ];
    const answer = await createMangopay(createFetchAnswering({ status: 200, body: refunds })).findRefund(
      { ...newRefund, key },
      timeoutSignal,
    );
    expect(answer).toEqual({ ok: true, value: expected === null ? null : expect.objectContaining(expected) });
  });
});
