import { createMangopayClient } from './mangopay/mangopay-client';
import type { PaymentProvider } from './port/payment-provider';
import { createPaypalClient } from './paypal/paypal-client';
import type { Fetch } from './port/provider-http';

interface ScriptedAnswer {
  readonly status: number;
  readonly body: unknown;
}

const provider = 'http://provider.test';
const token = { status: 200, body: { access_token: 'token', expires_in: 3600 } };

/** Creates a provider that sends the same response to every request, except to requests for a token. */
const answerWith =
  (said: ScriptedAnswer, toToken: ScriptedAnswer = token): Fetch =>
  async (url) => {
    const { status, body } = url.includes('oauth') ? toToken : said;
    return new Response(JSON.stringify(body), { status });
  };

const mangopay = (fetch: Fetch): PaymentProvider =>
  createMangopayClient({ config: { baseUrl: provider, clientId: 'us', apiKey: 'secret' }, fetch, realNow: () => 0 });
const paypal = (fetch: Fetch): PaymentProvider =>
  createPaypalClient({
    config: { baseUrl: provider, clientId: 'us', clientSecret: 'secret' },
    fetch,
    realNow: () => 0,
  });

const signal = AbortSignal.timeout(10_000);
const payment = {
  key: 'versuch',
  orderKey: 'bestellung',
  amount: 890,
  returnUrl: provider,
  card: {
    cardId: 'card',
    payerId: 'payer',
    walletId: 'wallet',
    browserInfo: null,
    ipAddress: '203.0.113.7',
    isReleaseForced: false,
  },
};
const refund = { key: 'zurueck', paymentId: 'payment', refundableId: 'payment', amount: 890, payerId: 'payer' };

const QUESTIONS = {
  begin: (client: PaymentProvider) => client.begin(payment, signal),
  read: (client: PaymentProvider) => client.read('payment', signal),
  findBegun: (client: PaymentProvider) => client.findBegun(payment, signal),
  capture: (client: PaymentProvider) => client.capture('payment', 'versuch', signal),
  refund: (client: PaymentProvider) => client.refund(refund, signal),
  findRefund: (client: PaymentProvider) => client.findRefund(refund, signal),
  readRefund: (client: PaymentProvider) => client.readRefund('refund', signal),
};

const QUESTIONS_OF = [
  ...Object.entries(QUESTIONS).map(([name, callProvider]) => ['Mangopay', name, mangopay, callProvider] as const),
  // PayPal's client is left out here, because its `findBegun` sends no request.
  ...Object.entries(QUESTIONS)
    .filter(([name]) => name !== 'findBegun')
    .map(([name, callProvider]) => ['PayPal', name, paypal, callProvider] as const),
];

describe.each(QUESTIONS_OF)('%s’s answer to %s', (_title, _question, client, callProvider) => {
  it.each([401, 403, 408, 409, 429, 500, 502])('reports an open outcome for status %i', async (status) => {
    expect(
      await callProvider(client(answerWith({ status, body: { Type: 'forbidden', name: 'NOT_AUTHORIZED' } }))),
    ).toMatchObject({
      ok: false,
      error: { kind: 'unreachable' },
    });
  });

  it.each([400, 401, 403])('reports an open outcome where the token is refused with %i', async (status) => {
    expect(
      await callProvider(client(answerWith({ status: 200, body: {} }, { status, body: { error: 'invalid_client' } }))),
    ).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
  });
});

