import { createHash, randomBytes } from 'node:crypto';
import express, { Router } from 'express';
import * as z from 'zod/mini';
import { allowCrossOrigin } from '../platform';
import {
  CardRegistration,
  createObjectFinder,
  MangopayCard,
  MangopayUser,
  utcMonthOf,
  RESULT_MESSAGES,
  toSeconds,
} from './mangopay-objects';
import { mangopayError, parameterError } from './mangopay-wire';
import type { DefineMangopayCall, MangopayDeps } from './mangopay-wire';
import { createCallHandler } from './provider-call';
import type { ProviderAnswer } from './provider-call';

const CARD_TYPES = ['CB_VISA_MASTERCARD', 'MAESTRO'] as const;

const NewCardRegistration = z.object({
  UserId: z.string(),
  Currency: z.literal('EUR'),
  CardType: z.enum(CARD_TYPES),
  Tag: z.optional(z.string()),
});
const FinishedRegistration = z.object({ RegistrationData: z.string() });
const CardChange = z.object({ Active: z.literal(false) });
const EnteredCard = z.object({
  data: z.string(),
  accessKeyRef: z.string(),
  cardNumber: z._default(z.string(), ''),
  cardExpirationDate: z._default(z.string(), ''),
  cardCvx: z._default(z.string(), ''),
  /** Legacy field: the tokeniser redirects to this URL, with the result in the query. */
  returnURL: z.optional(z.string()),
});
type EnteredCard = z.infer<typeof EnteredCard>;

/** Card data that the tokeniser's token stands for: enough to create a card object, but too little to pay with. */
const CardToken = z.object({
  registrationId: z.string(),
  alias: z.string(),
  expiration: z.string(),
  provider: z.string(),
  fingerprint: z.string(),
  behaviour: MangopayCard.shape.behaviour,
});
type CardToken = z.infer<typeof CardToken>;

const CARD_TOKEN_LIFE_MS = 20 * 60_000;

/** Time in milliseconds within which a new card must be used for the first time; afterwards it is invalid. */
const MAX_UNUSED_CARD_AGE_MS = 24 * 60 * 60_000;

const hasCheckDigit = (cardNumber: string): boolean => {
  const digitSum = [...cardNumber].reverse().reduce((total, digit, index) => {
    const weightedDigit = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (weightedDigit > 9 ? weightedDigit - 9 : weightedDigit);
  }, 0);
  return /^\d{12,19}$/.test(cardNumber) && digitSum % 10 === 0;
};

