import {
  abandonOrder,
  captureOrder,
  createNaturalUser,
  deactivateCard,
  finishCardRegistration,
  getCards,
  getPayIn,
  placeOrder,
  registerCard,
  setDefaultCard,
  httpStatusOf,
  updateOrderStatus,
} from '@mahlzeit/contract';
import type { ErrorCode } from '@mahlzeit/contract';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { failureTextOf } from './failure-texts';
import de from './locales/de.json';
import { refusalErrorOf } from '../payment-options';

const apiErrorWith = (overrides: Partial<ApiError>): ApiError => ({
  status: 402,
  code: 'mangopay-error',
  message: null,
  requestId: null,
  retryAfterMs: null,
  details: null,
  ...overrides,
});

const unknownFailureText = 'Das hat nicht geklappt. Versuch es noch einmal.';
const noReleaseText =
  'Die Freigabe bei deiner Bank geht gerade nicht. Versuch es später noch einmal oder nimm eine andere Karte.';
const payPalRefusalText = 'PayPal hat die Zahlung abgelehnt. Versuch es noch einmal oder bezahl mit Karte.';

describe('C22 the words for a failure, in the order of S2§8', () => {
  it.each<[string, Partial<ApiError>, string, string | null]>([
    [
      'a provider’s code in the message, before all else',
      { message: 'mangopay-error/101399', code: 'TotalPrice', status: 404, details: { ResultCode: '009101' } },
      noReleaseText,
      '101399',
    ],
    [
      'a name of the store',
      { message: 'firebase/NoCard', code: 'x', status: 404 },
      'Diese Karte gibt es nicht mehr. Wähle eine andere oder PayPal.',
      null,
    ],
    ['an unknown name of the store', { message: 'firebase/NoIdea', code: 'x', status: 404 }, unknownFailureText, null],
    [
      'no message: not an empty one',
      { message: 'api-error', code: 'api-error', status: 409 },
      unknownFailureText,
      null,
    ],
    [
      'PayPal’s issue in a message of JSON, before a code',
      {
        message: '{"name":"UNPROCESSABLE_ENTITY","details":[{"issue":"INSTRUMENT_DECLINED"}]}',
        details: { ResultCode: '101399' },
      },
      'PayPal hat dein Zahlungsmittel abgelehnt. Wähle dort ein anderes.',
      null,
    ],
    [
      'an issue of PayPal that nobody knows',
      { message: '{"details":[{"issue":"NEVER_SEEN"}]}' },
      unknownFailureText,
      null,
    ],
    ['a message of JSON without an issue', { message: '{"details":[]}' }, payPalRefusalText, null],
    [
      'what the gateway says of a payment with PayPal',
      { message: '{"details":[{"issue":"neverArrived"}]}' },
      'Die Zahlung ist nicht zustande gekommen.',
      null,
    ],
    [
      'an object with a ResultCode',
      { message: 'mangopay-error', details: { ResultCode: '101399' } },
      noReleaseText,
      '101399',
    ],
    [
      'a provider’s code that nobody knows: the generic words, and its number',
      { message: 'mangopay-error/999888' },
      unknownFailureText,
      '999888',
    ],
    ['the same of an object', { details: { ResultCode: '999888' } }, unknownFailureText, '999888'],
    [
      'a server’s name',
      { code: 'TotalPrice', message: 'TotalPrice', status: 409 },
      'Die Summe hat sich geändert. Sieh dir deinen Warenkorb noch einmal an.',
      null,
    ],
    [
      'an order’s time',
      { code: 'ErrorOrderTooSoon', message: 'ErrorOrderTooSoon', status: 400 },
      'Die Zeit ist zu knapp. Wähle eine spätere.',
      null,
    ],
    [
      'that nobody is paid here',
      { code: 'providerUnavailable', status: 503, details: { nothingBegun: true, reason: 'ordersOff' } },
      'Hier kann man zurzeit nicht bestellen.',
      null,
    ],
    [
      'that nobody is paid here in this way',
      { code: 'providerUnavailable', status: 503, details: { nothingBegun: true, reason: 'paymentOptionOff' } },
      'So kann man hier zurzeit nicht bezahlen. Bezahl bitte anders.',
      null,
    ],
    [
      'that payments are reconciled after a restore',
      { code: 'providerUnavailable', status: 503, details: { nothingBegun: true, reason: 'reconciling' } },
      'Nach einer Störung gleichen wir gerade die Zahlungen ab. Bestell bitte in ein paar Minuten.',
      null,
    ],
    [
      'HTTP 400',
      { code: 'seltsam', message: 'seltsam', status: 400 },
      'Das konnte so nicht übernommen werden. Prüfe deine Angaben.',
      null,
    ],
    [
      'HTTP 401',
      { code: 'seltsam', message: 'seltsam', status: 401 },
      'Deine Anmeldung ist abgelaufen. Melde dich noch einmal an.',
      null,
    ],
    ['HTTP 403', { code: 'seltsam', message: 'seltsam', status: 403 }, 'Das darfst du hier leider nicht.', null],
    ['HTTP 404', { code: 'seltsam', message: 'seltsam', status: 404 }, 'Das gibt es hier nicht mehr.', null],
    ['HTTP 409', { code: 'seltsam', message: 'seltsam', status: 409 }, unknownFailureText, null],
    ['HTTP 500', { code: 'seltsam', message: 'seltsam', status: 500 }, unknownFailureText, null],
    ['nothing at all', { code: '', message: null, status: 0 }, unknownFailureText, null],
  ])('%s', (_, failureOverrides, expectedText, expectedCode) => {
    expect(failureTextOf(apiErrorWith(failureOverrides))).toEqual({
      text: expectedText,
      code: expectedCode,
      isNothingCharged: true,
      isRefused: true,
    });
  });

  it.each(['AlertTitle', 'constructor', 'NEVER_SEEN', 'neverArrived', '', '12', '1234567'])(
    'never shows %p, a key or a number that nobody knows',
    (unknownCode) => {
      expect(failureTextOf(apiErrorWith({ message: `mangopay-error/${unknownCode}` }))).toEqual({
        text: 'Die Zahlung ist nicht zustande gekommen.',
        code: null,
        isNothingCharged: true,
        isRefused: true,
      });
    },
  );

  it.each(['mangopay-error/mealGone', 'mangopay-error/amountMismatch', '{"details":[{"issue":"tooLate"}]}'])(
    'doesn’t say of %s that nothing was charged',
    (message) => {
      expect(failureTextOf(apiErrorWith({ message }))).toEqual({
        text: expect.stringMatching(/\. Deine Zahlung kam an, du bekommst dein Geld zurück\.$/),
        code: null,
        isNothingCharged: false,
        isRefused: true,
      });
    },
  );

  it.each([
    ['tooLate', 'zu spät'],
    ['closed', 'nicht mehr geöffnet'],
    ['mealGone', 'gibt es nicht mehr'],
    ['mealPrice', 'Preis'],
    ['placeGone', 'nimmt diese Bestellung nicht mehr an'],
  ])('names the reason of a payment that was not captured: %s', (reason, words) => {
    const issue = `notCharged-${reason}`;
    expect(failureTextOf(apiErrorWith({ message: JSON.stringify({ details: [{ issue }] }) }))).toMatchObject({
      text: expect.stringContaining(words),
      isNothingCharged: true,
    });
  });
});

