import { errorCodes, refundPartnerOrder, routes, httpStatusOf } from '@mahlzeit/contract';
import type { Route } from '@mahlzeit/contract';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import catalogue from '../../../../src/features/providers/locales/de.json';
import de from '../../../locales/de.json';
import { consoleErrorText } from '../../console-texts';
import { refundErrorIn, refundErrorText, refusedRefundText } from './refund-error-texts';

const cardErrorText = (code: string) => refundErrorText({ paymentOption: 'card', code });
const paypalErrorText = (code: string) => refundErrorText({ paymentOption: 'paypal', code });
const generalTextByPaymentOption = {
  card: 'Der Zahlungsdienst hat die Erstattung abgelehnt.',
  paypal: 'PayPal hat die Erstattung abgelehnt.',
};

/**
 * All error codes for which diners get a text. The two lists below name the codes of payments and the codes of refunds.
 */
const catalogueErrorCodes = Object.keys(catalogue).flatMap(
  (key) => /^Error(?:Payment_(?=\d)|PayPal_)(?<code>\w+)$/.exec(key)?.groups?.['code'] ?? [],
);

/** Codes that no refund returns: codes of card registrations, bank approvals, payments and PayPal orders. */
const paymentErrorCodes = `
  001030 001031 001032 001033 001034 001596 001597 001598 001599 02101 02625 02626 02627 02628 02631 02632 101001 101002 101102 101104 101108 101109 101111 101112 101113 101115 101118 101202
  101301 101302 101303 101304 101305 101306 101399 101699 105101 105102 105103 105104 105202 105203 105204 105205 105206 105299 201003 205001
  INSTRUMENT_DECLINED ORDER_NOT_APPROVED ORDER_ALREADY_CAPTURED PAYER_ACTION_REQUIRED REDIRECT_PAYER_FOR_ALTERNATE_FUNDING ORDER_COMPLETION_IN_PROGRESS ORDER_EXPIRED TOKEN_EXPIRED PAYER_CANNOT_PAY
  PAYEE_BLOCKED_TRANSACTION TRANSACTION_BLOCKED_BY_PAYEE TRANSACTION_REFUSED TRANSACTION_LIMIT_EXCEEDED TRANSACTION_RECEIVING_LIMIT_EXCEEDED MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED COMPLIANCE_VIOLATION
  DOMESTIC_TRANSACTION_REQUIRED AMOUNT_MISMATCH ITEM_TOTAL_MISMATCH MAX_VALUE_EXCEEDED
`
  .trim()
  .split(/\s+/);
const refundErrorCodes = catalogueErrorCodes.filter((code) => !paymentErrorCodes.includes(code));

/**
 * Codes of refunds in the providers' documents (A.9, A.12, B.6), and codes with which the gateway stops trying a
 * refund.
 */
const documentedRefundErrorCodes = `
  001401 001403 005403 005404 005405 005406 005407
  PAYER_ACCOUNT_LOCKED_OR_CLOSED PAYEE_ACCOUNT_RESTRICTED PAYEE_ACCOUNT_LOCKED_OR_CLOSED PAYEE_ACCOUNT_INVALID DUPLICATE_INVOICE_ID CANNOT_BE_ZERO_OR_NEGATIVE CANNOT_BE_NEGATIVE DECIMAL_PRECISION INVALID_CURRENCY_CODE
  INVALID_RESOURCE_ID PREVIOUS_REQUEST_IN_PROGRESS REFUND_TIME_LIMIT_EXCEEDED REFUND_AMOUNT_EXCEEDED REFUND_AMOUNT_TOO_LOW CAPTURE_FULLY_REFUNDED REFUND_NOT_ALLOWED PARTIAL_REFUND_NOT_ALLOWED REFUND_IS_RESTRICTED
  MAX_NUMBER_OF_REFUNDS_EXCEEDED PENDING_CAPTURE REFUND_FAILED_INSUFFICIENT_FUNDS REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK TRANSACTION_DISPUTED REFUND_CAPTURE_CURRENCY_MISMATCH
`
  .trim()
  .split(/\s+/);

const apiErrorWith = (code: string, status = 0): ApiError => ({
  status,
  code,
  message: code,
  requestId: null,
  retryAfterMs: null,
  details: null,
});

/**
 * Matches German sentences, which a code number may follow. A text key, a placeholder or an English word doesn't match.
 */
const GERMAN_SENTENCES = /^(?:[A-ZÄÖÜ](?:[^_{}.]|\d\.(?=\d))+\. ?)+(?:\(Code \d+\))?$/;
const ENGLISH_WORDS =
  /\b(?:the|card|payment|refund|error|declined|failed|amount|please|user|invalid|expired|account|try|again|not|your|order)\b/i;
/** Matches phrases that fit only in a text for diners, not in one for restaurants. */
const DINER_PHRASES =
  /\b[Dd]ein\w*\s+(?:Karte|Bank|Konto|PayPal|Zahlung|Bestellung|Warenkorb|Gerät|Zahlungsmittel|Betrag)|[Bb]ezahl (?:anders|bitte|mit)|andere (?:Karte|Zahlungs)|[Bb]estell(?: |$)|Warenkorb|Frag .*Lokal/;

const expectCounterText = (errorText: string): void => {
  expect(errorText).toMatch(GERMAN_SENTENCES);
  expect(errorText).not.toMatch(ENGLISH_WORDS);
  expect(errorText).not.toMatch(DINER_PHRASES);
};

