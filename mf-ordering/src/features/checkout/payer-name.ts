import { paymentOptionFacts } from '@mahlzeit/contract';
import type { OrderForm } from '@mahlzeit/contract';
import { brandNameByCardBrand, cardLabel, useCards } from '../cards';
import { paymentOptionViewOf } from '../payment-options';
import type { PaymentOptionView } from '../payment-options';

/** Returns the view of the option by which an order is paid. */
export const optionViewOf = (orderForm: OrderForm | null): PaymentOptionView =>
  paymentOptionViewOf(orderForm?.paymentOption ?? null);

/**
 * Returns the name of the card or payment option with which the order is paid, `Visa •••• 4242`; null while the card
 * isn't known.
 */
export const usePayerName = (form: OrderForm | null): string | null => {
  const { cards } = useCards();
  if (form !== null && !paymentOptionFacts(form.paymentOption).needsCard) return optionViewOf(form).name();
  const debitedCard = cards?.find(({ id }) => id === form?.debitedCardId);
  return debitedCard === undefined ? null : cardLabel(brandNameByCardBrand[debitedCard.brand], debitedCard.digits);
};
