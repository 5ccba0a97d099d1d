import { PaymentOption, paymentOptionFacts } from '@mahlzeit/contract';
import { useSession, useShell } from '@mahlzeit/shared-ui/platform';
import type { ScreenAddress } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, LinkButton, Skeleton, Stack } from '@mahlzeit/shared-ui/ui';
import { RadioList } from '@mahlzeit/shared-ui/ui/order';
import type { RadioListOption } from '@mahlzeit/shared-ui/ui/order';
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import styled from 'styled-components';
import { NEW_CARD_ID, updateCart } from '../cart';
import type { Cart, CartPlace } from '../cart';
import { AddCardButton, CardBrandLogo, brandNameByCardBrand, cardLabel, cardStatusText, useCards } from '../cards';
import type { VisibleCard } from '../cards';
import { paymentOptionViewOf } from '../payment-options';
import { useTexts } from './payment-rules';

/** Chosen payment option, and the card if the option needs one. */
export type PaymentChoice = Pick<Cart, 'paymentOption' | 'debitedCardId'>;

const optionNeedsCard = (paymentOption: PaymentOption): boolean => paymentOptionFacts(paymentOption).needsCard;
const cardOption = PaymentOption.options.find(optionNeedsCard) ?? null;
/** Payment options that need no card. In the list of choices their names serve as ids, beside the ids of the cards. */
const optionsWithoutCard = PaymentOption.options.filter((option) => !optionNeedsCard(option));

const choiceByCard = (debitedCardId: string): PaymentChoice => ({ paymentOption: cardOption, debitedCardId });
const choiceWithoutCard = (paymentOption: PaymentOption | null): PaymentChoice => ({
  paymentOption,
  debitedCardId: null,
});
const paymentChoiceOf = (id: string): PaymentChoice => {
  const option = optionsWithoutCard.find((offeredOption) => offeredOption === id);
  return option === undefined ? choiceByCard(id) : choiceWithoutCard(option);
};

/**
 * Returns the default card if it can be used, otherwise the first usable card, otherwise the first option without a
 * card (C10).
 */
export const defaultPaymentChoiceOf = (cards: readonly VisibleCard[], defaultCardId: string | null): PaymentChoice => {
  const goodCards = cards.filter(({ state }) => state === 'good');
  const preferredCard = goodCards.find(({ id }) => id === defaultCardId) ?? goodCards[0];
  return preferredCard === undefined
    ? choiceWithoutCard(optionsWithoutCard[0] ?? null)
    : choiceByCard(preferredCard.id);
};

/** Returns whether the payment option that the diner chose is still offered. */
const isChoiceOffered = ({ paymentOption, debitedCardId }: PaymentChoice, cards: readonly VisibleCard[]): boolean =>
  paymentOption !== null &&
  (!optionNeedsCard(paymentOption) || cards.some(({ id, state }) => id === debitedCardId && state === 'good'));

/**
 * Returns whether the payment option of the cart is visible and can be used now. While the cards are loading, no card
 * can be used.
 */
export const useIsPaymentShown = (cart: PaymentChoice): boolean => isChoiceOffered(cart, useCards().cards ?? []);

interface PaymentOptionsProps {
  readonly cart: Cart;
  readonly place: CartPlace;
  /** Whether the URL opens the form for a new card. */
  readonly isAddingCard: boolean;
}

type UserCards = ReturnType<typeof useCards>;

/** Stores the default payment option in the cart, unless the diner has chosen an option that is still offered. */
const useDefaultChoice = (
  { cart, place }: Omit<PaymentOptionsProps, 'isAddingCard'>,
  { cards, defaultCardId }: UserCards,
  isVerified: boolean,
): void => {
  const shell = useShell();
  const { owner, day, restaurantKey, routingName } = place;
  // The default is set only for verified users, because others may turn out to have cards after the verification (C10).
  // Nothing changes a cart while it is being paid (C06).
  const newDefaultChoice =
    !isVerified || cards === null || cart.payment !== null || isChoiceOffered(cart, cards)
      ? null
      : defaultPaymentChoiceOf(cards, defaultCardId);
  const [defaultPaymentOption, defaultCard] = [
    newDefaultChoice?.paymentOption ?? null,
    newDefaultChoice?.debitedCardId ?? null,
  ];
  useEffect(() => {
    if (defaultPaymentOption === null) return;
    updateCart(shell, { owner, day, restaurantKey, routingName }, (currentCart) => ({
      ...currentCart,
      paymentOption: defaultPaymentOption,
      debitedCardId: defaultCard,
    }));
  }, [shell, owner, day, restaurantKey, routingName, defaultPaymentOption, defaultCard]);
};

