import type { Order } from '@mahlzeit/contract';
import { berlinDay, gatewayRefusalOf, isOrderPast, paidOrderState, paidAmount } from '@mahlzeit/contract/rules';
import {
  formatDate,
  formatDay,
  formatMoment,
  formatPrice,
  useNow,
  useScreenName,
  useShell,
} from '@mahlzeit/shared-ui/platform';
import {
  Badge,
  Banner,
  Button,
  ButtonLink,
  Stack,
  textStyles,
  tokens,
  TotalText,
  VisuallyHidden,
} from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { PickupTicket, Timeline } from '@mahlzeit/shared-ui/ui/order';
import { RefreshCw, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import styled from 'styled-components';
import { refusalErrorOf } from '../payment-options';
import { useFailureText } from '../providers';
import { isPaymentUnsettled, useCheckPaymentStatus } from './live-orders';
import { useOpenPaymentActions } from './open-payment';
import { PastOrderActions, OrderRatingRow, UpcomingOrderActions } from './order-actions';
import {
  isFullyCanceled,
  isFullRefundPending,
  mealPlaceLabel,
  restaurantNameOf,
  orderBadgeAt,
  pickupTicketBadge,
  orderTimelineOf,
  useTexts,
} from './order-labels';
import { OrderLoader } from './order-loader';
import {
  CancellationSection,
  OrderedItems,
  OrderPlace,
  OpenRefundNotice,
  RefundNotice,
  RouteLink,
} from './order-parts';
import { usePaymentLabel } from './payment-label';

interface OrderSectionProps {
  readonly order: Order;
  readonly now: number;
}

/** Section with the number that the diner tells at the restaurant's counter, and with time and place of the meal. */
const PickupSection = ({ order, now }: OrderSectionProps) => {
  const t = useTexts();
  const { orderId, meetUpDate } = order;
  const { tone, icon, label } = pickupTicketBadge(order);
  const mealDay = berlinDay(meetUpDate);
  const momentText = formatMoment(meetUpDate, now);
  // For days other than today and tomorrow, the text already contains the date.
  const hasDateInText = momentText.includes(formatDate(mealDay));
  return (
    <PickupTicket
      label={t('PickupNumber')}
      pickupNumber={orderId}
      badge={
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
      }
      timeText={momentText}
      text={[...(hasDateInText ? [] : [formatDay(mealDay)]), mealPlaceLabel(order)].join(' · ')}
      dateTime={new Date(meetUpDate).toISOString()}
      sideContent={<RouteLink order={order} />}
    />
  );
};

/**
 * Section with the status of a past order, and with its price after refunds beside the original price, which is struck
 * through.
 */
const RefundOutcomeSection = ({ order, now }: OrderSectionProps) => {
  const t = useTexts();
  const paidCents = paidAmount(order);
  const { tone, icon, label } = orderBadgeAt(order, now);
  return (
    <OutcomeHeader>
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
      <PaidAmountColumn>
        {paidCents !== order.totalPrice && (
          <StruckOriginalPrice>
            <VisuallyHidden>{t('BeforeRefund')} </VisuallyHidden>
            {formatPrice(order.totalPrice)}
          </StruckOriginalPrice>
        )}
        <TotalText>{formatPrice(paidCents)}</TotalText>
      </PaidAmountColumn>
    </OutcomeHeader>
  );
};

/** Content for a paid order whose meal is in the future: number, timeline and details. */
const UpcomingOrder = ({ order, now }: OrderSectionProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const paymentLabel = usePaymentLabel(order);
  const isCanceled = isFullyCanceled(order) || isFullRefundPending(order);
  return (
    <Stack $gap={24}>
      {order.refunded.length > 0 && <RefundNotice order={order} now={now} payment={paymentLabel} />}
      <OpenRefundNotice order={order} />
      {order.isMeetUpLost && !isCanceled && (
        <Banner tone="neutral" title={t('MeetupLost')}>
          {t('MeetupLostText')}
        </Banner>
      )}
      {!isCanceled && <PickupSection order={order} now={now} />}
      <UpcomingOrderActions order={order} />
      <Timeline label={t('OrderProgress')} steps={orderTimelineOf(order, { now, payment: paymentLabel.name })} />
      <OrderedItems
        order={order}
        title={t(isCanceled ? 'WasOrdered' : 'Ordered')}
        total={t('PaidWith', { payment: paymentLabel.name })}
      />
      <CancellationSection order={order} />
      <OrderPlace order={order} now={now} isConfirmedByMail={!isCanceled} />
      {isCanceled && (
        <Button isBlock onClick={navigation.close}>
          {t('OtherPlaces')}
        </Button>
      )}
    </Stack>
  );
};

/** Content for a paid order whose meal is in the past. */
const PastOrder = ({ order, now }: OrderSectionProps) => {
  const t = useTexts();
  const paymentLabel = usePaymentLabel(order);
  return (
    <Stack $gap={24}>
      <RefundOutcomeSection order={order} now={now} />
      {order.refunded.length > 0 && <RefundNotice order={order} now={now} payment={paymentLabel} />}
      <OpenRefundNotice order={order} />
      <OrderedItems order={order} title={t('Ordered')} total={t('PaidWith', { payment: paymentLabel.name })} />
      <CancellationSection order={order} />
      <PastOrderActions order={order} />
      <OrderRatingRow order={order} now={now} />
      <OrderPlace order={order} now={now} isConfirmedByMail />
    </Stack>
  );
};

/**
 * Message about a failed payment. Without `isPaidInVain` the text is worded carefully, because it may turn out later
 * that money was charged.
 */
const PaymentFailedNotice = ({ order }: { readonly order: Order }) => {
  const t = useTexts();
  const { isPaidInVain, paymentOption, refusalCode } = order;
  const refusal = useMemo(
    () =>
      refusalCode === null || gatewayRefusalOf(refusalCode) === null
        ? null
        : refusalErrorOf(paymentOption, refusalCode),
    [paymentOption, refusalCode],
  );
  const reasonText = useFailureText(refusal)?.text;
  if (isPaidInVain)
    return (
      <Banner tone="warn" icon={Undo2} title={t('MoneyComesBack')}>
        {reasonText ?? t('PaidInVainText')}
      </Banner>
    );
  return (
    <Banner tone="neutral" title={t('NothingToPay')}>
      {reasonText === undefined ? t('NothingToPayText') : t('NotChargedText', { reason: reasonText })}
    </Banner>
  );
};

/** Content for an order whose payment is open or has failed, with the current status of the payment. */
const UnpaidOrder = ({ order, now, retry }: OrderSectionProps & { readonly retry: () => void }) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { isBusy, check } = useCheckPaymentStatus(order, retry);
  const openPayment = useOpenPaymentActions(order);
  const isPaymentOpen = isPaymentUnsettled(order);
  return (
    <Stack $gap={24}>
      {isPaymentOpen && (
        <Banner tone="warn" title={t('PaymentOpenHint')}>
          {t('PaymentOpenText')}
        </Banner>
      )}
      {!isPaymentOpen && <PaymentFailedNotice order={order} />}
      {isPaymentOpen && (
        <Button isBlock variant="second" icon={RefreshCw} isBusy={isBusy} onClick={check}>
          {t('CheckPayment')}
        </Button>
      )}
      {isPaymentOpen && openPayment.finish !== null && (
        <Button isBlock isBusy={openPayment.isBusy} onClick={openPayment.finish}>
          {t('FinishPayment')}
        </Button>
      )}
      {isPaymentOpen && order.payInId !== '' && (
        <Button isBlock variant="second" isBusy={openPayment.isBusy} onClick={openPayment.giveUp}>
          {t('GiveUpPayment')}
        </Button>
      )}
      <OrderedItems order={order} title={t('WasOrdered')} total={t('Total')} />
      <OrderPlace order={order} now={now} isConfirmedByMail={false} />
      {!isPaymentOpen && order.restaurant !== null && (
        <ButtonLink isBlock href={navigation.hrefOf('details', order.restaurant.routingName)}>
          {t('ToPlace')}
        </ButtonLink>
      )}
    </Stack>
  );
};

