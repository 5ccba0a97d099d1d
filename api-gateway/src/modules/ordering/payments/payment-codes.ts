import type { ErrorCode } from '@mahlzeit/contract';
import type { PaymentAttempt } from '../repositories/attempt-repository';

/** Ours, for an attempt that its provider has never heard of. */
export const NEVER_ARRIVED = 'neverArrived';

/** Nobody has finished it before its meal was over: nothing was taken. */
export const LAPSED = 'lapsed';

/** Ours, for an attempt that its provider knew and doesn't any more. */
export const GONE = 'gone';

/** Ours, for what its diner has left with PayPal and ordered anew. */
export const REPLACED = 'replaced';

/** Ours, for what its diner has let go of. */
export const LEFT = 'left';

/** Whether a payment was given up without its provider having refused anything: nobody has asked for the money. */
export const isGivenUp = ({ state, code }: Pick<PaymentAttempt, 'state' | 'code'>): boolean =>
  state === 'FAILED' && [LEFT, REPLACED, LAPSED].includes(code ?? '');

/** Ours, for a meal that is over. */
export const TOO_LATE = 'tooLate';

/**
 * Reasons of ours of which clients know that the money was taken and goes back; to others they are unknown, which is
 * what they are shown then.
 */
const GOES_BACK: ReadonlySet<string> = new Set([TOO_LATE, 'amountMismatch', 'meetupTaken']);

/** PayPal's word for what it would have called so, for reasons of ours. */
const PAYPAL_ISSUES: Readonly<Record<string, string>> = {
  [NEVER_ARRIVED]: 'INVALID_RESOURCE_ID',
  [GONE]: 'INVALID_RESOURCE_ID',
  [LEFT]: 'ORDER_EXPIRED',
  [REPLACED]: 'ORDER_EXPIRED',
  [LAPSED]: 'ORDER_EXPIRED',
};

/** Of the card payment provider: it didn't answer, and something went wrong there. */
const [NO_ANSWER, OPERATION_ERROR] = ['009101', '001999'];

/**
 * Why a payment failed as clients know it: the provider's own code, and where there is none the one that it has for
 * such a thing.
 */
export const shownCode = ({
  provider,
  code,
}: {
  readonly provider: PaymentAttempt['provider'];
  readonly code: string;
}): string => {
  if (GOES_BACK.has(code)) return code;
  if (provider === 'paypal') return PAYPAL_ISSUES[code] ?? (/^[A-Z]/.test(code) ? code : 'TRANSACTION_REFUSED');
  if (code === NEVER_ARRIVED) return NO_ANSWER;
  // Its types of errors are no codes of results: `param_error`.
  return /^\d{5,6}$/.test(code) ? code : OPERATION_ERROR;
};

/** The error that a diner gets whose payment failed: the provider's words in the spec's form (contract §0). */
export const paymentRefused = ({
  provider,
  code,
}: Pick<PaymentAttempt, 'provider' | 'code'>): {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, string>>;
} => {
  const reason = shownCode({ provider, code: code ?? 'unknown' });
  return provider === 'mangopay'
    ? { code: 'mangopay-error', message: `mangopay-error/${reason}`, details: { ResultCode: reason } }
    : {
        code: 'paypal-error',
        message: JSON.stringify({ name: 'UNPROCESSABLE_ENTITY', details: [{ issue: reason }] }),
        details: { issue: reason },
      };
};
