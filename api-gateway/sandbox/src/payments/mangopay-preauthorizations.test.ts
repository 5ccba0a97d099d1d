import request from 'supertest';
import { PRODUCT_ORIGIN, sandboxHarnesses } from '../testing/sandbox-harness';
import type { Sandbox } from '../sandbox';

const { open: openHarness } = sandboxHarnesses();

const BASE_PATH = '/psp/v2.01/mahlzeit-sandbox';
const euroAmountOf = (Amount: number) => ({ Currency: 'EUR', Amount });
const BROWSER_INFO = {
  AcceptHeader: 'text/html',
  JavaEnabled: false,
  Language: 'de-DE',
  UserAgent: 'Test',
  JavascriptEnabled: true,
};

const createApiClient = async ({ app, payments: { mangopay } }: Sandbox) => {
  const { body } = await request(app)
    .post('/psp/v2.01/oauth/token')
    .auth(mangopay.clientId, mangopay.apiKey)
    .type('form')
    .send({ grant_type: 'client_credentials' });
  const token: string = body.access_token;
  const callApi = (method: 'get' | 'post' | 'put') => (path: string, body?: object) =>
    request(app)[method](`${BASE_PATH}${path}`).auth(token, { type: 'bearer' }).send(body);
  return { get: callApi('get'), post: callApi('post'), put: callApi('put') };
};

const setUpApi = async () => {
  const harness = await openHarness();
  const api = await createApiClient(harness.sandbox);
  const holdMoney = async (overrides: object = {}) =>
    (
      await api.post('/preauthorizations/card/direct', {
        AuthorId: 'demo-payer-anna',
        DebitedFunds: euroAmountOf(100),
        CardId: 'demo-card-anna-frictionless',
        SecureMode: 'NO_CHOICE',
        SecureModeReturnURL: `${PRODUCT_ORIGIN}/payment/return?card=1#/x`,
        IpAddress: '203.0.113.7',
        BrowserInfo: BROWSER_INFO,
        ...overrides,
      })
    ).body;
  const read = async (id: string) => (await api.get(`/preauthorizations/${id}`)).body;
  const register = async () =>
    (
      await api.post('/cardregistrations', {
        UserId: 'demo-payer-anna',
        Currency: 'EUR',
        CardType: 'CB_VISA_MASTERCARD',
      })
    ).body;
  return { ...harness, api, holdMoney, read, register };
};

const DAY_MS = 86_400_000;

