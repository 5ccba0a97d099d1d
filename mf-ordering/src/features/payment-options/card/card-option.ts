import { defineTexts } from '@mahlzeit/shared-ui/platform';
import type { PaymentOptionView } from '../payment-option';
import de from './locales/de.json';

const { text } = defineTexts('ordering-card-option', de);

const PREFIX = 'mangopay-error/';

/** Option for card payments: the bank may ask the diner for an approval in a frame. */
export const cardOption: PaymentOptionView = {
  brand: null,
  name: () => text('Name'),
  hint: () => text('Name'),
  waitingTitle: () => text('Waiting'),
  waitingText: () => text('WaitingText'),
  running: () => text('Running'),
  unclearText: () => text('UnclearText'),
  refundTarget: () => text('RefundTarget'),
  redirect: null,
  refusalMessage: (resultCode) => `${PREFIX}${resultCode}`,
  refusalReason: (message) => (message.startsWith(PREFIX) ? message.slice(PREFIX.length) : null),
};
