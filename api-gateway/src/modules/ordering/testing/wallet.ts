import { CardFinishAnswer, CardRegistration } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import type { HttpAnswer, TestPerson } from '../../identity/testing/people';
import { storeUser } from '../../identity/testing/stored-people';

/** Card numbers that Mangopay provides for tests (A.11). */
export const CARD_NUMBERS = {
  frictionless: '4970107111111119',
  challenge: '4970105181818183',
  maestro: '6759649826438453',
} as const;

const BROWSER_INFO = {
  JavaEnabled: false,
  Language: 'de-DE',
  ColorDepth: 24,
  ScreenHeight: 800,
  ScreenWidth: 360,
  TimeZoneOffset: -120,
  UserAgent: 'Test',
  JavascriptEnabled: true,
};

/** A user of a test who registers cards. */
export interface CardOwnerPerson extends TestPerson {
  readonly uid: string;
  /** Registers the test's user at the card payment provider. */
  registerPaymentUser(payerNames?: object, key?: string): Promise<HttpAnswer>;
  /**
   * Begins the registration of a card as a browser does: requests a registration, sends the number to the provider, and
   * returns the card's id.
   */
  tokenise(cardNumber: string, cardFields?: Readonly<Record<string, string>>): Promise<string>;
  finishRegistration(requestBody: object, key?: string): Promise<HttpAnswer>;
  /** Registers a card from start to finish. Returns the card's id and the last response. */
  addCard(
    cardNumber?: string,
    cardFields?: Readonly<Record<string, string>>,
  ): Promise<{ readonly cardId: string; readonly answer: CardFinishAnswer }>;
  listCards(): Promise<string[]>;
  /** Returns the id of the user's default card; null without one. */
  findDefaultCard(): Promise<string | null>;
}

const FinishedRegistration = z.object({ Status: z.string(), CardId: z.nullable(z.string()) });
const ListedCards = z.array(z.object({ mangoPayData: z.object({ Id: z.string() }) }));
const PayerAnswer = z.nullable(z.object({ mangoPayData: z.object({ defaultCardId: z.nullable(z.string()) }) }));

const formRequest = (formFields: Readonly<Record<string, string>>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(formFields),
});

let ownerCount = 0;

/** Stores a verified user who isn't registered at the card payment provider yet. */
export const createCardOwner = async (gateway: TestGateway): Promise<CardOwnerPerson> => {
  ownerCount += 1;
  const person = await storeUser(gateway, `karte${ownerCount}@mahlzeit.test`, { isEmailVerified: true });
  const { uid } = person.account;
  const postPayment = (path: string, requestBody: object, idempotencyKey?: string): Promise<HttpAnswer> =>
    person.browser.call('POST', `/api/payment/${path}`, {
      token: person.idToken,
      body: requestBody,
      ...(idempotencyKey === undefined ? {} : { headers: { 'Idempotency-Key': idempotencyKey } }),
    });

  const tokeniseCard = async (
    cardNumber: string,
    cardFields: Readonly<Record<string, string>> = {},
  ): Promise<string> => {
    const { body } = await postPayment('cardRegistration', {
      cardType: cardNumber.startsWith('6') ? 'MAESTRO' : 'CB_VISA_MASTERCARD',
    });
    const { Id, CardRegistrationURL, PreregistrationData, AccessKey, finishUrl } = CardRegistration.parse(body);
    const cardForm = {
      data: PreregistrationData,
      accessKeyRef: AccessKey,
      cardNumber,
      cardExpirationDate: '1235',
      cardCvx: '123',
      ...cardFields,
    };
    const registrationData = await (await fetch(CardRegistrationURL, formRequest(cardForm))).text();
    const finishResponse = await fetch(finishUrl, formRequest({ Id, RegistrationData: registrationData }));
    return FinishedRegistration.parse(await finishResponse.json()).CardId ?? '';
  };
  const finishCard = (requestBody: object, idempotencyKey?: string): Promise<HttpAnswer> =>
    postPayment('finishCardRegistration', requestBody, idempotencyKey);

  return {
    ...person,
    uid,
    registerPaymentUser: (payerNames = { firstName: 'Anna', lastName: 'Gast' }, idempotencyKey) =>
      postPayment('createNaturalUser', payerNames, idempotencyKey),
    tokenise: tokeniseCard,
    finishRegistration: finishCard,
    async addCard(cardNumber = CARD_NUMBERS.frictionless, cardFields = {}) {
      const cardId = await tokeniseCard(cardNumber, cardFields);
      const { status, body } = await finishCard({
        cardId,
        cardTypeAlias: cardNumber.startsWith('6') ? 'MAESTRO' : 'VISA',
        browserInfo: BROWSER_INFO,
      });
      if (status !== 200) throw new Error(`The registration is refused: ${status} ${JSON.stringify(body)}`);
      return { cardId, answer: CardFinishAnswer.parse(body) };
    },
    listCards: async () =>
      ListedCards.parse((await person.call('GET', '/api/payment/cards')).body).map(
        ({ mangoPayData }) => mangoPayData.Id,
      ),
    findDefaultCard: async () =>
      PayerAnswer.parse((await person.call('GET', '/api/payment/user')).body)?.mangoPayData.defaultCardId ?? null,
  };
};

/** Reads an object directly from the sandbox's imitation of Mangopay. */
export const readAtProvider = async (
  { payment: { mangopay }, sandboxUrl }: Pick<TestGateway, 'sandboxUrl' | 'payment'>,
  path: string,
): Promise<unknown> => {
  if (mangopay === null) throw new Error('Mangopay is not set up: the test needs the sandbox');
  const { clientId, apiKey } = mangopay;
  const tokenResponse = await fetch(`${sandboxUrl}/psp/v2.01/oauth/token`, {
    ...formRequest({ grant_type: 'client_credentials' }),
    headers: { Authorization: `Basic ${Buffer.from(`${clientId}:${apiKey}`).toString('base64')}` },
  });
  const { access_token: accessToken } = z.object({ access_token: z.string() }).parse(await tokenResponse.json());
  return (
    await fetch(`${sandboxUrl}/psp/v2.01/${clientId}${path}`, { headers: { Authorization: `Bearer ${accessToken}` } })
  ).json();
};
