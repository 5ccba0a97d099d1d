import { paymentRefusedError } from './payment-options';

it.each([
  // Result codes of the provider reach the client unchanged.
  ['mangopay', '101399', '101399'],
  ['mangopay', '01902', '01902'],
  ['paypal', 'INSTRUMENT_DECLINED', 'INSTRUMENT_DECLINED'],
  // Reasons of the gateway that mean nothing to clients, and texts that aren't result codes, become a code of the
  // provider.
  ['mangopay', 'neverArrived', '009101'],
  ['mangopay', 'gone', '001999'],
  ['mangopay', 'param_error', '001999'],
  ['mangopay', null, '001999'],
  ['paypal', 'neverArrived', 'INVALID_RESOURCE_ID'],
  ['paypal', 'gone', 'INVALID_RESOURCE_ID'],
  ['paypal', 'replaced', 'ORDER_EXPIRED'],
  ['paypal', 'lapsed', 'ORDER_EXPIRED'],
  ['paypal', null, 'TRANSACTION_REFUSED'],
  ['paypal', '400', 'TRANSACTION_REFUSED'],
  // Reasons that inform clients about a refund reach the client unchanged.
  ['mangopay', 'tooLate', 'tooLate'],
  ['paypal', 'amountMismatch', 'amountMismatch'],
  ['paypal', 'meetupTaken', 'meetupTaken'],
] as const)('%s: %s is told as %s', (provider, storedCode, shownCode) => {
  expect(paymentRefusedError({ provider, code: storedCode })).toEqual(
    provider === 'mangopay'
      ? { code: 'mangopay-error', message: `mangopay-error/${shownCode}`, details: { ResultCode: shownCode } }
      : {
          code: 'paypal-error',
          message: JSON.stringify({ name: 'UNPROCESSABLE_ENTITY', details: [{ issue: shownCode }] }),
          details: { issue: shownCode },
        },
  );
});
