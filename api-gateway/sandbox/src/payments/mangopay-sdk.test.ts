import Mangopay from 'mangopay4-nodejs-sdk';
import { PRODUCT_ORIGIN, sandboxHarnesses } from '../testing/sandbox-harness';
import type { ServedSandbox } from '../testing/sandbox-harness';

const { serve } = sandboxHarnesses();

const RETURN_URL = `${PRODUCT_ORIGIN}/payment/return`;
const BROWSER_INFO = {
  AcceptHeader: 'text/html',
  JavaEnabled: false,
  Language: 'de-DE',
  ColorDepth: 24,
  ScreenHeight: 800,
  ScreenWidth: 360,
  TimeZoneOffset: '-120',
  UserAgent: 'Test',
  JavascriptEnabled: true,
};
const euroAmountOf = (Amount: number) => ({ Currency: 'EUR' as const, Amount });

/**
 * Creates Mangopay's own client library, connected to the sandbox. The file has a single test with one client, because
 * a second client would use the token of the first (A.14).
 */
const createSdkClient = ({
  sandbox: {
    payments: { mangopay },
  },
}: ServedSandbox) =>
  new Mangopay({
    clientId: mangopay.clientId,
    clientApiKey: mangopay.apiKey,
    baseUrl: mangopay.baseUrl,
    errorHandler: () => undefined,
  });

const submitDecision = async (pageUrl: string, decision: string): Promise<URL> =>
  new URL(
    (
      await fetch(pageUrl, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ result: decision }) })
    ).headers.get('Location') ?? '',
  );

