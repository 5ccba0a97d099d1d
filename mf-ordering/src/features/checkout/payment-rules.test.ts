import { err, ok } from '@mahlzeit/contract';
import type { OrderAnswer, PayIn } from '@mahlzeit/contract';
import * as z from '@mahlzeit/contract/zod';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { verdictOfStatus, verdictOfOrder, placeOrderOrText } from './payment-rules';

const orderAnswer: OrderAnswer = {
  Status: 'CREATED',
  Id: 'payin_m_1',
  SecureModeRedirectURL: null,
  ResultCode: null,
  links: [],
  orderKey: 'bestellung-1',
};
const paypalApproveLinks = [
  { rel: 'self', href: 'https://paypal.test/1' },
  { rel: 'approve', href: 'https://paypal.test/approve' },
];
const apiErrorWith = (status: number, errorCode: string, errorDetails: ApiError['details'] = null): ApiError => ({
  status,
  code: errorCode,
  message: errorCode,
  requestId: null,
  retryAfterMs: null,
  details: errorDetails,
});

describe('the meaning of the answer to an order', () => {
  it.each([
    ['paid at once', 'card', { Status: 'SUCCEEDED' }, 'paid'],
    ['refused at once', 'card', { Status: 'FAILED', ResultCode: '101399' }, 'refused'],
    ['the bank asks', 'card', { SecureModeRedirectURL: 'https://bank.test' }, 'bank'],
    ['C15 still to be decided, and nobody asks', 'card', {}, 'open'],
    ['PayPal is to be approved', 'paypal', { links: paypalApproveLinks }, 'approve'],
    [
      'C14 PayPal names no way to approve',
      'paypal',
      { links: [{ rel: 'self', href: 'https://paypal.test/1' }] },
      'refused',
    ],
  ] as const)('%s', (_, paymentOption, answerFields, expectedKind) => {
    expect(
      verdictOfOrder(
        ok({ ...orderAnswer, ...answerFields, links: 'links' in answerFields ? [...answerFields.links] : [] }),
        {
          option: paymentOption,
          isRepeat: false,
        },
      ).type,
    ).toBe(expectedKind);
  });

  it('finds the link to approve by its name, wherever it stands', () => {
    expect(
      verdictOfOrder(ok({ ...orderAnswer, links: paypalApproveLinks }), { option: 'paypal', isRepeat: false }),
    ).toEqual({
      type: 'approve',
      url: 'https://paypal.test/approve',
    });
  });

  it('shows no way on where PayPal, asked again, names none: it may be approved already', () => {
    expect(verdictOfOrder(ok(orderAnswer), { option: 'paypal', isRepeat: true })).toEqual({
      type: 'approve',
      url: null,
    });
  });

  it.each([
    // A lost connection, a late response and a broken server don't tell whether the money was charged.
    [0, 'offline', 'unknown', 'unknown'],
    [0, 'timeout', 'unknown', 'unknown'],
    [200, 'invalidAnswer', 'unknown', 'unknown'],
    [500, 'internal', 'unknown', 'unknown'],
    [503, 'providerUnavailable', 'unknown', 'unknown'],
    [409, 'requestInProgress', 'unknown', 'unknown'],
    [422, 'idempotencyKeyReused', 'unknown', 'unknown'],
    // As the response to a first request these errors mean that nothing has started. As the response to a repeated
    // request, they don't tell what happened to the first request.
    [401, 'unauthenticated', 'refused', 'unknown'],
    [403, 'registrationRequired', 'refused', 'unknown'],
    [403, 'WrongTransactionAuthor', 'refused', 'unknown'],
    [429, 'ErrorTooManyAttempts', 'refused', 'unknown'],
    // A response that doesn't come from the gateway says nothing about the payment, whatever its status is.
    [403, 'httpError', 'unknown', 'unknown'],
    [404, 'httpError', 'unknown', 'unknown'],
    // An error in the order itself is final, regardless of how often the order was sent.
    [409, 'OrderMealsChanged', 'refused', 'refused'],
    [409, 'TotalPrice', 'refused', 'refused'],
    [409, 'DiscountLimitExceeded', 'refused', 'refused'],
    [409, 'meetupBeingPaid', 'refused', 'refused'],
    [409, 'restaurantClosed', 'refused', 'refused'],
    [409, 'restaurantUnreachable', 'refused', 'refused'],
    [409, 'ordersPaused', 'refused', 'refused'],
    [400, 'ErrorOrderTooSoon', 'refused', 'refused'],
    // These errors are final even for retries days later: before any check the gateway looks for an order with the same
    // idempotency key.
    [400, 'ErrorOrderNotToday', 'refused', 'refused'],
    [402, 'paypal-error', 'refused', 'refused'],
    [404, 'RestaurantUndefined', 'refused', 'refused'],
  ] as const)(
    'takes %i %s for %s at first and for %s when it was sent again',
    (status, code, expectedFirstKind, expectedRepeatKind) => {
      const verdictTypeOf = (isRepeat: boolean) =>
        verdictOfOrder(err(apiErrorWith(status, code)), { option: 'card', isRepeat }).type;
      expect([verdictTypeOf(false), verdictTypeOf(true)]).toEqual([expectedFirstKind, expectedRepeatKind]);
    },
  );

  it('takes the gateway’s word that nothing has begun', () => {
    expect(
      verdictOfOrder(err(apiErrorWith(503, 'providerUnavailable', { nothingBegun: true })), {
        option: 'card',
        isRepeat: false,
      }).type,
    ).toBe('refused');
  });

  it('C14 is read as an object and as a string of JSON', () => {
    const parseAnswer = (value: unknown) => z.safeParse(placeOrderOrText.answer, value);
    expect([parseAnswer(orderAnswer), parseAnswer(JSON.stringify(orderAnswer))]).toEqual([
      { success: true, data: orderAnswer },
      { success: true, data: orderAnswer },
    ]);
    expect([parseAnswer('nichts').success, parseAnswer('{"Status":"CREATED"}').success]).toEqual([false, false]);
  });
});

describe('the meaning of the provider’s answer', () => {
  const payInWith = (payInStatus: PayIn['Status'], resultCode: string | null = null): PayIn => ({
    Status: payInStatus,
    Id: 'payin_m_1',
    ResultCode: resultCode,
    ResultMessage: null,
  });

  it.each([
    ['SUCCEEDED', 'paid'],
    ['CREATED', 'open'],
    ['FAILED', 'refused'],
  ] as const)('C15 takes %s for %s', (status, expectedKind) => {
    expect(verdictOfStatus(ok(payInWith(status)), 'card').type).toBe(expectedKind);
  });

  it.each([
    ['card', 'mangopay-error/101301'],
    ['paypal', '{"details":[{"issue":"101301"}]}'],
  ] as const)('names why by %s', (option, expectedMessage) => {
    expect(verdictOfStatus(ok(payInWith('FAILED', '101301')), option)).toMatchObject({
      failure: { message: expectedMessage },
    });
  });

  it.each([
    [0, 'offline', 'unknown'],
    [503, 'providerUnavailable', 'unknown'],
    [500, 'internal', 'unknown'],
    [404, 'httpError', 'unknown'],
    [404, 'notFound', 'refused'],
  ] as const)('takes %i %s for %s', (status, code, expectedKind) => {
    expect(verdictOfStatus(err(apiErrorWith(status, code)), 'card').type).toBe(expectedKind);
  });
});