/** All codes that a provider or the gateway may return (S2§8, A.12, B.6). */
const providerErrorCodes = `
  001001 001002 001011 001012 001013 001014 001030 001031 001032 001033 001034 001401 001403 001596 001597 001598 001599 001999 005403 005404 005405 005406 005407
  009101 009103 009199 009499 009999 01902 02101 02624 02625 02626 02627 02628 02631 02632 09101 09102 09104 09201
  101001 101002 101202 101301 101302 101303 101304 101399 101410 101699 105101 105102 105103 105104 105202 105203 105204 105205 105206 105299
  101101 101102 101103 101104 101105 101106 101108 101109 101111 101112 101113 101115 101118 101199 101305 101306 002996 002998 002999
  008001 008002 008003 008004 008005 008006 008007 008500 008501 008502 008503 008504 008505 008506 008507 008508 008509 008510 008511 008512 008513 008514 008515 008600 008700 008999 201003 205001
`
  .trim()
  .split(/\s+/);
const serverErrorNames = `
  DiscountLimitExceeded MissingRequiredFields NoCard NoCardId NoCardType NoItems NoLegalUser NoMeetUpDate NoPaymentUser NoPreauthorizationId NoTransactionId
  OrderMealsChanged OrderNotCancelable OrderNotFound RestaurantUndefined TotalPrice UserNotFound WrongTransactionAuthor
`
  .trim()
  .split(/\s+/);
