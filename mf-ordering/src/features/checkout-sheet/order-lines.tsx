import type { Offer } from '@mahlzeit/contract';
import { itemTotal, MAX_ITEM_AMOUNT, textLength } from '@mahlzeit/contract/rules';
import { formatPrice, useShell } from '@mahlzeit/shared-ui/platform';
import { Button, Caption, Icon, LinkButton, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { Declaration } from '@mahlzeit/shared-ui/ui/declaration';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { TextArea } from '@mahlzeit/shared-ui/ui/form';
import { LeaderText, NameLine, Price, Stepper } from '@mahlzeit/shared-ui/ui/restaurant';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { MAX_COMMENT_LENGTH, updateCart, withLineComment, withLineAmount } from '../cart';
import type { Cart, CartChange, CartLine, CartPlace } from '../cart';
import { useTexts } from './order-texts';

interface CommentSheetProps {
  readonly line: CartLine;
  readonly onSave: (comment: string) => void;
  readonly onClose: () => void;
}

const CommentSheet = ({ line, onSave, onClose }: CommentSheetProps) => {
  const t = useTexts();
  const [comment, setComment] = useState(line.comments);
  const commentLength = textLength(comment.trim());
  const isCommentTooLong = commentLength > MAX_COMMENT_LENGTH;
  const saveButton = (
    <Button
      size="large"
      isBlock
      disabledReason={isCommentTooLong ? t('WishTooLong', { max: MAX_COMMENT_LENGTH }) : undefined}
      onClick={() => onSave(comment)}
    >
      {t('WishSave')}
    </Button>
  );
  return (
    <Sheet title={t('WishTitle')} subtitle={line.name} onClose={onClose} dock={saveButton}>
      <TextArea
        label={t('Wish')}
        hint={t('WishHint')}
        value={comment}
        onChange={({ target }) => setComment(target.value)}
        characterCount={{ length: commentLength, max: MAX_COMMENT_LENGTH }}
      />
    </Sheet>
  );
};

interface OrderLineProps {
  readonly line: CartLine;
  /** Dish in the restaurant's current menu; undefined while the menu is loading. */
  readonly offer: Offer | undefined;
  /** Change of the dish's price that the diner hasn't confirmed yet. */
  readonly change: Extract<CartChange, { readonly from: number }> | undefined;
  readonly onAmount: (amount: number) => void;
  readonly onWish: (comment: string) => void;
}

const goodsTotalOf = (line: CartLine): number => itemTotal({ ...line, deposit: null });

// When the price of the dish itself is the same, the change concerns its deposit. When a dish has lost its deposit, the
// change is shown as a lower price of the dish.
const isDepositChange = (line: CartLine, { to }: { readonly to: number }): boolean => line.price !== to;

/**
 * Returns the dish's old deposit, which is shown struck through beside the new one. Returns null if the deposit is the
 * same or there was none.
 */
const previousDepositOf = (line: CartLine, change: OrderLineProps['change']): number | null =>
  change?.kind === 'mealPrice' && isDepositChange(line, change) && change.from > line.price
    ? (change.from - line.price) * line.amount
    : null;

const OrderLinePrice = ({ line, change }: Pick<OrderLineProps, 'line' | 'change'>) => {
  const totalText = formatPrice(goodsTotalOf(line));
  const undiscountedTotalText = formatPrice(goodsTotalOf({ ...line, discount: null }));
  if (change?.kind !== 'mealPrice' || isDepositChange(line, change))
    return <Price value={totalText} oldValue={line.discount === null ? undefined : undiscountedTotalText} />;
  return (
    <ChangedPriceRow>
      <s>{formatPrice(change.from * line.amount)}</s>
      <Price value={totalText} />
    </ChangedPriceRow>
  );
};

const DepositPrice = ({ line, change }: Pick<OrderLineProps, 'line' | 'change'>) => {
  const previousDeposit = previousDepositOf(line, change);
  const totalText = formatPrice((line.deposit ?? 0) * line.amount);
  if (previousDeposit === null) return <span>{totalText}</span>;
  return (
    <ChangedPriceRow>
      <s>{formatPrice(previousDeposit)}</s>
      <span>{totalText}</span>
    </ChangedPriceRow>
  );
};

const OrderLine = ({ line, offer, change, onAmount, onWish }: OrderLineProps) => {
  const t = useTexts();
  const [isCommentOpen, setIsCommentOpen] = useState(false);
  return (
    <LineItem>
      <NameLine>
        <LeaderText>{line.name}</LeaderText>
        <OrderLinePrice line={line} change={change} />
      </NameLine>
      <LineTexts>
        {change?.kind === 'mealPrice' && <NewPrice>{t('NewPrice')}</NewPrice>}
        {offer !== undefined && offer.volume !== null && (
          <Caption as="span" $tone="quiet">
            {offer.volume}
          </Caption>
        )}
        {offer !== undefined && <Declaration dish={offer} showsMissingAllergens />}
        <CommentButton
          aria-label={t(line.comments === '' ? 'WishFor' : 'WishChange', { name: line.name })}
          onClick={() => setIsCommentOpen(true)}
        >
          {line.comments === '' ? (
            t('Wish')
          ) : (
            <>
              {t('Quoted', { name: line.comments })} <Icon source={Pencil} size={15} />
            </>
          )}
        </CommentButton>
      </LineTexts>
      <Stepper
        label={line.name}
        quantity={line.amount}
        onIncrease={() => onAmount(line.amount + 1)}
        onDecrease={() => onAmount(line.amount - 1)}
        disabledReason={line.amount >= MAX_ITEM_AMOUNT ? t('MostPieces', { max: MAX_ITEM_AMOUNT }) : undefined}
      />
      {line.deposit !== null && line.deposit > 0 && (
        <DepositLine>
          <LeaderText>{t('Deposit')}</LeaderText>
          <DepositPrice line={line} change={change} />
        </DepositLine>
      )}
      {isCommentOpen && (
        <CommentSheet
          line={line}
          onClose={() => setIsCommentOpen(false)}
          onSave={(comment) => {
            onWish(comment);
            setIsCommentOpen(false);
          }}
        />
      )}
    </LineItem>
  );
};

interface OrderLinesProps {
  readonly cart: Cart;
  readonly place: CartPlace;
  readonly offers: readonly Offer[];
}

/** Dishes of a cart, and until the diner confirms the change also dishes that were removed. */
export const OrderLines = ({ cart, place, offers }: OrderLinesProps) => {
  const t = useTexts();
  const shell = useShell();
  const priceChangeOf = (mealKey: string): OrderLineProps['change'] =>
    cart.changes.flatMap((change) => ('from' in change && change.mealKey === mealKey ? [change] : []))[0];
  return (
    <LineList aria-label={t('Dishes')}>
      {cart.lines.map((line) => (
        <OrderLine
          key={line.mealKey}
          line={line}
          offer={offers.find(({ key }) => key === line.mealKey)}
          change={priceChangeOf(line.mealKey)}
          onAmount={(amount) =>
            updateCart(shell, place, (currentCart) => withLineAmount(currentCart, line.mealKey, amount))
          }
          onWish={(comment) =>
            updateCart(shell, place, (currentCart) => withLineComment(currentCart, line.mealKey, comment))
          }
        />
      ))}
      {cart.changes.map(
        (change) =>
          change.kind === 'mealGone' && (
            <GoneDishItem key={change.mealKey}>
              <s>{change.name}</s>
              <Small as="span">{t('MealGone')}</Small>
            </GoneDishItem>
          ),
      )}
    </LineList>
  );
};

const LineList = styled.ul`
  > li + li {
    border-top: 1px solid ${tokens.color.line};
  }
`;

const DepositLine = styled.div`
  ${textStyles.small}
  ${textStyles.digits}
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  align-items: flex-end;
  gap: 0 6px;
  color: ${tokens.color.ink2};
`;

const LineItem = styled.li`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  align-items: center;
  gap: 2px 14px;
  padding: 12px 0;
  > ${NameLine}, > ${DepositLine} {
    flex: 0 0 100%;
  }
  &:first-child {
    padding-top: 0;
  }
`;

const LineTexts = styled.div`
  /* With large text the stepper goes to a line of its own. */
  flex: 1 1 6.5em;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 12px;
  min-width: 0;
`;

const CommentButton = styled(LinkButton)`
  ${textStyles.caption}
  min-width: 44px;
  text-align: left;
  overflow-wrap: anywhere;
  > svg {
    vertical-align: -2px;
  }
`;

const ChangedPriceRow = styled.span`
  ${textStyles.digits}
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 0 5px;
  > s {
    font-weight: 400;
    color: ${tokens.color.ink3};
  }
`;

const NewPrice = styled.span`
  ${textStyles.caption}
  flex-basis: 100%;
  font-weight: 600;
  color: ${tokens.color.warn};
`;

const GoneDishItem = styled.li`
  display: flex;
  justify-content: space-between;
  align-items: baseline;
  gap: 12px;
  padding: 12px 0;
  color: ${tokens.color.ink2};
  > s {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  > :last-child {
    text-align: right;
  }
`;
