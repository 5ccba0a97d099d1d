import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import request from 'supertest';
import { sandboxHarnesses } from '../testing/sandbox-harness';
import type { Sandbox } from '../sandbox';

const { open: openHarness } = sandboxHarnesses();

const createApiClient = async ({ app, payments: { paypal } }: Sandbox) => {
  const { body } = await request(app)
    .post('/paypal/v1/oauth2/token')
    .auth(paypal.clientId, paypal.clientSecret)
    .type('form')
    .send({ grant_type: 'client_credentials' });
  const token: string = body.access_token;
  return {
    get: (path: string) => request(app).get(`/paypal${path}`).auth(token, { type: 'bearer' }),
    post: (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
      request(app).post(`/paypal${path}`).auth(token, { type: 'bearer' }).set(headers).send(body),
  };
};

const setUpApi = async () => {
  const harness = await openHarness();
  return { ...harness, api: await createApiClient(harness.sandbox) };
};

const createOrderForm = (value = '11.90', overrides: object = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [
    { custom_id: 'bestellung-1', invoice_id: 'bestellung-1', amount: { currency_code: 'EUR', value }, ...overrides },
  ],
  application_context: {
    return_url: 'http://127.0.0.1:4000/restaurants',
    cancel_url: 'http://127.0.0.1:4000/restaurants',
  },
});

const decideApproval = async (
  { app }: Sandbox,
  links: readonly { readonly rel: string; readonly href: string }[],
  decision: string,
): Promise<string> => {
  const { pathname, search } = new URL(links.find(({ rel }) => rel === 'approve')?.href ?? '');
  expect((await request(app).get(pathname + search)).text).toContain('11,90');
  return (
    (
      await request(app)
        .post(pathname + search)
        .send({ result: decision })
    ).get('Location') ?? ''
  );
};