const paypalIssues = `
  INSTRUMENT_DECLINED ORDER_NOT_APPROVED ORDER_ALREADY_CAPTURED PAYER_ACTION_REQUIRED REDIRECT_PAYER_FOR_ALTERNATE_FUNDING ORDER_COMPLETION_IN_PROGRESS ORDER_EXPIRED TOKEN_EXPIRED PAYER_CANNOT_PAY
  PAYER_ACCOUNT_RESTRICTED PAYER_ACCOUNT_LOCKED_OR_CLOSED PAYEE_ACCOUNT_RESTRICTED PAYEE_ACCOUNT_LOCKED_OR_CLOSED PAYEE_ACCOUNT_INVALID PAYEE_BLOCKED_TRANSACTION TRANSACTION_BLOCKED_BY_PAYEE TRANSACTION_REFUSED
  TRANSACTION_LIMIT_EXCEEDED TRANSACTION_RECEIVING_LIMIT_EXCEEDED MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED COMPLIANCE_VIOLATION DOMESTIC_TRANSACTION_REQUIRED DUPLICATE_INVOICE_ID AMOUNT_MISMATCH ITEM_TOTAL_MISMATCH
  MAX_VALUE_EXCEEDED CANNOT_BE_ZERO_OR_NEGATIVE CANNOT_BE_NEGATIVE DECIMAL_PRECISION INVALID_CURRENCY_CODE CONSENT_NEEDED PERMISSION_DENIED INVALID_RESOURCE_ID INVALID_ACCOUNT_STATUS PREVIOUS_REQUEST_IN_PROGRESS
  REFUND_TIME_LIMIT_EXCEEDED REFUND_AMOUNT_EXCEEDED REFUND_AMOUNT_TOO_LOW CAPTURE_FULLY_REFUNDED REFUND_NOT_ALLOWED PARTIAL_REFUND_NOT_ALLOWED REFUND_IS_RESTRICTED MAX_NUMBER_OF_REFUNDS_EXCEEDED PENDING_CAPTURE
  REFUND_FAILED_INSUFFICIENT_FUNDS REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK TRANSACTION_DISPUTED REFUND_CAPTURE_CURRENCY_MISMATCH
`
  .trim()
  .split(/\s+/);

/** Error codes that don't concern the registration of cards: codes of refunds and of PayPal. */
const otherProviderCodes = new Set([
  '001401',
  '001403',
  '005403',
  '005404',
  '005405',
  '005406',
  '005407',
  '201003',
  '205001',
]);

/** Matches German sentences. A text key, a placeholder or an English word doesn't match. */
const GERMAN_SENTENCES = /^(?:[A-ZÄÖÜ](?:[^_{}.]|\d\.(?=\d))+\. ?)+$/;
const ENGLISH_WORDS =
  /\b(?:the|card|payment|refund|error|declined|failed|amount|please|user|invalid|expired|account|try|again|not|your|order)\b/i;

