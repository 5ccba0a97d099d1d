import { paymentOptionFacts } from '@mahlzeit/contract';
import type { Card, Order } from '@mahlzeit/contract';
import { skipToken, withNoBreakSpaces } from '@mahlzeit/shared-ui/platform';
import { brandNameByCardBrand, cardLabel, useCardsQuery } from '../cards';
import { paymentOptionViewOf } from '../payment-options';
import { text } from './order-labels';

const cardLabelOf = ({ mangoPayData, data }: Card, fallbackName: string): string =>
  cardLabel(
    data.typeAlias === null ? fallbackName : brandNameByCardBrand[data.typeAlias],
    mangoPayData.Alias.slice(-4),
  );

/** Names of the card or payment option with which an order was paid. */
interface PaymentLabel {
  /** For example `PayPal` or `Visa •••• 8183`; `Karte` if the card is unknown. */
  readonly name: string;
  /** Account to which refunds are paid: `deine Visa •••• 8183`, `deine Karte`, `dein PayPal-Konto`. */
  readonly target: string;
}

/**
 * Returns the names of the card or payment option with which an order was paid. A card that the user has removed is
 * only called `Karte`.
 */
export const usePaymentLabel = ({
  paymentOption,
  debitedCardId,
}: Pick<Order, 'paymentOption' | 'debitedCardId'>): PaymentLabel => {
  const isPaidByCard = paymentOptionFacts(paymentOption).needsCard;
  const { data: cards = [] } = useCardsQuery(isPaidByCard && debitedCardId !== null ? undefined : skipToken);
  const { name, refundTarget } = paymentOptionViewOf(paymentOption);
  const debitedCard = cards.find(({ mangoPayData }) => mangoPayData.Id === debitedCardId);
  if (!isPaidByCard || debitedCard === undefined) return { name: name(), target: refundTarget() };
  const labelText = cardLabelOf(debitedCard, name());
  return { name: labelText, target: text('YourKnownCard', { card: withNoBreakSpaces(labelText) }) };
};
