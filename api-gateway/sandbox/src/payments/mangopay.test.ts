import request from 'supertest';
import { sandboxHarnesses } from '../testing/sandbox-harness';
import type { Sandbox } from '../sandbox';

const { open: openHarness } = sandboxHarnesses();

const BASE_PATH = '/psp/v2.01/mahlzeit-sandbox';
const RETURN_URL = 'http://127.0.0.1:4000/payment/return?order=1#/x';

/** Creates an authenticated HTTP client that calls the imitated Mangopay as the product does. */
const createApiClient = async ({ app, payments: { mangopay } }: Sandbox) => {
  const { body } = await request(app)
    .post('/psp/v2.01/oauth/token')
    .auth(mangopay.clientId, mangopay.apiKey)
    .type('form')
    .send({ grant_type: 'client_credentials' });
  const token: string = body.access_token;
  return {
    get: (path: string) => request(app).get(`${BASE_PATH}${path}`).auth(token, { type: 'bearer' }),
    post: (path: string, body: object, idempotencyKey?: string) => {
      const requestToSend = request(app).post(`${BASE_PATH}${path}`).auth(token, { type: 'bearer' }).send(body);
      return idempotencyKey === undefined ? requestToSend : requestToSend.set('Idempotency-Key', idempotencyKey);
    },
    put: (path: string, body: object) =>
      request(app).put(`${BASE_PATH}${path}`).auth(token, { type: 'bearer' }).send(body),
  };
};

const createPaymentForm = (overrides: object = {}) => ({
  AuthorId: 'demo-payer-anna',
  CreditedWalletId: 'demo-wallet-kantine',
  DebitedFunds: { Currency: 'EUR', Amount: 1240 },
  Fees: { Currency: 'EUR', Amount: 0 },
  CardId: 'demo-card-anna-frictionless',
  SecureModeReturnURL: RETURN_URL,
  Tag: 'bestellung-1',
  ...overrides,
});

const setUpApi = async () => {
  const harness = await openHarness();
  return { ...harness, api: await createApiClient(harness.sandbox) };
};