/** Returns one choice for each payment card and for each payment option without a card. */
const usePaymentRadioOptions = ({ cards, defaultCardId }: UserCards): readonly RadioListOption[] => {
  const t = useTexts();
  const cardOptions = (cards ?? []).map((card) => {
    const { id, brand, digits, state } = card;
    const isCardUsable = state === 'good';
    const statusText = cardStatusText(card).text;
    return {
      id,
      label: cardLabel(brandNameByCardBrand[brand], digits),
      text: id === defaultCardId && isCardUsable ? t('CardDefault', { status: statusText }) : statusText,
      trailing: <CardBrandLogo brand={brand} />,
      isDisabled: !isCardUsable,
    };
  });
  return [
    ...cardOptions,
    ...optionsWithoutCard.map((option) => {
      const { name, hint, brand } = paymentOptionViewOf(option);
      return {
        id: option,
        label: name(),
        text: hint(),
        trailing: brand === null ? null : <CardBrandLogo brand={brand} />,
      };
    }),
  ];
};

const choiceIdOf = ({ paymentOption, debitedCardId }: PaymentChoice): string | null =>
  paymentOption === null || optionNeedsCard(paymentOption) ? debitedCardId : paymentOption;

const openCartAddressOf = ({ routingName }: CartPlace, ...cartPart: readonly string[]): ScreenAddress => ({
  key: 'details',
  params: [routingName, 'cart', ...cartPart],
});

/** List of the means of payment for a cart: registered cards, options without a card, and a new card. */
export const PaymentOptions = ({ cart, place, isAddingCard }: PaymentOptionsProps) => {
  const t = useTexts();
  const shell = useShell();
  const session = useSession();
  const isVerified = session.status === 'known' && session.account.verified;
  const userCards = useCards();
  useDefaultChoice({ cart, place }, userCards, isVerified);
  const paymentOptions = usePaymentRadioOptions(userCards);
  const { hasFailed, isFailureShown, isLoading, retry } = userCards;
  const choosePaymentOption = (id: string) =>
    updateCart(shell, place, (currentCart) => ({ ...currentCart, ...paymentChoiceOf(id) }));
  // The choice changes only a cart without an open payment: another tab may be paying the cart (C06).
  const chooseNewCard = (id: string): void => {
    if (id !== '')
      updateCart(shell, place, (currentCart) =>
        currentCart.payment === null ? { ...currentCart, ...choiceByCard(id) } : currentCart,
      );
  };
  const hasLoadFailed = hasFailed && !isLoading;
  return (
    <Stack $gap={10}>
      {hasLoadFailed && isFailureShown && (
        <Banner tone="warn" action={<LinkButton onClick={retry}>{t('CardsRetry')}</LinkButton>}>
          {t('CardsFailed')}
        </Banner>
      )}
      <RadioList
        label={t('PayWith')}
        options={paymentOptions}
        chosenId={choiceIdOf(cart)}
        onChoose={choosePaymentOption}
      >
        {isLoading && (
          <WaitingArea role="status" aria-label={t('CardsLoading')}>
            <Skeleton $width="60%" $height="18px" />
          </WaitingArea>
        )}
      </RadioList>
      {hasLoadFailed && !isFailureShown && (
        <Button variant="second" isBlock icon={RefreshCw} onClick={retry}>
          {t('CardsRetry')}
        </Button>
      )}
      {isVerified && (
        <AddCardButton
          isOpen={isAddingCard}
          formAddress={openCartAddressOf(place, NEW_CARD_ID)}
          nextAddress={openCartAddressOf(place)}
          onSaved={chooseNewCard}
        />
      )}
    </Stack>
  );
};

const WaitingArea = styled.div`
  display: grid;
  align-content: center;
  min-height: 60px;
  padding: 8px 16px;
`;
