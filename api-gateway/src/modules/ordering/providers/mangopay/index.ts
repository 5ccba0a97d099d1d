import { PRODUCTION_URLS } from '../../../../platform';
import { REQUEST_NEVER_ARRIVED } from '../port';
import type { PaymentOptionDescriptor } from '../port';
import { createMangopayClient } from './mangopay-client';

/** Result codes of Mangopay: the provider didn't respond; the operation failed. */
const [NO_ANSWER_CODE, OPERATION_ERROR_CODE] = ['009101', '001999'];

/** Payment option by a card that is registered at Mangopay (A). */
export const mangopayOption: PaymentOptionDescriptor = {
  provider: 'mangopay',
  webhookMethod: 'get',
  returnPath: '/payment/return',
  codes: {
    userReason(providerReason) {
      if (providerReason === REQUEST_NEVER_ARRIVED) return NO_ANSWER_CODE;
      // Returns the reason if it is a result code. Mangopay's error types (`param_error`) are no result codes, so they
      // become the general error.
      return /^\d{5,6}$/.test(providerReason) ? providerReason : OPERATION_ERROR_CODE;
    },
    errorMessage: (errorCode) => `mangopay-error/${errorCode}`,
    notApprovedCode: null,
    fullyRefunded: ['001401'],
    finalRefundRefusals: ['001403', '005403', '005404'],
  },
  moneyOf: ({ mangopay }) =>
    mangopay === null ? 'none' : mangopay.baseUrl === PRODUCTION_URLS.mangopay ? 'real' : 'test',
  connect: ({ config: { mangopay }, ...deps }) =>
    mangopay === null ? null : createMangopayClient({ ...deps, config: mangopay }),
};
