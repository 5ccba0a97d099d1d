import type { PartnerOrder } from '@mahlzeit/contract';
import { formatPrice, formatTime } from '@mahlzeit/shared-ui/platform';
import { Badge, Caption, forcedColorsBorder, Icon, media, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { Check, WifiOff } from 'lucide-react';
import { memo } from 'react';
import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { useTexts } from '../../console-texts';
import { refundableAmount } from '../refunds';
import { orderBadgeOf, customerLabel, remainingDishesLabel, relativeTimeLabel, orderPlaceLabel } from './order-labels';
import { isOfPastDay, isOverdue, isWaiting, automaticRefundAt } from './queue-rules';

/**
 * Number of rows from which on a list has the attribute `data-long`: the browser then skips the layout of rows outside
 * of the viewport.
 */
export const MIN_LONG_LIST_ROWS = 40;

/** Whether the connection to the gateway is lost, so that no order can be accepted. */
type OfflineProps = { readonly isOffline: boolean };

interface AcceptButtonProps extends OfflineProps {
  readonly order: PartnerOrder;
  readonly onAccept: (order: PartnerOrder) => void;
}

const AcceptButton = ({ order, isOffline, onAccept }: AcceptButtonProps) => {
  const t = useTexts();
  return (
    <AcceptControl
      type="button"
      data-part="accept"
      aria-label={isOffline ? t('Offline') : t('AcceptOrder', { number: order.orderId })}
      aria-disabled={isOffline || undefined}
      onClick={() => onAccept(order)}
    >
      <Icon source={isOffline ? WifiOff : Check} size={20} />
      {t(isOffline ? 'Offline' : 'Accept')}
    </AcceptControl>
  );
};

interface OrderRowProps extends AcceptButtonProps {
  readonly now: number;
  readonly isChosen: boolean;
  /** Whether the request that accepts the order is being sent; the row already shows the order as accepted. */
  readonly isSending: boolean;
  readonly onChoose: (key: string) => void;
  /** Details of the order, if they are shown in the list of orders. */
  readonly children?: ReactNode;
}

const OrderRowContent = ({
  order,
  now,
  isChosen,
  isSending,
  isOffline,
  onChoose,
  onAccept,
  children,
}: OrderRowProps) => {
  const t = useTexts();
  const isWaitingNow = isWaiting(order, now) && !isSending;
  const isOverdueNow = isWaitingNow && isOverdue(order, now);
  const stateBadge = orderBadgeOf(isSending ? { ...order, accepted: true } : order, now);
  const remainingAmount = refundableAmount(order);
  return (
    <OrderItem $isChosen={isChosen} $isLate={isOverdueNow} data-order={order.key} data-late={isOverdueNow || undefined}>
      <RowLine>
        <RowButton type="button" data-part="row" aria-expanded={isChosen} onClick={() => onChoose(order.key)}>
          <RowCell $area="time">
            <MealTime>{formatTime(order.meetUpDate)}</MealTime>
            {!isOfPastDay(order, now) && (
              <Caption as="span" $tone="quiet">
                {relativeTimeLabel(order.meetUpDate, now)}
              </Caption>
            )}
          </RowCell>
          <RowCell $area="who">
            <OrderNumber>{order.orderId}</OrderNumber>
          </RowCell>
          <RowCell $area="name">
            <Caption as="span" $tone="quiet">
              {customerLabel(order)}
            </Caption>
          </RowCell>
          <RowCell $area="what">
            <DishesText $isGone={remainingAmount <= 0}>{remainingDishesLabel(order)}</DishesText>
            <Caption as="span" $tone="quiet">
              {orderPlaceLabel(order)}
            </Caption>
            {isOverdueNow && <OverdueText>{t('Overdue', { time: formatTime(automaticRefundAt(order)) })}</OverdueText>}
          </RowCell>
          <PriceText $isGone={remainingAmount <= 0}>
            {formatPrice(remainingAmount <= 0 ? order.totalPrice : remainingAmount)}
          </PriceText>
        </RowButton>
        <AcceptCell>
          {isWaitingNow ? (
            <AcceptButton order={order} isOffline={isOffline} onAccept={onAccept} />
          ) : (
            <Badge tone={stateBadge.tone} icon={stateBadge.icon}>
              {stateBadge.label}
            </Badge>
          )}
        </AcceptCell>
      </RowLine>
      {children}
    </OrderItem>
  );
};

/** Row of an order: time, customer, dishes, price and the button that accepts the order. */
export const OrderRow = memo(OrderRowContent);

interface OrderItemProps {
  readonly $isChosen: boolean;
  readonly $isLate: boolean;
}

const OrderItem = styled.li<OrderItemProps>`
  position: relative;
  border-bottom: 1px solid ${tokens.color.line};
  background: ${({ $isLate }) => ($isLate ? tokens.color.errTint : tokens.color.surface)};
  /* A long day stays quick: of many rows those out of sight are not laid out. */
  [data-long] > & {
    content-visibility: auto;
    contain-intrinsic-size: auto 61px;
  }
  ${({ $isChosen, $isLate }) =>
    ($isChosen || $isLate) &&
    css`
      &::before {
        content: '';
        position: absolute;
        inset: 0 auto 0 0;
        width: 3px;
        background: ${$isLate ? tokens.color.err : tokens.color.plum};
      }
    `}
  ${({ $isChosen, $isLate }) =>
    $isChosen &&
    !$isLate &&
    css`
      > div:first-child {
        background: ${tokens.color.plumTint};
      }
    `}
  ${({ $isChosen, $isLate }) =>
    ($isChosen || $isLate) &&
    css`
      [data-part='accept'] {
        background: ${tokens.color.surface};
      }
    `}
`;

const RowLine = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: 14px;
  min-height: 60px;
  padding: 6px 20px;
  /* As wide as letters leave room for, not as the window is. */
  @container (max-width: 37.4rem) {
    gap: 8px;
    padding: 8px 12px;
  }
`;

const RowButton = styled.button`
  display: grid;
  grid-template-columns: 66px 104px minmax(0, 1fr) auto;
  grid-template-areas: 'time who what price' 'time name what price';
  align-items: center;
  gap: 2px 12px;
  min-height: 48px;
  min-width: 0;
  &:focus-visible {
    outline-offset: -2px;
    border-radius: ${tokens.radius.small};
  }
  @container (max-width: 37.4rem) {
    grid-template-columns: 66px minmax(0, 1fr) auto;
    grid-template-areas: 'time who price' 'time name name' 'what what what';
    gap: 2px 8px;
  }
`;

const RowCell = styled.span<{ readonly $area: 'time' | 'who' | 'name' | 'what' }>`
  grid-area: ${({ $area }) => $area};
  display: grid;
  /* Number and name are one group in the middle of the row, however high the other cells are. */
  ${({ $area }) => $area === 'who' && 'align-self: end;'}
  ${({ $area }) => $area === 'name' && 'align-self: start;'}
  min-width: 0;
  overflow-wrap: anywhere;
`;

const MealTime = styled.span`
  ${textStyles.digits}
  font-size: 1.1875rem;
  line-height: 1.5rem;
  font-weight: 700;
`;

const OrderNumber = styled.span`
  ${textStyles.label}
`;

interface StruckTextProps {
  readonly $isGone: boolean;
}

const struckStyle = ({ $isGone }: StruckTextProps) =>
  $isGone &&
  css`
    text-decoration: line-through;
    color: ${tokens.color.ink2};
  `;

const DishesText = styled.span<StruckTextProps>`
  font-size: 0.9375rem;
  line-height: 1.25rem;
  ${struckStyle}
`;

const OverdueText = styled.span`
  ${textStyles.caption}
  font-weight: 600;
  color: ${tokens.color.onErrTint};
`;

const PriceText = styled.span<StruckTextProps>`
  ${textStyles.label}
  ${textStyles.digits}
  grid-area: price;
  white-space: nowrap;
  ${struckStyle}
`;

const AcceptCell = styled.div`
  display: grid;
  justify-items: start;
  width: 136px;
  @container (max-width: 37.4rem) {
    width: auto;
    justify-items: end;
  }
`;

const AcceptControl = styled.button`
  ${textStyles.label}
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  width: 136px;
  min-height: 48px;
  padding: 0 12px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.plumTint};
  color: ${tokens.color.onPlumTint};
  /* A double tap is no zoom here. */
  touch-action: manipulation;
  user-select: none;
  ${forcedColorsBorder}
  ${media.hover} {
    &:hover {
      box-shadow: inset 0 0 0 1.5px ${tokens.color.plumLine};
    }
  }
  &[aria-disabled='true'] {
    background: ${tokens.color.sunken};
    color: ${tokens.color.ink2};
  }
  @container (max-width: 37.4rem) {
    width: auto;
  }
`;
