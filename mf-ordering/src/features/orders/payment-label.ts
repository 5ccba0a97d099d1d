import type { Card, Order } from '@mahlzeit/contract';
import { skipToken, unbroken } from '@mahlzeit/shared-ui/platform';
import { brandNames, cardLabel, useCardsQuery } from '../cards';
import { text } from './order-labels';

const labelOf = ({ mangoPayData, data }: Card): string =>
  cardLabel(data.typeAlias === null ? text('Card') : brandNames[data.typeAlias], mangoPayData.Alias.slice(-4));

/** What an order was paid with. */
interface PaymentLabel {
  /** `PayPal`, `Visa •••• 8183`; `Karte` where the card isn't known. */
  readonly name: string;
  /** Where money goes back to: `deine Visa •••• 8183`, `deine Karte`, `dein PayPal-Konto`. */
  readonly target: string;
}

/** What an order was paid with; a card that was removed since is a card. */
export const usePaymentLabel = ({
  paymentOption,
  debitedCardId,
}: Pick<Order, 'paymentOption' | 'debitedCardId'>): PaymentLabel => {
  const isCard = paymentOption === 'card';
  const { data: cards = [] } = useCardsQuery(isCard && debitedCardId !== null ? undefined : skipToken);
  if (!isCard) return { name: brandNames.PAYPAL, target: text('YourPaypal') };
  const card = cards.find(({ mangoPayData }) => mangoPayData.Id === debitedCardId);
  return card === undefined
    ? { name: text('Card'), target: text('YourCard') }
    : { name: labelOf(card), target: text('YourKnownCard', { card: unbroken(labelOf(card)) }) };
};
