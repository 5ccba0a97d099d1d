import { PaymentOption, paymentOptionFacts } from '@mahlzeit/contract';
import { useSession, useShell } from '@mahlzeit/shared-ui/platform';
import type { ScreenAddress } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, LinkButton, Skeleton, Stack } from '@mahlzeit/shared-ui/ui';
import { RadioList } from '@mahlzeit/shared-ui/ui/order';
import type { RadioListOption } from '@mahlzeit/shared-ui/ui/order';
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import styled from 'styled-components';
import { NEW_CARD, updateCart } from '../cart';
import type { Cart, CartPlace } from '../cart';
import { AddCardButton, BrandLogo, brandNames, cardLabel, cardStatus, useCards } from '../cards';
import type { VisibleCard } from '../cards';
import { paymentOptionView } from '../payment-options';
import { useTexts } from './payment-rules';

/** Chosen payment option, and the card when the option needs one. */
export type PaymentChoice = Pick<Cart, 'paymentOption' | 'debitedCardId'>;

const needsCard = (option: PaymentOption): boolean => paymentOptionFacts(option).needsCard;
const cardOption = PaymentOption.options.find(needsCard) ?? null;
/** Options that need no card. In the list of choices their names serve as ids, beside the ids of the cards. */
const optionsWithoutCard = PaymentOption.options.filter((option) => !needsCard(option));

const choiceByCard = (debitedCardId: string): PaymentChoice => ({ paymentOption: cardOption, debitedCardId });
const choiceWithoutCard = (paymentOption: PaymentOption | null): PaymentChoice => ({
  paymentOption,
  debitedCardId: null,
});
const choiceOf = (id: string): PaymentChoice => {
  const option = optionsWithoutCard.find((candidate) => candidate === id);
  return option === undefined ? choiceByCard(id) : choiceWithoutCard(option);
};

/**
 * C10: returns the default card if it can be used, otherwise the first usable card, otherwise the first option without
 * a card.
 */
export const defaultChoice = (cards: readonly VisibleCard[], defaultCardId: string | null): PaymentChoice => {
  const usableCards = cards.filter(({ state }) => state === 'good');
  const card = usableCards.find(({ id }) => id === defaultCardId) ?? usableCards[0];
  return card === undefined ? choiceWithoutCard(optionsWithoutCard[0] ?? null) : choiceByCard(card.id);
};

/** Returns whether the diner's choice is still offered. */
const isChoiceOffered = ({ paymentOption, debitedCardId }: PaymentChoice, cards: readonly VisibleCard[]): boolean =>
  paymentOption !== null &&
  (!needsCard(paymentOption) || cards.some(({ id, state }) => id === debitedCardId && state === 'good'));

/**
 * Returns whether the cart's choice is visible and can be used now. While the cards are loading, no card can be used.
 */
export const useIsPaymentShown = (cart: PaymentChoice): boolean => isChoiceOffered(cart, useCards().cards ?? []);

interface PaymentOptionsProps {
  readonly cart: Cart;
  readonly place: CartPlace;
  /** Whether the route opens the form for a new card. */
  readonly isAddingCard: boolean;
}

type UserCards = ReturnType<typeof useCards>;

/** Writes the default choice into the cart, unless the diner has made a choice that is still offered. */
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
      : defaultChoice(cards, defaultCardId);
  const [defaultOption, defaultCard] = [
    newDefaultChoice?.paymentOption ?? null,
    newDefaultChoice?.debitedCardId ?? null,
  ];
  useEffect(() => {
    if (defaultOption === null) return;
    updateCart(shell, { owner, day, restaurantKey, routingName }, (current) => ({
      ...current,
      paymentOption: defaultOption,
      debitedCardId: defaultCard,
    }));
  }, [shell, owner, day, restaurantKey, routingName, defaultOption, defaultCard]);
};

/** Returns one choice for each card and for each option without a card. */
const useOptions = ({ cards, defaultCardId }: UserCards): readonly RadioListOption[] => {
  const t = useTexts();
  const cardOptions = (cards ?? []).map((card) => {
    const { id, brand, digits, state } = card;
    const isUsable = state === 'good';
    const status = cardStatus(card).text;
    return {
      id,
      label: cardLabel(brandNames[brand], digits),
      text: id === defaultCardId && isUsable ? t('CardDefault', { status }) : status,
      trailing: <BrandLogo brand={brand} />,
      isDisabled: !isUsable,
    };
  });
  return [
    ...cardOptions,
    ...optionsWithoutCard.map((option) => {
      const { name, hint, brand } = paymentOptionView(option);
      return { id: option, label: name(), text: hint(), trailing: brand === null ? null : <BrandLogo brand={brand} /> };
    }),
  ];
};

const choiceIdOf = ({ paymentOption, debitedCardId }: PaymentChoice): string | null =>
  paymentOption === null || needsCard(paymentOption) ? debitedCardId : paymentOption;

const openCartAddress = ({ routingName }: CartPlace, ...cartPart: readonly string[]): ScreenAddress => ({
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
  const options = useOptions(userCards);
  const { hasFailed, isFailureShown, isLoading, retry } = userCards;
  const chooseOption = (id: string) => updateCart(shell, place, (current) => ({ ...current, ...choiceOf(id) }));
  // The choice changes only a cart without an open payment: another tab may be paying the cart (C06).
  const chooseNewCard = (id: string): void => {
    if (id !== '')
      updateCart(shell, place, (current) => (current.payment === null ? { ...current, ...choiceByCard(id) } : current));
  };
  const hasLoadFailed = hasFailed && !isLoading;
  return (
    <Stack $gap={10}>
      {hasLoadFailed && isFailureShown && (
        <Banner tone="warn" action={<LinkButton onClick={retry}>{t('CardsRetry')}</LinkButton>}>
          {t('CardsFailed')}
        </Banner>
      )}
      <RadioList label={t('PayWith')} options={options} chosenId={choiceIdOf(cart)} onChoose={chooseOption}>
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
          formAddress={openCartAddress(place, NEW_CARD)}
          nextAddress={openCartAddress(place)}
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
