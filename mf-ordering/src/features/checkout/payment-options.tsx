import { useSession, useShell } from '@mahlzeit/shared-ui/platform';
import { Banner, forcedEdge, H3, LinkButton, media, Skeleton, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import type { ReactNode } from 'react';
import { useEffect, useId } from 'react';
import styled from 'styled-components';
import { updateCart } from '../cart';
import type { Cart, CartPlace } from '../cart';
import { BrandMark, brandNames, cardLabel, useCards } from '../cards';
import type { VisibleCard } from '../cards';
import { useTexts } from './checkout-texts';

/** How a cart is paid. */
export type PaymentChoice = Pick<Cart, 'paymentOption' | 'debitedCardId'>;

const paypal: PaymentChoice = { paymentOption: 'paypal', debitedCardId: null };

/** C10: the default card or the first one, of those that are visible and good; else PayPal. */
export const defaultChoice = (cards: readonly VisibleCard[], defaultCardId: string | null): PaymentChoice => {
  const good = cards.filter(({ isExpired }) => !isExpired);
  const card = good.find(({ id }) => id === defaultCardId) ?? good[0];
  return card === undefined ? paypal : { paymentOption: 'card', debitedCardId: card.id };
};

/** Whether somebody chose what can still be had. */
const isStanding = ({ paymentOption, debitedCardId }: PaymentChoice, cards: readonly VisibleCard[]): boolean =>
  paymentOption === 'paypal' || (paymentOption === 'card' && cards.some(({ id, isExpired }) => id === debitedCardId && !isExpired));

interface OptionProps {
  readonly group: string;
  readonly title: string;
  readonly text: string;
  readonly mark: ReactNode;
  readonly isChosen: boolean;
  /** It is shown, and can't be chosen. */
  readonly isDisabled?: boolean;
  readonly onChoose: () => void;
}

const Option = ({ group, title, text, mark, isChosen, isDisabled = false, onChoose }: OptionProps) => (
  <Line $isDisabled={isDisabled}>
    <input type="radio" name={group} checked={isChosen} disabled={isDisabled} onChange={onChoose} />
    <span>
      {title}
      <Second $isDisabled={isDisabled}>{text}</Second>
    </span>
    {mark}
  </Line>
);

interface PaymentOptionsProps {
  readonly cart: Cart;
  readonly place: CartPlace;
}

/** How the cart is paid: the cards that are registered, and PayPal. What is the default is written into the cart; what the diner chose stays. */
export const PaymentOptions = ({ cart, place }: PaymentOptionsProps) => {
  const t = useTexts();
  const shell = useShell();
  const group = useId();
  const { cards, defaultCardId, hasFailed, isLoading, retry } = useCards();
  const { owner, day, restaurantKey, routingName } = place;
  const session = useSession();
  const isVerified = session.status === 'known' && session.account.verified;
  // Whoever isn't verified may still turn out to have cards (C10). Nothing changes a cart while it is being paid (C06).
  const missing = !isVerified || cards === null || cart.payment !== null || isStanding(cart, cards) ? null : defaultChoice(cards, defaultCardId);
  const [missingOption, missingCard] = [missing?.paymentOption ?? null, missing?.debitedCardId ?? null];
  useEffect(() => {
    if (missingOption === null) return;
    updateCart(shell, { owner, day, restaurantKey, routingName }, (current) => ({ ...current, paymentOption: missingOption, debitedCardId: missingCard }));
  }, [shell, owner, day, restaurantKey, routingName, missingOption, missingCard]);
  const choose = (choice: PaymentChoice) => updateCart(shell, place, (current) => ({ ...current, ...choice }));

  return (
    <Group>
      <Title as="legend">{t('PayWith')}</Title>
      {hasFailed && !isLoading && <CardsError><Banner tone="warn" action={<LinkButton onClick={retry}>{t('CardsRetry')}</LinkButton>}>{t('CardsFailed')}</Banner></CardsError>}
      <List>
        {isLoading && <Waiting role="status" aria-label={t('CardsLoading')}><Skeleton $width="60%" $height="18px" /></Waiting>}
        {(cards ?? []).map(({ id, brand, digits, until, isExpired }) => (
          <Option
            key={id}
            group={group}
            title={cardLabel(brandNames[brand], digits)}
            text={t(isExpired ? 'CardExpired' : id === defaultCardId ? 'CardDefault' : 'CardValid', { until })}
            mark={<BrandMark brand={brand} />}
            isChosen={cart.paymentOption === 'card' && cart.debitedCardId === id}
            isDisabled={isExpired}
            onChoose={() => choose({ paymentOption: 'card', debitedCardId: id })}
          />
        ))}
        <Option group={group} title={t('PayPal')} text={t('PayPalHint')} mark={<BrandMark brand="PAYPAL" />} isChosen={cart.paymentOption === 'paypal'} onChoose={() => choose(paypal)} />
      </List>
    </Group>
  );
};

const Group = styled.fieldset`
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;

const Title = styled(H3)`
  padding: 0;
  margin-bottom: 10px;
`;

const CardsError = styled.div`
  margin-bottom: 10px;
`;

const List = styled.div`
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.surface};
  box-shadow: ${tokens.color.e1}, 0 0 0 1px ${tokens.color.line};
  ${forcedEdge}
  overflow: hidden;
  > * + * { border-top: 1px solid ${tokens.color.line}; }
`;

const Waiting = styled.div`
  display: grid;
  align-content: center;
  min-height: 60px;
  padding: 8px 16px;
`;

const Line = styled.label<{ readonly $isDisabled: boolean }>`
  ${textStyles.label}
  display: flex;
  align-items: center;
  gap: 14px;
  min-height: 60px;
  padding: 8px 16px;
  color: ${({ $isDisabled }) => ($isDisabled ? tokens.color.ink3 : tokens.color.ink)};
  cursor: ${({ $isDisabled }) => ($isDisabled ? 'default' : 'pointer')};
  ${media.hover} { &:hover:has(input:enabled) { background: ${tokens.color.hover}; } }
  &:has(input:focus-visible) { outline: 3px solid ${tokens.color.plumText}; outline-offset: -3px; border-radius: ${tokens.radius.control}; }
  > input {
    flex: none;
    width: 22px;
    height: 22px;
    margin: 0;
    accent-color: ${tokens.color.plum};
    &:focus-visible { outline: none; }
  }
  > span:not(:last-child) { flex: 1; min-width: 0; overflow-wrap: anywhere; }
`;

const Second = styled.span<{ readonly $isDisabled: boolean }>`
  ${textStyles.caption}
  display: block;
  font-weight: 400;
  color: ${({ $isDisabled }) => ($isDisabled ? tokens.color.onErrTint : tokens.color.ink2)};
`;
