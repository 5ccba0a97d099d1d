import type { ApiError } from '@mahlzeit/shared-ui/platform';

/** What a provider has refused, in the form of an error. */
export const refusedBy = (option: 'card' | 'paypal', code: string | null): ApiError => {
  const reason = code ?? '';
  const known = { status: 402, requestId: null, retryAfterMs: null };
  return option === 'card'
    ? { ...known, code: 'mangopay-error', message: `mangopay-error/${reason}`, details: { ResultCode: reason } }
    : { ...known, code: 'paypal-error', message: JSON.stringify({ details: [{ issue: reason }] }), details: { issue: reason } };
};