describe('a payment by card', () => {
  it('succeeds at once where the bank doesn’t ask', async () => {
    const { api, sandbox } = await setUpApi();
    const { body } = await api.post('/payins/card/direct/', createPaymentForm());
    expect(body).toMatchObject({
      Status: 'SUCCEEDED',
      ResultCode: '000000',
      SecureModeNeeded: false,
      SecureModeRedirectURL: null,
      CreditedFunds: { Amount: 1240 },
    });
    expect((await api.get(`/PayIns/${body.Id}`)).body).toEqual(body);
    expect((await request(sandbox.app).get('/psp/ledger')).body).toEqual([
      {
        id: body.Id,
        provider: 'mangopay',
        kind: 'payin',
        status: 'SUCCEEDED',
        amount: 1240,
        reference: 'bestellung-1',
        payInId: body.Id,
        createdAt: expect.any(Number),
      },
    ]);
  });

  it('appears on the home page, which runs nothing of its content', async () => {
    const { api, sandbox } = await setUpApi();
    expect((await request(sandbox.app).get('/')).text).toContain('Noch hat niemand bezahlt.');
    await api.post('/payins/card/direct', createPaymentForm({ Tag: '<script>alert(1)</script>' }));
    const { text } = await request(sandbox.app).get('/');
    expect(text).toMatch(/<b>12,40\s€<\/b> Kartenzahlung, gebucht/);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it.each([
    ['success', 'SUCCEEDED', '000000'],
    ['fail', 'FAILED', '101301'],
    ['cancel', 'FAILED', '101002'],
  ])('is decided on the bank’s page: %s', async (decision, status, resultCode) => {
    const { api, sandbox } = await setUpApi();
    const { body } = await api.post('/payins/card/direct', createPaymentForm({ CardId: 'demo-card-anna-challenge' }));
    expect(body).toMatchObject({
      Status: 'CREATED',
      ResultCode: null,
      SecureModeNeeded: true,
      SecureModeReturnURL: `http://127.0.0.1:4000/payment/return?order=1&transactionId=${body.Id}#/x`,
    });
    const page = new URL(body.SecureModeRedirectURL).pathname;
    const response = await request(sandbox.app).get(page);
    expect([
      response.status,
      response.text.includes('12,40'),
      response.get('Content-Security-Policy')?.includes('frame-ancestors http://127.0.0.1:4000'),
    ]).toEqual([200, true, true]);
    const decisionResponse = await request(sandbox.app).post(page).send({ result: decision });
    expect([decisionResponse.status, decisionResponse.get('Location')]).toEqual([303, body.SecureModeReturnURL]);
    expect((await api.get(`/payins/${body.Id}`)).body).toMatchObject({ Status: status, ResultCode: resultCode });
    // The cardholder decides a second time on the bank's page, which changes nothing.
    await request(sandbox.app).post(page).send({ result: 'success' });
    expect((await api.get(`/payins/${body.Id}`)).body.Status).toBe(status);
  });

  it('fails after a quarter of an hour in which nobody answered the bank', async () => {
    const { api, clock } = await setUpApi();
    const { body } = await api.post('/payins/card/direct', createPaymentForm({ CardId: 'demo-card-anna-challenge' }));
    clock.passTime(15 * 60_000 + 1000);
    expect((await api.get(`/payins/${body.Id}`)).body).toMatchObject({ Status: 'FAILED', ResultCode: '101304' });
  });

  it.each([
    [33305, '101101'],
    [33333, '02624'],
    [33391, '009499'],
  ])('fails by its amount %i with %s, and that is a proper answer', async (Amount, resultCode) => {
    const { api } = await setUpApi();
    const { status, body } = await api.post(
      '/payins/card/direct',
      createPaymentForm({ DebitedFunds: { Currency: 'EUR', Amount } }),
    );
    expect([status, body.Status, body.ResultCode]).toEqual([200, 'FAILED', resultCode]);
  });

  it.each([
    ['203.0.113.7', 200],
    ['2001:db8:0:1::7', 200],
    ['2001:db8:0:1::/64', 400],
  ])('wants an address of its payer, and %s is answered %i', async (IpAddress, status) => {
    const { api } = await setUpApi();
    expect((await api.post('/payins/card/direct', createPaymentForm({ IpAddress }))).status).toBe(status);
  });

  it('is refused with another user’s card', async () => {
    const { api } = await setUpApi();
    expect(
      (await api.post('/payins/card/direct', createPaymentForm({ CardId: 'demo-card-ben-frictionless' }))).status,
    ).toBe(400);
  });

  it('is created once under a key, and a repeat gets the address of its answer', async () => {
    const { api } = await setUpApi();
    const idempotencyKey = 'bestellung-1-versuch-1';
    const { body } = await api.post('/payins/card/direct', createPaymentForm(), idempotencyKey);
    const repeatedResponse = await api.post('/payins/card/direct', createPaymentForm(), idempotencyKey);
    expect([repeatedResponse.status, repeatedResponse.body.Type]).toEqual([409, 'idempotent_creation_conflict']);
    expect((await api.get(`/responses/${idempotencyKey}`)).body).toMatchObject({ StatusCode: '200', Resource: body });
    expect((await api.get('/responses/bestellung-9-versuch-9')).status).toBe(404);
  });

  it('survives a restart', async () => {
    const { api, reopen } = await setUpApi();
    const { body } = await api.post('/payins/card/direct', createPaymentForm());
    const reopenedApi = await createApiClient(await reopen());
    expect((await reopenedApi.get(`/payins/${body.Id}`)).body).toEqual(body);
  });

  it('requires a token of this client', async () => {
    const { sandbox } = await setUpApi();
    expect(
      (
        await request(sandbox.app)
          .post('/psp/v2.01/oauth/token')
          .auth('mahlzeit-sandbox', 'wrong')
          .type('form')
          .send({})
      ).status,
    ).toBe(401);
    expect((await request(sandbox.app).get(`${BASE_PATH}/payins/1`).auth('token', { type: 'bearer' })).status).toBe(
      401,
    );
  });
});

describe('a refund', () => {
  const createRefundForm = (Amount: number) => ({
    AuthorId: 'demo-payer-anna',
    DebitedFunds: { Currency: 'EUR', Amount },
    Fees: { Currency: 'EUR', Amount: 0 },
  });

  it('never exceeds the payment, and its amount is refused twice a day', async () => {
    const { api, clock } = await setUpApi();
    const {
      body: { Id },
    } = await api.post('/payins/card/direct', createPaymentForm());
    const postRefund = async (Amount: number) =>
      (await api.post(`/payins/${Id}/refunds`, createRefundForm(Amount))).body.ResultCode;
    expect([await postRefund(400), await postRefund(400), await postRefund(900), await postRefund(440)]).toEqual([
      '000000',
      '005407',
      '005403',
      '000000',
    ]);
    await clock.moveTo(clock.now() + 24 * 3_600_000);
    expect([await postRefund(400), await postRefund(1)]).toEqual(['000000', '001401']);
    expect((await api.get(`/payins/${Id}/refunds`)).body).toHaveLength(6);
  });

  it.each([
    ['23:30 and 00:30 in Berlin are two days', '2026-06-24T23:30:00+02:00', '2026-06-25T00:30:00+02:00', '000000'],
    ['00:30 and 23:30 in Berlin are one', '2026-06-24T00:30:00+02:00', '2026-06-24T23:30:00+02:00', '005407'],
  ])('is the same once on a day of Berlin’s: %s', async (_title, firstInstant, secondInstant, resultCode) => {
    const { api, clock } = await setUpApi();
    const {
      body: { Id },
    } = await api.post('/payins/card/direct', createPaymentForm());
    const refundAt = async (instant: string) => {
      await clock.moveTo(Date.parse(instant));
      return (await api.post(`/payins/${Id}/refunds`, createRefundForm(400))).body.ResultCode;
    };
    expect([await refundAt(firstInstant), await refundAt(secondInstant)]).toEqual(['000000', resultCode]);
  });

  it.each([
    ['at the end of eleven months', '2027-05-24T11:30:00+02:00', '000000'],
    ['after them', '2027-05-24T11:30:01+02:00', '001403'],
  ])('goes back %s', async (_title, instant, resultCode) => {
    const { clock, reopen, sandbox } = await setUpApi();
    const api = await createApiClient(sandbox);
    const {
      body: { Id },
    } = await api.post('/payins/card/direct', createPaymentForm());
    clock.passTime(Date.parse(instant) - clock.realNow());
    const laterApi = await createApiClient(await reopen());
    expect((await laterApi.post(`/payins/${Id}/refunds`, createRefundForm(400))).body.ResultCode).toBe(resultCode);
  });

  it('never exceeds the fees', async () => {
    const { api } = await setUpApi();
    const {
      body: { Id },
    } = await api.post('/payins/card/direct', createPaymentForm({ Fees: { Currency: 'EUR', Amount: 40 } }));
    const postRefund = async (Amount: number, fees: number) =>
      (
        await api.post(`/payins/${Id}/refunds`, {
          ...createRefundForm(Amount),
          Fees: { Currency: 'EUR', Amount: fees },
        })
      ).body.ResultCode;
    expect([
      await postRefund(400, -41),
      await postRefund(400, -30),
      await postRefund(300, -11),
      await postRefund(300, -10),
    ]).toEqual(['005404', '000000', '005404', '000000']);
  });

  it('is the whole payment where no amount is named', async () => {
    const { api } = await setUpApi();
    const {
      body: { Id },
    } = await api.post('/payins/card/direct', createPaymentForm());
    expect((await api.post(`/payins/${Id}/refunds`, { AuthorId: 'demo-payer-anna' })).body).toMatchObject({
      Status: 'SUCCEEDED',
      DebitedFunds: { Amount: 1240 },
    });
  });
});

describe('a payment of a new database', () => {
  it('exists, is final, and can be refunded', async () => {
    const { api } = await setUpApi();
    const id = 'demo-payin-anna-2340-demo-order-2026-06-22-1';
    expect((await api.get(`/payins/${id}`)).body).toMatchObject({
      Status: 'SUCCEEDED',
      DebitedFunds: { Amount: 2340 },
      Tag: 'demo-order-2026-06-22-1',
    });
    const postRefund = async (Amount: number) =>
      (
        await api.post(`/payins/${id}/refunds`, {
          AuthorId: 'demo-payer-anna',
          DebitedFunds: { Currency: 'EUR', Amount },
          Fees: { Currency: 'EUR', Amount: 0 },
        })
      ).body.ResultCode;
    expect([await postRefund(2341), await postRefund(2340)]).toEqual(['005403', '000000']);
  });
});

describe('a card', () => {
  const registerCard = async (
    { api, sandbox }: Awaited<ReturnType<typeof setUpApi>>,
    cardForm: object,
    CardType = 'CB_VISA_MASTERCARD',
  ) => {
    const {
      body: { Id: UserId },
    } = await api.post('/users/natural', {
      FirstName: 'Ana',
      LastName: 'Kowalczyk',
      Email: 'ana@mahlzeit.test',
      TermsAndConditionsAccepted: true,
      UserCategory: 'PAYER',
    });
    const { body: registration } = await api.post('/cardregistrations', { UserId, Currency: 'EUR', CardType });
    const { text } = await request(sandbox.app)
      .post(new URL(registration.CardRegistrationURL).pathname)
      .type('form')
      .send({
        data: registration.PreregistrationData,
        accessKeyRef: registration.AccessKey,
        cardExpirationDate: '1229',
        cardCvx: '123',
        ...cardForm,
      });
    return { UserId, registration, text };
  };

  it('goes from the browser to the tokeniser, which keeps its number', async () => {
    const apiContext = await setUpApi();
    const { UserId, registration, text } = await registerCard(apiContext, { cardNumber: '4970105181818183' });
    expect(text).toMatch(/^data=/);
    const { body } = await apiContext.api.put(`/CardRegistrations/${registration.Id}`, { RegistrationData: text });
    expect(body).toMatchObject({ Status: 'VALIDATED', ResultCode: '000000', CardId: expect.any(String) });
    const { body: cards } = await apiContext.api.get(`/users/${UserId}/cards?Active=true`);
    expect(cards).toEqual([
      expect.objectContaining({
        Id: body.CardId,
        Alias: '497010XXXXXX8183',
        CardProvider: 'VISA',
        ExpirationDate: '1229',
        Active: true,
      }),
    ]);
    expect(JSON.stringify(cards)).not.toMatch(/4970105181818183|behaviour/);
    await apiContext.api.put(`/cards/${body.CardId}`, { Active: false });
    expect((await apiContext.api.get(`/users/${UserId}/cards?Active=true`)).body).toEqual([]);
  });

  it('can be finished by the browser itself, which has no token', async () => {
    const apiContext = await setUpApi();
    const { registration, text } = await registerCard(apiContext, { cardNumber: '6759649826438453' }, 'MAESTRO');
    const { body } = await request(apiContext.sandbox.app)
      .post(`${BASE_PATH}/CardRegistrations/${registration.Id}`)
      .set('Origin', 'http://127.0.0.1:4000')
      .type('form')
      .send({ Id: registration.Id, RegistrationData: text });
    expect(body).toMatchObject({ Status: 'VALIDATED', CardId: expect.any(String) });
  });

  it.each([
    [{ cardNumber: '4970105181818184' }, '02625', '105202'],
    [{ cardNumber: '4970105181818183', cardExpirationDate: '0526' }, '02626', '105203'],
    [{ cardNumber: '4970105181818183', cardCvx: '12' }, '02627', '105204'],
  ])('is refused with the code of its mistake %#', async (cardForm, resultCode, registrationData) => {
    const apiContext = await setUpApi();
    const { registration, text } = await registerCard(apiContext, cardForm);
    expect(text).toBe(`errorCode=${resultCode}`);
    expect(
      (await apiContext.api.put(`/cardregistrations/${registration.Id}`, { RegistrationData: text })).body,
    ).toMatchObject({ Status: 'ERROR', ResultCode: registrationData, CardId: null });
  });

  it('is good in its last month', async () => {
    expect(
      (await registerCard(await setUpApi(), { cardNumber: '4970107111111119', cardExpirationDate: '0626' })).text,
    ).toMatch(/^data=/);
  });
});

describe('faults', () => {
  const injectFault = (sandbox: Sandbox, faultForm: object) =>
    request(sandbox.app)
      .post('/psp/faults')
      .send({ count: 1, ...faultForm });

  it.each(['beforeCommit', 'afterCommit'])('break the connection %s', async (faultMoment) => {
    const { api, sandbox } = await setUpApi();
    await injectFault(sandbox, { operation: 'payin', when: faultMoment, kind: 'drop' });
    await expect(api.post('/payins/card/direct', createPaymentForm(), 'bestellung-1-versuch-1')).rejects.toThrow(
      /hang up/,
    );
    expect((await request(sandbox.app).get('/psp/ledger')).body).toHaveLength(faultMoment === 'afterCommit' ? 1 : 0);
    expect((await api.get('/responses/bestellung-1-versuch-1')).status).toBe(faultMoment === 'afterCommit' ? 200 : 404);
  });

  it('fail a call, or the payment itself, as often as requested', async () => {
    const { api, sandbox } = await setUpApi();
    await injectFault(sandbox, {
      provider: 'mangopay',
      operation: '*',
      when: 'beforeCommit',
      kind: 'fail',
      status: 503,
      count: 2,
    });
    expect([
      (await api.get('/payins/1')).status,
      (await api.get('/payins/1')).status,
      (await api.get('/payins/1')).status,
    ]).toEqual([503, 503, 404]);
    await injectFault(sandbox, { operation: 'payin', when: 'beforeCommit', kind: 'fail', resultCode: '101399' });
    expect((await api.post('/payins/card/direct', createPaymentForm())).body).toMatchObject({
      Status: 'FAILED',
      ResultCode: '101399',
    });
    await injectFault(sandbox, { operation: 'payin', when: 'beforeCommit', kind: 'drop' });
    await request(sandbox.app).delete('/psp/faults');
    expect((await api.post('/payins/card/direct', createPaymentForm())).body.Status).toBe('SUCCEEDED');
  });
});
