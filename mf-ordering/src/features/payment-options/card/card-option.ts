import { defineTexts } from '@mahlzeit/shared-ui/platform';
import type { PaymentOptionView } from '../payment-option';
import de from './locales/de.json';

const { text } = defineTexts('ordering-card-option', de);

const REFUSAL_MESSAGE_PREFIX = 'mangopay-error/';

/** Payment option for cards: the bank may ask the diner for an approval in an iframe. */
export const cardOption: PaymentOptionView = {
  brand: null,
  name: () => text('Name'),
  hint: () => text('Name'),
  waitingTitle: () => text('Waiting'),
  waitingText: () => text('WaitingText'),
  runningText: () => text('Running'),
  unclearText: () => text('UnclearText'),
  refundTarget: () => text('RefundTarget'),
  redirectTexts: null,
  refusalMessage: (resultCode) => `${REFUSAL_MESSAGE_PREFIX}${resultCode}`,
  refusalReason: (message) =>
    message.startsWith(REFUSAL_MESSAGE_PREFIX) ? message.slice(REFUSAL_MESSAGE_PREFIX.length) : null,
};