const isOrderPaid = ({ paymentStatus }: Order): boolean => paymentStatus === 'SUCCEEDED';

/** Returns title and subtitle of an order's sheet. They depend on payment, refunds and time of the order. */
const useOrderHeading = ({ order, now }: OrderSectionProps): { readonly title: string; readonly subtitle: string } => {
  const t = useTexts();
  const { meetUpDate, orderId } = order;
  const restaurantName = restaurantNameOf(order);
  const momentText = formatMoment(meetUpDate, now);
  if (!isOrderPaid(order))
    return {
      title: t(isPaymentUnsettled(order) ? 'PaymentOpenTitle' : 'PaymentFailedTitle'),
      subtitle: `${restaurantName} · ${momentText}`,
    };
  if (isOrderPast(order, now)) return { title: restaurantName, subtitle: `${momentText} · ${orderId}` };
  const title = paidOrderState(order) === 'pending' ? t('OrderedAndPaid') : orderBadgeAt(order, now).label;
  return isFullyCanceled(order) || isFullRefundPending(order)
    ? { title, subtitle: `${restaurantName} · ${momentText} · ${orderId}` }
    : { title, subtitle: restaurantName };
};

/** Returns whether the restaurant has accepted the order while this sheet was open. */
const useWasJustAccepted = ({ accepted, refunded }: Order): boolean => {
  const [wasInitiallyAccepted] = useState(accepted);
  return accepted && !wasInitiallyAccepted && refunded.length === 0;
};

