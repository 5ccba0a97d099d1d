import { paymentRefused } from './payment-options';

it.each([
  // The provider's own.
  ['mangopay', '101399', '101399'],
  ['mangopay', '01902', '01902'],
  ['paypal', 'INSTRUMENT_DECLINED', 'INSTRUMENT_DECLINED'],
  // Ours, and what is no code of a result.
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
  // Money that goes back: clients say so.
  ['mangopay', 'tooLate', 'tooLate'],
  ['paypal', 'amountMismatch', 'amountMismatch'],
  ['paypal', 'meetupTaken', 'meetupTaken'],
] as const)('%s: %s is told as %s', (provider, code, shown) => {
  expect(paymentRefused({ provider, code })).toEqual(
    provider === 'mangopay'
      ? { code: 'mangopay-error', message: `mangopay-error/${shown}`, details: { ResultCode: shown } }
      : {
          code: 'paypal-error',
          message: JSON.stringify({ name: 'UNPROCESSABLE_ENTITY', details: [{ issue: shown }] }),
          details: { issue: shown },
        },
  );
});