it('Mangopay’s own Node SDK walks a card’s whole life against the sandbox: token, payer, registration, pre-authorisation, release, payments, refunds, removal', async () => {
  const servedSandbox = await serve();
  const api = createSdkClient(servedSandbox);

  const payer = await api.Users.create({
    PersonType: 'NATURAL',
    UserCategory: 'PAYER',
    FirstName: 'Ana',
    LastName: 'Kowalczyk',
    Email: 'ana@mahlzeit.test',
    TermsAndConditionsAccepted: true,
  });
  expect(await api.Users.get(payer.Id)).toMatchObject({ FirstName: 'Ana', UserCategory: 'PAYER', KYCLevel: 'LIGHT' });
  const wallet = await api.Wallets.create({ Owners: [payer.Id], Currency: 'EUR', Description: 'Elbkantine' });
  expect(await api.Wallets.get(wallet.Id)).toMatchObject({ Balance: euroAmountOf(0) });

  const registerCard = async (cardNumber: string): Promise<string> => {
    const registration = await api.CardRegistrations.create({
      UserId: payer.Id,
      Currency: 'EUR',
      CardType: 'CB_VISA_MASTERCARD',
    });
    expect(registration).toMatchObject({ Status: 'CREATED', CardId: null });
    const cardForm = {
      data: registration.PreregistrationData,
      accessKeyRef: registration.AccessKey,
      cardNumber,
      cardExpirationDate: '1235',
      cardCvx: '123',
    };
    const RegistrationData = await (
      await fetch(registration.CardRegistrationURL, { method: 'POST', body: new URLSearchParams(cardForm) })
    ).text();
    const { Status, CardId, ResultCode } = await api.CardRegistrations.update({
      Id: registration.Id,
      RegistrationData,
    });
    expect([Status, ResultCode]).toEqual(['VALIDATED', '000000']);
    return CardId;
  };

  const preAuthorize = async (CardId: string, SecureMode: 'FORCE' | 'DEFAULT') =>
    api.CardPreAuthorizations.create({
      AuthorId: payer.Id,
      DebitedFunds: euroAmountOf(100),
      CardId,
      SecureMode,
      SecureModeReturnURL: RETURN_URL,
      IpAddress: '203.0.113.7',
      BrowserInfo: BROWSER_INFO,
    });

  // The first card needs no confirmation by the bank: an amount is reserved and released, then the card is valid.
  const cardId = await registerCard('4970107111111119');
  expect(await api.Cards.get(cardId)).toMatchObject({
    UserId: payer.Id,
    Alias: '497010XXXXXX1119',
    ExpirationDate: '1235',
    CardProvider: 'VISA',
    Active: true,
    Validity: 'UNKNOWN',
  });
  const firstHold = await preAuthorize(cardId, 'DEFAULT');
  expect(firstHold).toMatchObject({
    Status: 'SUCCEEDED',
    PaymentStatus: 'WAITING',
    RemainingFunds: euroAmountOf(100),
    SecureModeNeeded: false,
  });
  expect(await api.CardPreAuthorizations.update({ Id: firstHold.Id, PaymentStatus: 'CANCELED' })).toMatchObject({
    PaymentStatus: 'CANCELED',
    RemainingFunds: euroAmountOf(0),
  });
  expect(await api.Cards.get(cardId)).toMatchObject({ Validity: 'VALID' });

  // The second card needs a confirmation by the bank: the reserved amount becomes a payment.
  const challengedHold = await preAuthorize(await registerCard('4970105181818183'), 'FORCE');
  expect([challengedHold.Status, challengedHold.SecureModeNeeded]).toEqual(['CREATED', true]);
  const returnUrl = await submitDecision(challengedHold.SecureModeRedirectURL, 'success');
  expect([returnUrl.origin + returnUrl.pathname, returnUrl.searchParams.get('preAuthorizationId')]).toEqual([
    RETURN_URL,
    challengedHold.Id,
  ]);
  expect(await api.CardPreAuthorizations.get(challengedHold.Id)).toMatchObject({
    Status: 'SUCCEEDED',
    ResultCode: '000000',
  });
  const payIn = await api.PayIns.create({
    PaymentType: 'PREAUTHORIZED',
    ExecutionType: 'DIRECT',
    AuthorId: payer.Id,
    CreditedWalletId: wallet.Id,
    DebitedFunds: euroAmountOf(80),
    Fees: euroAmountOf(0),
    PreauthorizationId: challengedHold.Id,
  });
  expect(payIn).toMatchObject({ Status: 'SUCCEEDED', PaymentType: 'PREAUTHORIZED' });
  expect(await api.CardPreAuthorizations.get(challengedHold.Id)).toMatchObject({
    PaymentStatus: 'VALIDATED',
    PayInId: payIn.Id,
  });

  // A second request with the same Idempotency-Key creates no payment, and the key finds the first one.
  const idempotencyHeaders = { headers: { 'Idempotency-Key': 'bestellung-1-versuch-1' } };
  const payInForm = () => ({
    PaymentType: 'CARD' as const,
    ExecutionType: 'DIRECT' as const,
    AuthorId: payer.Id,
    CreditedWalletId: wallet.Id,
    DebitedFunds: euroAmountOf(1240),
    Fees: euroAmountOf(0),
    CardId: cardId,
    SecureModeReturnURL: RETURN_URL,
    IpAddress: '203.0.113.7',
    BrowserInfo: BROWSER_INFO,
    Tag: 'bestellung-1',
  });
  const createdPayIn = await api.PayIns.create(payInForm(), idempotencyHeaders);
  expect(createdPayIn).toMatchObject({ Status: 'SUCCEEDED', ResultCode: '000000', CreditedFunds: euroAmountOf(1240) });
  await expect(api.PayIns.create(payInForm(), idempotencyHeaders)).rejects.toMatchObject({
    Type: 'idempotent_creation_conflict',
  });
  expect(await api.Idempotency.get('bestellung-1-versuch-1')).toMatchObject({
    StatusCode: '200',
    Resource: { Id: createdPayIn.Id },
  });

  const partialRefund = await api.PayIns.createRefund(createdPayIn.Id, {
    AuthorId: payer.Id,
    DebitedFunds: euroAmountOf(240),
    Fees: euroAmountOf(0),
  });
  expect(partialRefund).toMatchObject({ Status: 'SUCCEEDED', Nature: 'REFUND', InitialTransactionId: createdPayIn.Id });
  expect(await api.Refunds.get(partialRefund.Id)).toMatchObject({
    Id: partialRefund.Id,
    DebitedFunds: euroAmountOf(240),
  });
  expect(
    await api.PayIns.createRefund(createdPayIn.Id, {
      AuthorId: payer.Id,
      DebitedFunds: euroAmountOf(1001),
      Fees: euroAmountOf(0),
    }),
  ).toMatchObject({ Status: 'FAILED', ResultCode: '005403' });

  const eventsOf = async (EventType: string) => api.Events.getAll({ parameters: { EventType, per_page: 100 } });
  expect(await eventsOf('PAYIN_NORMAL_SUCCEEDED')).toContainEqual(
    expect.objectContaining({ ResourceId: createdPayIn.Id, EventType: 'PAYIN_NORMAL_SUCCEEDED' }),
  );
  expect((await eventsOf('PAYIN_REFUND_SUCCEEDED')).map(({ ResourceId }) => ResourceId)).toEqual([partialRefund.Id]);

  // A removed card can't pay any more.
  await api.Cards.update({ Id: cardId, Active: false });
  expect(await api.PayIns.create(payInForm())).toMatchObject({ Status: 'FAILED', ResultCode: '101410' });
  expect((await api.Users.getCards(payer.Id)).map(({ Id, Active }) => [Id === cardId, Active])).toContainEqual([
    true,
    false,
  ]);
});
