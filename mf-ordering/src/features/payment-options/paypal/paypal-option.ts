import { defineTexts, isObject, parseStored } from '@mahlzeit/shared-ui/platform';
import type { PaymentOptionView } from '../payment-option';
import de from './locales/de.json';

const { text } = defineTexts('ordering-paypal-option', de);

const parseRefusalIssue = (message: string): string | null => {
  const parsedMessage = parseStored(message);
  if (!isObject(parsedMessage) || !Array.isArray(parsedMessage['details'])) return null;
  const firstErrorDetail: unknown = parsedMessage['details'][0];
  return isObject(firstErrorDetail) && typeof firstErrorDetail['issue'] === 'string' ? firstErrorDetail['issue'] : '';
};

/** Payment option PayPal: the diner approves each payment on PayPal's own page. */
export const paypalOption: PaymentOptionView = {
  brand: 'PAYPAL',
  name: () => text('Name'),
  hint: () => text('Hint'),
  waitingTitle: () => text('Waiting'),
  waitingText: () => text('WaitingText'),
  runningText: () => text('Running'),
  unclearText: () => text('UnclearText'),
  refundTarget: () => text('RefundTarget'),
  redirectTexts: {
    leavingTitle: () => text('Leaving'),
    leavingText: () => text('LeavingText'),
    unapprovedText: () => text('UnapprovedText'),
    goOnLabel: () => text('GoOn'),
  },
  refusalMessage: (issue) => JSON.stringify({ details: [{ issue }] }),
  refusalReason: parseRefusalIssue,
};
