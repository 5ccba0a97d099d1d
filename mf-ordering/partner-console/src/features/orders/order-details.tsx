import type { CartItem, PartnerOrder } from '@mahlzeit/contract';
import { itemTotal, totalDeposit, totalItemPrice } from '@mahlzeit/contract/rules';
import { formatMoment, formatPrice } from '@mahlzeit/shared-ui/platform';
import { Badge, Banner, Button, H2, Icon, media, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { SumLine, Sums } from '@mahlzeit/shared-ui/ui/order';
import { KeyCap } from '@mahlzeit/shared-ui/ui/console';
import { Check, ClockAlert, MessageSquareText } from 'lucide-react';
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import { useTexts } from '../../console-texts';
import { refundReasonLabel, RefundForm, refundableAmount, refundsUnderWay } from '../refunds';
import { orderBadgeOf, customerLabel, missedOrderText, timeOrDateLabel, orderPlaceLabel } from './order-labels';
import { isWaiting } from './queue-rules';

interface OrderDetailsProps {
  readonly order: PartnerOrder;
  readonly now: number;
  readonly isOffline: boolean;
  readonly isSending: boolean;
  readonly onAccept: (order: PartnerOrder) => void;
  /**
   * `pane`: the details have a pane of their own; `inline`: they are in the list of orders, below the row of the order.
   */
  readonly layout: 'pane' | 'inline';
  /** Counter that increases each time the user presses the key for a refund; each change opens the refund form. */
  readonly refundPressCount: number;
}

const OrderItemLine = ({ item }: { readonly item: CartItem }) => {
  const t = useTexts();
  const { amount, name, comments, deposit, refundedAmount } = item;
  return (
    <>
      <SumLine
        label={t('ItemLine', { amount, name })}
        value={formatPrice(itemTotal(item) - amount * (deposit ?? 0))}
        notes={refundedAmount === 0 ? [] : [t('ItemPartlyBack', { count: refundedAmount })]}
      />
      {comments !== '' && (
        <CommentLine>
          <Icon source={MessageSquareText} size={20} />
          {comments}
        </CommentLine>
      )}
    </>
  );
};

/** Lines with the items of the order, its refunds, and the amount that remains. */
const PaymentSumLines = ({ order, now }: Pick<OrderDetailsProps, 'order' | 'now'>) => {
  const t = useTexts();
  const { items, discount, totalPrice, refunded } = order;
  const totalDepositCents = totalDeposit(items);
  const pendingRefunds = refundsUnderWay(order);
  return (
    <Sums>
      {items.map((item) => (
        <OrderItemLine key={item.key} item={item} />
      ))}
      {totalDepositCents > 0 && <SumLine label={t('Deposit')} value={formatPrice(totalDepositCents)} />}
      {discount !== null && (
        <SumLine
          label={t('Voucher', { name: discount.name.de })}
          value={formatPrice(totalPrice - totalItemPrice(items))}
        />
      )}
      <SumLine size="total" label={t('Total')} value={formatPrice(totalPrice)} />
      {refunded.map(({ amount, reason, date }, index) => (
        <SumLine
          key={index}
          size="small"
          label={t('RefundLine', { when: timeOrDateLabel(date, now), reason: refundReasonLabel(reason) })}
          value={formatPrice(-amount)}
        />
      ))}
      {pendingRefunds.map(({ amount, reason, date }, index) => (
        <SumLine
          key={index}
          size="small"
          label={t('RefundOpenLine', { when: timeOrDateLabel(date, now), reason: refundReasonLabel(reason) })}
          value={formatPrice(-amount)}
        />
      ))}
      {refunded.length + pendingRefunds.length > 0 && (
        <SumLine label={t('PaidAfterRefund')} value={formatPrice(refundableAmount(order))} />
      )}
    </Sums>
  );
};

/**
 * Time in ms in which a second tap is ignored: the user aimed it at the previous order, which this order has replaced.
 */
const DOUBLE_TAP_MS = 600;

/** Returns a handler that ignores the second tap of a double tap. */
const useSingleTap = (onTap: () => void): ((event: MouseEvent) => void) => {
  const lastTapMs = useRef(-DOUBLE_TAP_MS);
  return ({ timeStamp }) => {
    const isFirstTap = timeStamp - lastTapMs.current >= DOUBLE_TAP_MS;
    lastTapMs.current = timeStamp;
    if (isFirstTap) onTap();
  };
};

const OrderDetailsContent = ({
  order,
  now,
  isOffline,
  isSending,
  onAccept,
  layout,
  refundPressCount,
}: OrderDetailsProps) => {
  const t = useTexts();
  const isWaitingNow = isWaiting(order, now) && !isSending;
  const missedText = missedOrderText(order, now);
  const orderBadge = orderBadgeOf(isSending ? { ...order, accepted: true } : order, now);
  const paidText = t(`Paid_${order.paymentOption}`, { when: timeOrDateLabel(order.createdAt, now) });
  const onTap = useSingleTap(() => onAccept(order));
  const orderFacts = [formatMoment(order.meetUpDate, now), orderPlaceLabel(order), paidText];
  return (
    <DetailsFrame $layout={layout}>
      <div>
        {layout === 'pane' && (
          <DetailsHeader>
            <H2>{t('DetailsTitle', { number: order.orderId, customer: customerLabel(order) })}</H2>
            <Badge tone={orderBadge.tone} icon={orderBadge.icon}>
              {orderBadge.label}
            </Badge>
          </DetailsHeader>
        )}
        <OrderFacts $tone="quiet">{orderFacts.join(' · ')}</OrderFacts>
        <PaymentSumLines order={order} now={now} />
        {missedText !== null && (
          <AcceptArea>
            <Banner tone="warn" icon={ClockAlert} title={t('MissedTitle')}>
              {missedText}
            </Banner>
          </AcceptArea>
        )}
        {isWaitingNow && (
          <AcceptArea>
            <Button
              isBlock
              size="large"
              icon={Check}
              disabledReason={isOffline ? t('OfflineReason') : undefined}
              onClick={onTap}
            >
              {t('Accept')} <KeyCap name="A" />
            </Button>
          </AcceptArea>
        )}
      </div>
      <RefundForm
        key={order.key}
        order={order}
        now={now}
        isOffline={isOffline}
        isWaiting={isWaitingNow}
        refundPressCount={refundPressCount}
      />
    </DetailsFrame>
  );
};

/** Details of one order, with the button that accepts it and the refund form. */
const OrderDetails = memo(OrderDetailsContent);

interface MovingDetailsInput extends Omit<OrderDetailsProps, 'order' | 'isSending' | 'layout'> {
  /** Chosen order; null when none is chosen. */
  readonly order: PartnerOrder | null;
  readonly sendingKeys: ReadonlySet<string>;
  readonly isWide: boolean;
}

/**
 * Shows the chosen order in a pane of its own, or below its row in a narrow window. The details are rendered into one
 * element, which moves between pane and row, so that typed input isn't lost.
 */
export const useMovingDetails = ({
  order,
  sendingKeys,
  isWide,
  ...props
}: MovingDetailsInput): Readonly<Record<'drawn' | 'pane' | 'inline', ReactNode>> => {
  const [detailsHost] = useState(() => document.createElement('div'));
  const detailsElement = order !== null && (
    <OrderDetails order={order} isSending={sendingKeys.has(order.key)} layout={isWide ? 'pane' : 'inline'} {...props} />
  );
  const detailsContainer = useMemo(() => <DetailsContainer host={detailsHost} />, [detailsHost]);
  return {
    drawn: createPortal(detailsElement, detailsHost),
    pane: order !== null && isWide ? detailsContainer : null,
    inline: order === null || isWide ? null : detailsContainer,
  };
};

const DetailsContainer = ({ host: detailsHost }: { readonly host: HTMLElement }) => {
  const containerRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => containerRef.current?.append(detailsHost), [detailsHost]);
  return <div ref={containerRef} />;
};

const DetailsFrame = styled.div<{ readonly $layout: OrderDetailsProps['layout'] }>`
  display: grid;
  gap: 20px;
  padding: 16px 20px 24px;
  background: ${tokens.color.surface};
  ${({ $layout }) =>
    $layout === 'pane'
      ? ''
      : `
    border-top: 1px solid ${tokens.color.line};
    ${media.from701} { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 28px; }
  `}
  ${media.below600} {
    padding: 12px;
  }
`;

const DetailsHeader = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  margin-bottom: 6px;
`;

const OrderFacts = styled(Small)`
  margin-bottom: 10px;
`;

const CommentLine = styled.li`
  ${textStyles.label}
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 36px;
  padding: 6px 12px;
  border-radius: ${tokens.radius.small};
  background: ${tokens.color.warnTint};
  color: ${tokens.color.onWarnTint};
  overflow-wrap: anywhere;
`;

const AcceptArea = styled.div`
  margin-top: 14px;
`;