describe('C22 why a refund was refused, to its restaurant', () => {
  it.each(refundErrorCodes)('%s has words of its own', (code) => {
    const isCardCode = /^\d/.test(code);
    const errorText = (isCardCode ? cardErrorText : paypalErrorText)(code);
    expectCounterText(errorText);
    expect(errorText.startsWith(generalTextByPaymentOption[isCardCode ? 'card' : 'paypal'])).toBe(false);
    expect(errorText.endsWith(`(Code ${code})`)).toBe(isCardCode);
  });

  it('leaves out none that a provider names of refunds, and sorts out none that nobody knows', () => {
    expect(documentedRefundErrorCodes.filter((code) => !refundErrorCodes.includes(code))).toEqual([]);
    expect(paymentErrorCodes.filter((code) => !catalogueErrorCodes.includes(code))).toEqual([]);
  });

  it.each(paymentErrorCodes)('%s, which is of no refund, is said in general', (code) => {
    const isCardCode = /^\d/.test(code);
    expect((isCardCode ? cardErrorText : paypalErrorText)(code)).toBe(
      isCardCode ? `${generalTextByPaymentOption.card} (Code ${code})` : generalTextByPaymentOption.paypal,
    );
  });

  it.each([
    ['card', undefined, generalTextByPaymentOption.card],
    ['card', '999888', `${generalTextByPaymentOption.card} (Code 999888)`],
    ['card', 'param_error', generalTextByPaymentOption.card],
    ['card', 'constructor', generalTextByPaymentOption.card],
    ['paypal', undefined, generalTextByPaymentOption.paypal],
    ['paypal', 'NEVER_SEEN', generalTextByPaymentOption.paypal],
    ['paypal', 'TRANSACTION_REFUSED', generalTextByPaymentOption.paypal],
    ['paypal', '', generalTextByPaymentOption.paypal],
  ] as const)('by %s %p is said in general: never a key', (paymentOption, code, errorText) => {
    expect(refundErrorText({ paymentOption, code })).toBe(errorText);
  });

  it('names amount and reason first', () => {
    expect(refusedRefundText({ amount: 890, reason: 'no_time' }, { paymentOption: 'card', code: '005405' })).toBe(
      '8,90\u00a0€ sind nicht zurückgegangen (Grund: Gast hat keine Zeit). Für diese Erstattung fehlt gerade die Deckung. Versuch es später noch einmal. (Code 005405)',
    );
  });

  it.each([
    ['mangopay-error', { ResultCode: '001403' }, { paymentOption: 'card', code: '001403' }],
    ['mangopay-error', null, { paymentOption: 'card', code: undefined }],
    ['paypal-error', { issue: 'REFUND_NOT_ALLOWED' }, { paymentOption: 'paypal', code: 'REFUND_NOT_ALLOWED' }],
    ['paypal-error', { ResultCode: '001403' }, { paymentOption: 'paypal', code: undefined }],
    ['refundExceedsAmount', { ResultCode: '001403' }, null],
  ])('is found in the answer %s %j', (code, errorDetails, expectedError) => {
    expect(refundErrorIn({ code, details: errorDetails })).toEqual(expectedError);
  });

  it('has no words for what no code leads to', () => {
    const reachableTexts = new Set(
      [...refundErrorCodes]
        .flatMap((code) => [cardErrorText(code), paypalErrorText(code)])
        .map((refusalText) => refusalText.replace(/ \(Code \d+\)$/, '')),
    );
    expect(
      Object.entries(de).filter(([key, refusalText]) => key.startsWith('Refusal_') && !reachableTexts.has(refusalText)),
    ).toEqual([]);
  });
});

describe('an error at the counter', () => {
  const partnerRoutes: readonly Route[] = routes.filter(({ access }: Route) => access === 'partner');

  it.each([...new Set(partnerRoutes.flatMap(({ errors }) => errors))])(
    'that a route of the partner API names has words of the console’s own: %s',
    (code) => {
      const errorText = consoleErrorText(apiErrorWith(code, httpStatusOf(code)));
      expectCounterText(errorText);
      expect(errorText).toBe(Reflect.get(de, `Error_${code}`));
    },
  );

  it('has them for a refund, too', () => {
    expect(refundPartnerOrder.errors.every((code) => partnerRoutes.some(({ errors }) => errors.includes(code)))).toBe(
      true,
    );
    const unusedTextKeys = Object.keys(de).filter(
      (key) =>
        key.startsWith('Error_') && !partnerRoutes.some(({ errors }) => errors.some((code) => key === `Error_${code}`)),
    );
    expect(unusedTextKeys).toEqual([]);
  });

  // Error codes that every API route can return: from access control, parsing and the platform.
  it.each([
    'invalidRequest',
    'unauthenticated',
    'methodNotAllowed',
    'requestTimeout',
    'requestInProgress',
    'payloadTooLarge',
    'unsupportedMediaType',
    'idempotencyKeyReused',
    'ErrorTooManyAttempts',
    'internal',
    'unavailable',
  ] as const)('of any route is said in German: %s', (code) => {
    expect(errorCodes()).toContain(code);
    expectCounterText(consoleErrorText(apiErrorWith(code, httpStatusOf(code))));
  });

  it.each([
    ['offline', 0],
    ['timeout', 0],
    ['aborted', 0],
    ['invalidAnswer', 200],
    ['httpError', 502],
    ['httpError', 404],
    ['nie gesehen', 418],
  ])('without an answer of the gateway is said in German: %s %i', (code, status) => {
    expectCounterText(consoleErrorText(apiErrorWith(code, status)));
  });

  it.each(['offline', 'timeout', 'requestTimeout'])('that is a lost connection says so: %s', (code) => {
    expect(consoleErrorText(apiErrorWith(code))).toMatch(/^Keine Verbindung\./);
  });
});
