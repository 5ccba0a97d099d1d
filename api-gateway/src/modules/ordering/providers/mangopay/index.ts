import { PRODUCTION_URLS } from '../../../../platform';
import { NEVER_ARRIVED } from '../port';
import type { PaymentOptionDescriptor } from '../port';
import { createMangopayClient } from './mangopay-client';

/** Codes of Mangopay's results: no answer, and an error of the operation. */
const [NO_ANSWER, OPERATION_ERROR] = ['009101', '001999'];

/** Payment by a card that is registered with Mangopay (A). */
export const mangopayOption: PaymentOptionDescriptor = {
  provider: 'mangopay',
  webhookMethod: 'get',
  returnPath: '/payment/return',
  codes: {
    userReason(reason) {
      if (reason === NEVER_ARRIVED) return NO_ANSWER;
      // The types of its errors (`param_error`) are no codes of results.
      return /^\d{5,6}$/.test(reason) ? reason : OPERATION_ERROR;
    },
    errorMessage: (code) => `mangopay-error/${code}`,
    notApprovedCode: null,
    fullyRefunded: ['001401'],
    finalRefundRefusals: ['001403', '005403', '005404'],
  },
  moneyOf: ({ mangopay }) =>
    mangopay === null ? 'none' : mangopay.baseUrl === PRODUCTION_URLS.mangopay ? 'real' : 'test',
  connect: ({ config: { mangopay }, ...deps }) =>
    mangopay === null ? null : createMangopayClient({ ...deps, config: mangopay }),
};