const CARD_BRANDS: readonly (readonly [string, RegExp])[] = [
  ['MAESTRO', /^(5018|5020|5033|5038|6304|6703|6708|6759|676[1-3])/],
  ['MASTERCARD', /^(5[1-5]|677189|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['VISA', /^4/],
];

/**
 * Card numbers for which the bank asks the cardholder for confirmation; below them the CVX (security code) for which
 * the bank declines (A.11).
 */
const CHALLENGED_CARD_NUMBERS = new Set(['4970105181818183', '5033951000000004', '6759649826438453']);
const DECLINED_CVX = '999';

/** Returns Mangopay's error code for wrong card data; null for correct data. */
const cardErrorCode = (
  { cardNumber, cardExpirationDate, cardCvx }: EnteredCard,
  { isMaestro, month: currentMonth }: { readonly isMaestro: boolean; readonly month: string },
): string | null => {
  if (!hasCheckDigit(cardNumber)) return '02625';
  if (
    !/^(0[1-9]|1[0-2])\d\d$/.test(cardExpirationDate) ||
    `${cardExpirationDate.slice(2)}${cardExpirationDate.slice(0, 2)}` < currentMonth
  )
    return '02626';
  return isMaestro || /^\d{3}$/.test(cardCvx) ? null : '02627';
};

const TOKENISER_PATH = '/psp/tokenise';
const REGISTRATION_CODE_BY_CARD_ERROR: Readonly<Record<string, string>> = {
  '02625': '105202',
  '02626': '105203',
  '02627': '105204',
};

/**
 * Creates the sandbox's routes for cards. A registration has several steps. In one of them, the browser sends the card
 * data directly to the tokeniser, so that the product never sees it.
 */
export const createCardRoutes = (
  defineRoute: DefineMangopayCall,
  deps: MangopayDeps,
): { readonly browserRouter: Router } => {
  const { store, clock, access, gatewayUrl, issuedTokens, faults } = deps;
  const findObject = createObjectFinder({ store, now: clock.realNow });
  const storeRegistration = (registration: CardRegistration): CardRegistration => {
    store.put({ kind: 'cardRegistration', id: registration.Id, owner: registration.UserId }, registration);
    return registration;
  };
  /**
   * Converts a stored card to the provider's JSON. A card that was not used within a day after its registration is
   * invalid (A.4).
   */
  const presentCard = ({ behaviour: _behaviour, ...card }: MangopayCard): Omit<MangopayCard, 'behaviour'> => {
    const isFirstUseLate =
      card.Validity === 'UNKNOWN' && clock.realNow() - card.CreationDate * 1000 > MAX_UNUSED_CARD_AGE_MS;
    return isFirstUseLate ? { ...card, Validity: 'INVALID' } : card;
  };

  const failCardRegistration = (registration: CardRegistration, resultCode: string): CardRegistration =>
    storeRegistration({
      ...registration,
      Status: 'ERROR',
      ResultCode: resultCode,
      ResultMessage: RESULT_MESSAGES[resultCode] ?? 'Error',
    });

  /** Creates the card that belongs to a tokeniser's token, or marks its registration as failed with an error code. */
  const finishRegistration = (id: string, registrationData: string): ProviderAnswer => {
    const registration = store.find(CardRegistration, 'cardRegistration', id);
    if (registration === null) return mangopayError(404, 'ressource_not_found');
    if (registration.Status === 'VALIDATED') return { status: 200, body: registration };
    const [, errorCode] = /^errorCode=(\w+)$/.exec(registrationData) ?? [];
    if (errorCode !== undefined)
      return {
        status: 200,
        body: failCardRegistration(registration, REGISTRATION_CODE_BY_CARD_ERROR[errorCode] ?? errorCode),
      };
    const token = CardToken.safeParse(issuedTokens.redeem('accessToken', registrationData.replace(/^data=/, '')));
    if (!token.success || token.data.registrationId !== id)
      return { status: 200, body: failCardRegistration(registration, '105206') };
    const card: MangopayCard = {
      Id: store.newId('card_m'),
      Tag: registration.Tag,
      CreationDate: toSeconds(clock.realNow()),
      UserId: registration.UserId,
      CardType: registration.CardType,
      CardProvider: token.data.provider,
      Alias: token.data.alias,
      ExpirationDate: token.data.expiration,
      Country: 'DEU',
      Active: true,
      Currency: 'EUR',
      Validity: 'UNKNOWN',
      Fingerprint: token.data.fingerprint,
      behaviour: token.data.behaviour,
    };
    store.put({ kind: 'card', id: card.Id, owner: card.UserId }, card);
    return {
      status: 200,
      body: storeRegistration({
        ...registration,
        RegistrationData: registrationData,
        CardId: card.Id,
        Status: 'VALIDATED',
        ResultCode: '000000',
        ResultMessage: 'Success',
      }),
    };
  };

  defineRoute('post', '/cardregistrations', {
    operation: 'cardRegistration',
    handle({ request }) {
      const parsedForm = NewCardRegistration.safeParse(request.body);
      if (!parsedForm.success) return parameterError(parsedForm.error);
      if (findObject(MangopayUser, 'user', parsedForm.data.UserId) === null)
        return mangopayError(400, 'param_error', { UserId: 'unknown' });
      return {
        status: 200,
        body: storeRegistration({
          ...parsedForm.data,
          Tag: parsedForm.data.Tag ?? null,
          Id: store.newId('cardreg_m'),
          CreationDate: toSeconds(clock.realNow()),
          AccessKey: randomBytes(12).toString('base64url'),
          PreregistrationData: randomBytes(48).toString('base64url'),
          CardRegistrationURL: `${access.baseUrl}/tokenise`,
          RegistrationData: null,
          CardId: null,
          ResultCode: null,
          ResultMessage: null,
          Status: 'CREATED',
        }),
      };
    },
  });
  defineRoute('put', '/cardregistrations/:id', {
    operation: 'cardRegistration',
    handle({ request }) {
      const parsedForm = FinishedRegistration.safeParse(request.body);
      return parsedForm.success
        ? finishRegistration(String(request.params['id']), parsedForm.data.RegistrationData)
        : parameterError(parsedForm.error);
    },
  });
  defineRoute('get', '/cards/:id', {
    operation: 'read',
    handle({ request }) {
      const card = findObject(MangopayCard, 'card', String(request.params['id']));
      return card === null ? mangopayError(404, 'ressource_not_found') : { status: 200, body: presentCard(card) };
    },
  });
  defineRoute('put', '/cards/:id', {
    operation: 'cardRegistration',
    handle({ request }) {
      const card = findObject(MangopayCard, 'card', String(request.params['id']));
      if (card === null) return mangopayError(404, 'ressource_not_found');
      const parsedForm = CardChange.safeParse(request.body);
      if (!parsedForm.success) return parameterError(parsedForm.error);
      const deactivatedCard: MangopayCard = { ...card, Active: false };
      store.put({ kind: 'card', id: card.Id, owner: card.UserId }, deactivatedCard);
      return { status: 200, body: presentCard(deactivatedCard) };
    },
  });
  defineRoute('get', '/users/:id/cards', {
    operation: 'read',
    handle({ request }) {
      const id = String(request.params['id']);
      if (findObject(MangopayUser, 'user', id) === null) return mangopayError(404, 'ressource_not_found');
      const userCards = store
        .list(MangopayCard, 'card', id)
        .filter(({ Active }) => request.query['Active'] !== 'true' || Active);
      return { status: 200, body: userCards.map(presentCard) };
    },
  });

  /**
   * Tokenises the card data of a browser. Returns `data=` with a token, or `errorCode=` with a code. The card number is
   * not stored.
   */
  const tokeniseCard = (input: unknown): string => {
    const enteredCard = EnteredCard.safeParse(input);
    const registration = enteredCard.success
      ? store
          .list(CardRegistration, 'cardRegistration')
          .find(
            ({ PreregistrationData, AccessKey }) =>
              PreregistrationData === enteredCard.data.data && AccessKey === enteredCard.data.accessKeyRef,
          )
      : undefined;
    if (!enteredCard.success || registration === undefined) return 'errorCode=09101';
    if (clock.realNow() - registration.CreationDate * 1000 > CARD_TOKEN_LIFE_MS) return 'errorCode=02631';
    const { cardNumber, cardExpirationDate, cardCvx } = enteredCard.data;
    const entryErrorCode = cardErrorCode(enteredCard.data, {
      isMaestro: registration.CardType === 'MAESTRO',
      month: utcMonthOf(clock.realNow()),
    });
    if (entryErrorCode !== null) return `errorCode=${entryErrorCode}`;
    const cardBehaviour = CHALLENGED_CARD_NUMBERS.has(cardNumber) ? 'challenge' : 'frictionless';
    const token: CardToken = {
      registrationId: registration.Id,
      alias: `${cardNumber.slice(0, 6)}XXXXXX${cardNumber.slice(-4)}`,
      expiration: cardExpirationDate,
      provider: CARD_BRANDS.find(([, prefix]) => prefix.test(cardNumber))?.[0] ?? 'CB',
      fingerprint: createHash('sha256').update(cardNumber).digest('hex').slice(0, 32),
      behaviour: cardCvx === DECLINED_CVX && registration.CardType !== 'MAESTRO' ? 'refused' : cardBehaviour,
    };
    return `data=${issuedTokens.issueToken('accessToken', token, CARD_TOKEN_LIFE_MS)}`;
  };

  const providerOperation = { provider: 'mangopay', operation: 'cardRegistration' } as const;
  const failureBody = (status: number): string => `errorCode=${status}`;

  const tokenise = createCallHandler(
    { faults, failureBody },
    providerOperation,
    ({ request: { body }, resultCode }) => {
      const tokeniserResponse = resultCode === undefined ? tokeniseCard(body) : `errorCode=${resultCode}`;
      const { returnURL } = EnteredCard.safeParse(body).data ?? {};
      if (returnURL === undefined) return { status: 200, body: tokeniserResponse };
      const returnTarget = URL.parse(returnURL);
      // Redirects the browser only to the product's own origin.
      if (returnTarget?.origin !== gatewayUrl) return { status: 200, body: 'errorCode=02628' };
      const [name = '', value = ''] = tokeniserResponse.split(/=(.*)/s);
      returnTarget.searchParams.set(name, value);
      return { status: 302, body: '', location: returnTarget.href };
    },
  );

  const BrowserFinish = z.object({ Id: z.string(), RegistrationData: z.string() });
  const browserRouter = Router();
  browserRouter
    .route(TOKENISER_PATH)
    .all(allowCrossOrigin(gatewayUrl))
    .post(express.urlencoded({ extended: false }), tokenise)
    .get((_request, response) => void response.type('text/plain').send('errorCode=02632'));
  browserRouter
    .route('/psp/v2.01/:client/CardRegistrations/:id')
    .all((request, response, next) => {
      // A request with an access token comes from the product's server, so the authenticated routes handle it.
      if (request.get('Authorization') !== undefined || request.method === 'PUT') return next('router');
      allowCrossOrigin(gatewayUrl)(request, response, next);
    })
    .post(
      express.urlencoded({ extended: false }),
      createCallHandler(
        { faults, failureBody: (status) => mangopayError(status, 'internal').body },
        providerOperation,
        ({ request, resultCode }) => {
          const parsedForm = BrowserFinish.safeParse(request.body);
          if (
            !parsedForm.success ||
            parsedForm.data.Id !== request.params['id'] ||
            request.params['client'] !== access.clientId
          )
            return mangopayError(400, 'param_error');
          return finishRegistration(
            parsedForm.data.Id,
            resultCode === undefined ? parsedForm.data.RegistrationData : `errorCode=${resultCode}`,
          );
        },
      ),
    );
  return { browserRouter };
};