describe('an order with PayPal', () => {
  it('is approved, captured once, and refunded', async () => {
    const { api, sandbox } = await setUpApi();
    const {
      status,
      body: { id, links },
    } = await api.post('/v2/checkout/orders', createOrderForm(), { 'PayPal-Request-Id': 'a1' });
    expect(status).toBe(201);
    expect((await api.post(`/v2/checkout/orders/${id}/capture`, {})).body.details[0].issue).toBe('ORDER_NOT_APPROVED');
    expect(await decideApproval(sandbox, links, 'approve')).toMatch(
      new RegExp(`^http://127.0.0.1:4000/restaurants\\?token=${id}&PayerID=\\w+$`),
    );
    const firstResponse = await api.post(`/v2/checkout/orders/${id}/capture`, {}, { 'PayPal-Request-Id': 'c1' });
    const secondResponse = await api.post(`/v2/checkout/orders/${id}/capture`, {}, { 'PayPal-Request-Id': 'c1' });
    const thirdResponse = await api.post(`/v2/checkout/orders/${id}/capture`, {}, { 'PayPal-Request-Id': 'c2' });
    expect([
      firstResponse.status,
      secondResponse.status,
      secondResponse.body,
      thirdResponse.body.details[0].issue,
    ]).toEqual([201, 200, firstResponse.body, 'ORDER_ALREADY_CAPTURED']);
    const [capture] = firstResponse.body.purchase_units[0].payments.captures;
    const postRefund = async (value: string) =>
      (await api.post(`/v2/payments/captures/${capture.id}/refund`, { amount: { currency_code: 'EUR', value } })).body;
    expect([
      (await postRefund('1.90')).status,
      (await postRefund('10.01')).details[0].issue,
      (await postRefund('10.00')).status,
      (await postRefund('0.01')).details[0].issue,
    ]).toEqual(['COMPLETED', 'REFUND_AMOUNT_EXCEEDED', 'COMPLETED', 'CAPTURE_FULLY_REFUNDED']);
    const { body: ledger } = await request(sandbox.app).get('/psp/ledger');
    expect(
      ledger.map(({ kind, amount, reference, payInId }: Record<string, unknown>) => [kind, amount, reference, payInId]),
    ).toEqual([
      ['capture', 1190, 'bestellung-1', id],
      ['refund', 190, 'bestellung-1', id],
      ['refund', 1000, 'bestellung-1', id],
    ]);
  });

  it('lists its refunds by their invoice number, which can be used once', async () => {
    const { api, sandbox } = await setUpApi();
    const {
      body: { id, links },
    } = await api.post('/v2/checkout/orders', createOrderForm());
    await decideApproval(sandbox, links, 'approve');
    const [capture] = (await api.post(`/v2/checkout/orders/${id}/capture`, {})).body.purchase_units[0].payments
      .captures;
    const postRefund = async (invoice_id: string, requestId: string) =>
      (
        await api.post(
          `/v2/payments/captures/${capture.id}/refund`,
          { amount: { currency_code: 'EUR', value: '1.00' }, invoice_id },
          { 'PayPal-Request-Id': requestId },
        )
      ).body;
    expect([
      (await postRefund('rueck-1', 'r1')).status,
      (await postRefund('rueck-1', 'r2')).details[0].issue,
      (await postRefund('rueck-2', 'r3')).status,
    ]).toEqual(['COMPLETED', 'DUPLICATE_INVOICE_ID', 'COMPLETED']);
    expect((await api.get(`/v2/checkout/orders/${id}`)).body.purchase_units[0].payments.refunds).toMatchObject([
      { invoice_id: 'rueck-1' },
      { invoice_id: 'rueck-2' },
    ]);
  });

  it.each([
    [0, null],
    [1, 'REFUND_TIME_LIMIT_EXCEEDED'],
  ])('goes back for 180 days: %i ms after them', async (lateMs, issue) => {
    const { api, sandbox, clock } = await setUpApi();
    const {
      body: { id, links },
    } = await api.post('/v2/checkout/orders', createOrderForm());
    await decideApproval(sandbox, links, 'approve');
    const [capture] = (await api.post(`/v2/checkout/orders/${id}/capture`, {})).body.purchase_units[0].payments
      .captures;
    await clock.moveTo(clock.now() + 180 * 86_400_000 + lateMs);
    const { body } = await api.post(`/v2/payments/captures/${capture.id}/refund`, {
      amount: { currency_code: 'EUR', value: '1.00' },
    });
    expect(body.details?.[0].issue ?? null).toBe(issue);
  });

  it('is cancelled by its token alone', async () => {
    const { api, sandbox } = await setUpApi();
    const {
      body: { id, links },
    } = await api.post('/v2/checkout/orders', createOrderForm());
    expect(await decideApproval(sandbox, links, 'cancel')).toBe(`http://127.0.0.1:4000/restaurants?token=${id}`);
    expect((await api.get(`/v2/checkout/orders/${id}`)).body.status).toBe('CREATED');
  });

  it('is declined at the capture, and can be approved again', async () => {
    const { api, sandbox } = await setUpApi();
    const {
      body: { id, links },
    } = await api.post('/v2/checkout/orders', createOrderForm());
    await decideApproval(sandbox, links, 'decline');
    expect((await api.post(`/v2/checkout/orders/${id}/capture`, {})).body).toMatchObject({
      name: 'UNPROCESSABLE_ENTITY',
      details: [{ issue: 'INSTRUMENT_DECLINED' }],
    });
    await decideApproval(sandbox, links, 'approve');
    expect((await api.post(`/v2/checkout/orders/${id}/capture`, {})).body.status).toBe('COMPLETED');
  });

  it.each([
    ['0.00', 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    ['1.5', 'DECIMAL_PRECISION'],
    ['10000000.00', 'MAX_VALUE_EXCEEDED'],
  ])('of %s is refused with %s', async (value, issue) => {
    const { api } = await setUpApi();
    expect((await api.post('/v2/checkout/orders', createOrderForm(value))).body.details[0].issue).toBe(issue);
  });

  it('answers with the issue that a test requests', async () => {
    const { api } = await setUpApi();
    const { body } = await api.post('/v2/checkout/orders', createOrderForm(), {
      'PayPal-Mock-Response': '{"mock_application_codes":"PAYER_CANNOT_PAY"}',
    });
    expect(body.details[0].issue).toBe('PAYER_CANNOT_PAY');
  });
});

describe('an event of PayPal', () => {
  it('is signed, and sent again where it isn’t accepted', async () => {
    const { api, sandbox } = await setUpApi();
    const receivedEvents: { readonly headers: Record<string, unknown>; readonly body: string }[] = [];
    let answerStatus = 500;
    const arrivalEmitter = new EventEmitter();
    const secondArrival = once(arrivalEmitter, 'twice');
    const server = createServer((incomingRequest, response) => {
      const chunks: Buffer[] = [];
      incomingRequest
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          receivedEvents.push({ headers: incomingRequest.headers, body: Buffer.concat(chunks).toString('utf8') });
          response.writeHead(answerStatus).end();
          answerStatus = 200;
          if (receivedEvents.length === 2) arrivalEmitter.emit('twice');
        });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { body: webhook } = await api.post('/v1/notifications/webhooks', {
      url: `http://127.0.0.1:${port}/hook`,
      event_types: [{ name: 'CHECKOUT.ORDER.APPROVED' }],
    });
    const {
      body: { links },
    } = await api.post('/v2/checkout/orders', createOrderForm());
    await decideApproval(sandbox, links, 'approve');
    await secondArrival;
    server.close();
    const [firstEvent, secondEvent] = receivedEvents;
    expect(secondEvent?.body).toBe(firstEvent?.body);
    const verifyEvent = async (event: unknown) =>
      (
        await api.post('/v1/notifications/verify-webhook-signature', {
          auth_algo: 'SHA256withRSA',
          cert_url: 'x',
          transmission_id: firstEvent?.headers['paypal-transmission-id'],
          transmission_time: firstEvent?.headers['paypal-transmission-time'],
          transmission_sig: firstEvent?.headers['paypal-transmission-sig'],
          webhook_id: webhook.id,
          webhook_event: event,
        })
      ).body.verification_status;
    const event = JSON.parse(firstEvent?.body ?? '{}');
    expect([event.event_type, await verifyEvent(event), await verifyEvent({ ...event, id: 'WH_other' })]).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'SUCCESS',
      'FAILURE',
    ]);
  });
});
