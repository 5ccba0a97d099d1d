import { defineTexts, isObject, parseStored } from '@mahlzeit/shared-ui/platform';
import type { PaymentOptionView } from '../payment-option';
import de from './locales/de.json';

const { text } = defineTexts('ordering-paypal-option', de);

const issueIn = (message: string): string | null => {
  const parsedValue = parseStored(message);
  if (!isObject(parsedValue) || !Array.isArray(parsedValue['details'])) return null;
  const first: unknown = parsedValue['details'][0];
  return isObject(first) && typeof first['issue'] === 'string' ? first['issue'] : '';
};

/** Option for PayPal: the diner approves each payment on PayPal's own page. */
export const paypalOption: PaymentOptionView = {
  brand: 'PAYPAL',
  name: () => text('Name'),
  hint: () => text('Hint'),
  waitingTitle: () => text('Waiting'),
  waitingText: () => text('WaitingText'),
  running: () => text('Running'),
  unclearText: () => text('UnclearText'),
  refundTarget: () => text('RefundTarget'),
  redirect: {
    leavingTitle: () => text('Leaving'),
    leavingText: () => text('LeavingText'),
    unapprovedText: () => text('UnapprovedText'),
    goOn: () => text('GoOn'),
  },
  refusalMessage: (issue) => JSON.stringify({ details: [{ issue }] }),
  refusalReason: issueIn,
};