/**
 * Announces to screen readers that the restaurant has accepted the order. The live region is rendered before its text,
 * because screen readers read only changes of an existing region.
 */
const AcceptanceAnnouncement = ({ order }: { readonly order: Order }) => {
  const t = useTexts();
  return <VisuallyHidden role="status">{useWasJustAccepted(order) && t('NowConfirmed')}</VisuallyHidden>;
};

const LoadedOrder = ({ order, retry }: { readonly order: Order; readonly retry: () => void }) => {
  const t = useTexts();
  const { navigation } = useShell();
  const now = useNow();
  const orderHeading = useOrderHeading({ order, now });
  useScreenName(`${t('Order')} ${restaurantNameOf(order)}`);
  const renderOrderContent = () => {
    if (!isOrderPaid(order)) return <UnpaidOrder order={order} now={now} retry={retry} />;
    return isOrderPast(order, now) ? <PastOrder order={order} now={now} /> : <UpcomingOrder order={order} now={now} />;
  };
  return (
    <Sheet {...orderHeading} onClose={navigation.close}>
      <Stack $gap={16}>
        <AcceptanceAnnouncement order={order} />
        {renderOrderContent()}
      </Stack>
    </Sheet>
  );
};

/** Sheet of one order: status, dishes, payment and refunds. It is updated when the order changes. */
export const OrderDetailsSheet = ({ orderKey }: { readonly orderKey: string }) => {
  const t = useTexts();
  return (
    <OrderLoader orderKey={orderKey} title={t('Order')}>
      {(order, retry) => <LoadedOrder order={order} retry={retry} />}
    </OrderLoader>
  );
};

const OutcomeHeader = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  justify-content: space-between;
  gap: 8px 12px;
`;

const PaidAmountColumn = styled.div`
  display: grid;
  justify-items: end;
  margin-left: auto;
`;

const StruckOriginalPrice = styled.s`
  ${textStyles.small}
  ${textStyles.digits}
  color: ${tokens.color.ink3};
`;