const expectGermanSentences = (errorText: string): void => {
  expect(errorText).toMatch(GERMAN_SENTENCES);
  expect(errorText).not.toMatch(ENGLISH_WORDS);
};

describe('C22 every code has German words of its own', () => {
  it.each(providerErrorCodes)('the provider’s %s, with its number', (code) => {
    const { text, code: shownCode } = failureTextOf(apiErrorWith({ message: `mangopay-error/${code}` }));
    expectGermanSentences(text);
    expect(shownCode).toBe(code);
    // Each error code has a text of its own, so a failure must not show the text of another code.
    expect(de).toHaveProperty(`ErrorPayment_${code}`, text);
  });

  it.each(providerErrorCodes.filter((code) => !otherProviderCodes.has(code)))(
    'the provider’s %s where a card is registered: nothing is paid there',
    (code) => {
      const { text, code: shownCode } = failureTextOf(apiErrorWith({ message: `mangopay-error/${code}` }), 'card');
      expectGermanSentences(text);
      expect([text, shownCode]).toEqual([
        expect.not.stringMatching(/Zahlung(?!sdienst)|bezahl|Bezahl|PayPal|[Bb]estell|Betrag/),
        code,
      ]);
    },
  );

  it.each<[Partial<ApiError>, string, string | null]>([
    [
      { message: 'mangopay-error/101002' },
      'Du hast die Freigabe bei deiner Bank abgebrochen. Abgebucht wurde nichts. Speichere die Karte noch einmal, wenn du sie nutzen willst.',
      '101002',
    ],
    [
      { message: 'mangopay-error/105204' },
      'Die Prüfnummer stimmt nicht. Es sind die drei Ziffern auf der Rückseite.',
      '105204',
    ],
    [{ message: 'mangopay-error/999888' }, unknownFailureText, '999888'],
    [
      { message: 'mangopay-error/' },
      'Deine Bank gibt diese Karte nicht frei. Frag dort nach oder nimm eine andere.',
      null,
    ],
  ])('of a card %j', (failureOverrides, expectedText, expectedCode) => {
    expect(failureTextOf(apiErrorWith(failureOverrides), 'card')).toMatchObject({
      text: expectedText,
      code: expectedCode,
    });
  });

  it.each(paypalIssues)('PayPal’s %s', (paypalIssue) => {
    const { text, code } = failureTextOf(
      apiErrorWith({
        code: 'paypal-error',
        message: JSON.stringify({ name: 'UNPROCESSABLE_ENTITY', details: [{ issue: paypalIssue }] }),
        details: { issue: paypalIssue },
      }),
    );
    expectGermanSentences(text);
    expect([code, text]).toEqual([null, Reflect.get(de, `ErrorPayPal_${paypalIssue}`)]);
  });

  it.each(serverErrorNames)('the server’s %s', (errorName) => {
    const { text } = failureTextOf(apiErrorWith({ code: errorName, message: errorName, status: 400 }));
    expectGermanSentences(text);
    expect(failureTextOf(apiErrorWith({ code: 'x', message: `firebase/${errorName}`, status: 500 })).text).toBe(text);
    expect(text).toBe(Reflect.get(de, `ErrorPayment_${errorName}`));
  });

  it.each([
    ...new Set(
      [
        placeOrder,
        abandonOrder,
        createNaturalUser,
        registerCard,
        finishCardRegistration,
        deactivateCard,
        setDefaultCard,
        captureOrder,
        updateOrderStatus,
        getCards,
        getPayIn,
      ].flatMap(({ errors }): readonly ErrorCode[] => errors),
    ),
  ])('what a payment’s call may answer: %s', (code) => {
    const { text } = failureTextOf(apiErrorWith({ code, message: code, status: httpStatusOf(code) }));
    expectGermanSentences(text);
    expect(text).not.toBe(unknownFailureText);
  });

  it.each([
    ...new Set(
      [createNaturalUser, registerCard, finishCardRegistration, deactivateCard, setDefaultCard].flatMap(
        ({ errors }): readonly ErrorCode[] => errors,
      ),
    ),
  ])('what a card’s call may answer: %s: nothing is paid there', (code) => {
    for (const apiError of [
      { code, message: code, status: httpStatusOf(code) },
      { code, message: `firebase/${code}` },
    ]) {
      const { text } = failureTextOf(apiErrorWith(apiError), 'card');
      expectGermanSentences(text);
      expect(text).not.toMatch(/Zahlung(?!sdienst)|bezahl|Bezahl|PayPal|[Bb]estell|Betrag/);
    }
  });

  it.each([
    [1, 'einer Minute'],
    [60_001, '2 Minuten'],
    [2_400_000, '40 Minuten'],
    [3_600_000, '60 Minuten'],
  ])('says when the next try is allowed after too many: after %i ms', (retryAfterMs, expectedWaitText) => {
    const tooManyAttempts = apiErrorWith({
      code: 'ErrorTooManyAttempts',
      message: 'ErrorTooManyAttempts',
      status: 429,
      retryAfterMs,
    });
    for (const failedAction of ['card', 'payment'] as const)
      expect(failureTextOf(tooManyAttempts, failedAction).text).toBe(
        `Zu viele Versuche. Versuch es in etwa ${expectedWaitText} noch einmal.`,
      );
  });

  it('names the deadline that the server names', () => {
    const tooLateText = (leadHours: number) =>
      failureTextOf(
        apiErrorWith({
          code: 'OrderNotCancelable',
          message: 'OrderNotCancelable',
          status: 409,
          details: { hours: leadHours },
        }),
      ).text;
    expect([tooLateText(2), tooLateText(1)]).toEqual([
      '2 Stunden vor dem Essen lässt sich eine Bestellung nicht mehr stornieren. Ruf bitte im Lokal an.',
      'Eine Stunde vor dem Essen lässt sich eine Bestellung nicht mehr stornieren. Ruf bitte im Lokal an.',
    ]);
  });

  it('says that a voucher doesn’t combine with a dish’s discount, where the server says so', () => {
    const errorText = (errorDetails?: ApiError['details']) =>
      failureTextOf(
        apiErrorWith({
          code: 'DiscountLimitExceeded',
          message: 'DiscountLimitExceeded',
          status: 409,
          ...(errorDetails === undefined ? {} : { details: errorDetails }),
        }),
      ).text;
    expect(errorText({ reason: 'notCombinable' })).toBe(
      'Ein Gutschein geht nicht zusammen mit einem Rabatt auf ein Gericht. Nimm eins von beiden heraus.',
    );
    expect(errorText()).toMatch(/^Ein Gutschein oder Rabatt in deinem Warenkorb gilt nicht mehr\./);
  });

  it('has no text for a code that nothing sends', () => {
    const namedTextKeys = new Set(
      [...providerErrorCodes, ...serverErrorNames]
        .map((code) => `ErrorPayment_${code}`)
        .concat(paypalIssues.map((issue) => `ErrorPayPal_${issue}`)),
    );
    const codesWithOwnText = [
      'OrderNotCancelableWithin',
      'meetupBeingPaid',
      'notFound',
      'orderRepeated',
      'providerUnavailable',
      'restaurantClosed',
      'DiscountNotCombinable',
      'restaurantUnreachable',
      'ordersPaused',
      'refundExceedsAmount',
      'refundOncePerDay',
      'refundWindowExpired',
    ].map((name) => `ErrorPayment_${name}`);
    expect(Object.keys(de).filter((key) => /^ErrorPay(?:ment|Pal)_/.test(key) && !namedTextKeys.has(key))).toEqual(
      codesWithOwnText,
    );
  });
});

it('names no reason where the provider gave none', () => {
  expect(refusalErrorOf('card', null).message).toBe('mangopay-error/');
});