describe('money that is held on a card', () => {
  it('is released once, and isn’t charged by that', async () => {
    const { holdMoney, api, sandbox } = await setUpApi();
    const { Id, Status, PaymentStatus } = await holdMoney();
    expect([Status, PaymentStatus]).toEqual(['SUCCEEDED', 'WAITING']);
    const response = await api.put(`/preauthorizations/${Id}`, { PaymentStatus: 'CANCELED' });
    const secondResponse = await api.put(`/preauthorizations/${Id}`, { PaymentStatus: 'CANCELED' });
    expect([response.status, response.body.PaymentStatus, secondResponse.status, secondResponse.body.Type]).toEqual([
      200,
      'CANCELED',
      400,
      'param_error',
    ]);
    expect((await request(sandbox.app).get('/psp/ledger')).body).toEqual([]);
  });

  it.each([
    ['success', 'SUCCEEDED', '000000'],
    ['fail', 'FAILED', '101301'],
    ['cancel', 'FAILED', '101002'],
  ])('is decided on the bank’s page: %s', async (decision, expectedStatus, expectedCode) => {
    const { holdMoney, read, sandbox } = await setUpApi();
    const challengedPreAuthorization = await holdMoney({ CardId: 'demo-card-anna-challenge' });
    expect(challengedPreAuthorization).toMatchObject({
      Status: 'CREATED',
      SecureModeNeeded: true,
      SecureModeReturnURL: `${PRODUCT_ORIGIN}/payment/return?card=1&preAuthorizationId=${challengedPreAuthorization.Id}#/x`,
    });
    const page = new URL(challengedPreAuthorization.SecureModeRedirectURL).pathname;
    expect((await request(sandbox.app).get(page)).text).toMatch(/1,00\s€/);
    expect((await request(sandbox.app).post(page).send({ result: decision })).get('Location')).toBe(
      challengedPreAuthorization.SecureModeReturnURL,
    );
    expect(await read(challengedPreAuthorization.Id)).toMatchObject({
      Status: expectedStatus,
      ResultCode: expectedCode,
    });
    await request(sandbox.app).post(page).send({ result: 'success' });
    expect((await read(challengedPreAuthorization.Id)).Status).toBe(expectedStatus);
  });

  it('fails where nobody answered the bank, and is released by the bank after a week', async () => {
    const { holdMoney, read, clock, sandbox } = await setUpApi();
    const [challengedPreAuthorization, preAuthorization] = [
      await holdMoney({ SecureMode: 'FORCE' }),
      await holdMoney(),
    ];
    clock.passTime(15 * 60_000 + 1000);
    expect([await read(challengedPreAuthorization.Id), await read(preAuthorization.Id)]).toMatchObject([
      { Status: 'FAILED', ResultCode: '101304' },
      { PaymentStatus: 'WAITING' },
    ]);
    clock.passTime(7 * DAY_MS);
    const laterApi = await createApiClient(sandbox);
    expect((await laterApi.get(`/preauthorizations/${preAuthorization.Id}`)).body).toMatchObject({
      Status: 'SUCCEEDED',
      PaymentStatus: 'EXPIRED',
      RemainingFunds: euroAmountOf(0),
    });
  });

  it.each([
    ['without an address', { IpAddress: undefined }, 'IpAddress'],
    ['without what the bank wants to know of the browser', { BrowserInfo: undefined }, 'BrowserInfo'],
    ['of nothing', { DebitedFunds: euroAmountOf(0) }, 'DebitedFunds'],
    ['on somebody else’s card', { AuthorId: 'demo-payer-ben' }, 'CardId'],
  ])('is refused %s', async (_, overrides, field) => {
    const { holdMoney } = await setUpApi();
    expect(await holdMoney(overrides)).toMatchObject({ Type: 'param_error', errors: { [field]: expect.any(String) } });
  });

  it('can’t be charged beyond the held amount', async () => {
    const { holdMoney, api } = await setUpApi();
    const { Id } = await holdMoney();
    const captureHeldAmount = async (amount: number) =>
      (
        await api.post('/payins/preauthorized/direct', {
          AuthorId: 'demo-payer-anna',
          CreditedWalletId: 'demo-wallet-kantine',
          DebitedFunds: euroAmountOf(amount),
          Fees: euroAmountOf(0),
          PreauthorizationId: Id,
        })
      ).body;
    expect([
      (await captureHeldAmount(101)).Type,
      (await captureHeldAmount(100)).Status,
      (await captureHeldAmount(1)).Type,
    ]).toEqual(['param_error', 'SUCCEEDED', 'param_error']);
  });
});

describe('a new card', () => {
  it('can’t be used any more after a day without use', async () => {
    const { api, sandbox, register, clock } = await setUpApi();
    const registration = await register();
    const cardForm = {
      data: registration.PreregistrationData,
      accessKeyRef: registration.AccessKey,
      cardNumber: '4970107111111119',
      cardExpirationDate: '1235',
      cardCvx: '123',
    };
    const { text } = await request(sandbox.app).post('/psp/tokenise').type('form').send(cardForm);
    const {
      body: { CardId },
    } = await api.put(`/cardregistrations/${registration.Id}`, { RegistrationData: text });
    expect((await api.get(`/cards/${CardId}`)).body.Validity).toBe('UNKNOWN');
    clock.passTime(DAY_MS + 1000);
    const secondApi = await createApiClient(sandbox);
    expect((await secondApi.get(`/cards/${CardId}`)).body.Validity).toBe('INVALID');
  });

  it('isn’t accepted by GET, and redirects only to the product', async () => {
    const { sandbox, register } = await setUpApi();
    const registration = await register();
    const cardForm = {
      data: registration.PreregistrationData,
      accessKeyRef: registration.AccessKey,
      cardNumber: '4970107111111119',
      cardExpirationDate: '1235',
      cardCvx: '12',
    };
    const sendReturn = (returnURL: string) =>
      request(sandbox.app)
        .post('/psp/tokenise')
        .type('form')
        .send({ ...cardForm, returnURL });
    expect([
      (await request(sandbox.app).get('/psp/tokenise')).text,
      (await sendReturn('https://elsewhere.test/')).text,
      (await sendReturn('nowhere')).text,
    ]).toEqual(['errorCode=02632', 'errorCode=02628', 'errorCode=02628']);
    const redirectResponse = await sendReturn(`${PRODUCT_ORIGIN}/back`);
    expect([redirectResponse.status, redirectResponse.get('Location')]).toEqual([
      302,
      `${PRODUCT_ORIGIN}/back?errorCode=02627`,
    ]);
  });
});