const order = (capture: string, currency = 'EUR') => ({
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
  const issue = (name: string) => ({ status: 422, body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: name }] } });

  it.each(['ORDER_COMPLETION_IN_PROGRESS', 'PREVIOUS_REQUEST_IN_PROGRESS'])(
    'reports an open outcome while another request is under way: %s',
    async (name) => {
      expect(await QUESTIONS.capture(paypal(answerWith(issue(name))))).toMatchObject({
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
    expect(await QUESTIONS.capture(paypal(answerWith({ status: 201, body: order(status) })))).toMatchObject({
      ok: true,
      value: { state },
    });
  });

  it.each([
    ['COMPLETED', 'SUCCEEDED'],
    ['PENDING', 'PENDING'],
  ])('is asked how a capture stands that it has taken before: %s', async (status, state) => {
    const fetch: Fetch = (url, init) =>
      answerWith(init.method === 'GET' ? { status: 200, body: order(status) } : issue('ORDER_ALREADY_CAPTURED'))(
        url,
        init,
      );
    expect(await QUESTIONS.capture(paypal(fetch))).toMatchObject({ ok: true, value: { state } });
  });

  it.each<[string, object, object, string]>([
    ['its order', { custom_id: 'bestellung' }, {}, 'bestellung'],
    ['its capture alone', {}, { custom_id: 'bestellung' }, 'bestellung'],
    ['neither', {}, {}, ''],
  ])('says whose a payment is by %s', async (_title, ofUnit, ofCapture, reference) => {
    const body = {
      id: 'O1',
      status: 'COMPLETED',
      purchase_units: [
        {
          ...ofUnit,
          payments: {
            captures: [
              { id: 'C1', status: 'COMPLETED', amount: { currency_code: 'EUR', value: '8.90' }, ...ofCapture },
            ],
          },
        },
      ],
    };
    expect(await QUESTIONS.capture(paypal(answerWith({ status: 201, body })))).toMatchObject({
      ok: true,
      value: { state: 'SUCCEEDED', amount: 890, reference },
    });
  });

  it('rejects another currency', async () => {
    expect(await QUESTIONS.read(paypal(answerWith({ status: 200, body: order('COMPLETED', 'USD') })))).toMatchObject({
      ok: false,
      error: { kind: 'unreachable' },
    });
  });

  it.each([
    ['zurueck', { id: 'R1', state: 'PENDING' }],
    ['ein-anderer', null],
  ])('finds what went back under a key however long ago: %s', async (key, expected) => {
    const body = {
      ...order('PARTIALLY_REFUNDED'),
      purchase_units: [{ payments: { refunds: [{ id: 'R1', status: 'PENDING', invoice_id: 'zurueck' }] } }],
    };
    const answer = await paypal(answerWith({ status: 200, body })).findRefund({ ...refund, key }, signal);
    expect(answer).toEqual({ ok: true, value: expected === null ? null : expect.objectContaining(expected) });
  });

  it.each([400, 404, 422])('reports an open refund where the look-up is refused with %i', async (status) => {
    const answer = { status, body: { name: 'RESOURCE_NOT_FOUND', details: [{ issue: 'INVALID_RESOURCE_ID' }] } };
    expect([
      await QUESTIONS.findRefund(paypal(answerWith(answer))),
      await QUESTIONS.readRefund(paypal(answerWith(answer))),
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
    expect(await QUESTIONS.refund(paypal(answerWith(issue(name))))).toMatchObject({ ok: false, error: { kind } });
  });

  it.each([
    ['PENDING', 'PENDING'],
    ['COMPLETED', 'SUCCEEDED'],
    ['FAILED', 'FAILED'],
  ])('has a refund that is %s stand as %s', async (status, state) => {
    expect(await QUESTIONS.refund(paypal(answerWith({ status: 201, body: { id: 'R1', status } })))).toMatchObject({
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
    expect(await QUESTIONS.findBegun(mangopay(answerWith(storedResponse(status))))).toMatchObject({
      ok: false,
      error: { kind },
    });
  });

  it('reports an unknown payment as missing, not as refused', async () => {
    const notFoundResponse = { status: 404, body: { Type: 'ressource_not_found' } };
    expect([
      await QUESTIONS.read(mangopay(answerWith(notFoundResponse))),
      await QUESTIONS.readRefund(mangopay(answerWith(notFoundResponse))),
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
      return answerWith({
        status: 200,
        body: url.endsWith('/refunds') ? { Id: 'R1', Status: 'SUCCEEDED', ResultCode: '000000' } : payIn,
      })(url, init);
    };
    expect(await mangopay(fetch).refund({ ...refund, payerId: null }, signal)).toMatchObject({
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
    const answer = await mangopay(answerWith({ status: 200, body: refunds })).findRefund({ ...refund, key }, signal);
    expect(answer).toEqual({ ok: true, value: expected === null ? null : expect.objectContaining(expected) });
  });
});
