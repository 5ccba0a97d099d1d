import type { Order } from '@mahlzeit/contract';
import { paidAmount } from '@mahlzeit/contract/rules';
import {
  formatMoment,
  formatPrice,
  withNoBreakSpaces,
  useCollection,
  useNow,
  useSession,
  useShell,
} from '@mahlzeit/shared-ui/platform';
import { CollectionList, countOf, usePastTab } from '@mahlzeit/shared-ui/platform/collections';
import {
  Badge,
  ButtonLink,
  EmptyState,
  FoodArt,
  Row,
  textStyles,
  tokens,
  VisuallyHidden,
} from '@mahlzeit/shared-ui/ui';
import { Sheet, SheetTabs } from '@mahlzeit/shared-ui/ui/dialog';
import { emblemFor } from '@mahlzeit/shared-ui/ui/restaurant';
import { MailCheck } from 'lucide-react';
import styled from 'styled-components';
import { divideByTime, liveOrders, ORDER_PAGE_SIZE } from './listed-orders';
import { changedOrderCollection } from './live-orders';
import { placeName, shortPlaceLabel, standingBadge, useTexts } from './order-labels';

const ROW_HEIGHT = 104;

/** Price after refunds; below it the original price, struck through. */
const PaidAmount = ({ order }: { readonly order: Order }) => {
  const t = useTexts();
  const totalPaid = paidAmount(order);
  return (
    <AmountColumn>
      <AmountText>{formatPrice(totalPaid)}</AmountText>
      {totalPaid !== order.totalPrice && (
        <OriginalPrice>
          <VisuallyHidden>{t('BeforeRefund')} </VisuallyHidden>
          {formatPrice(order.totalPrice)}
        </OriginalPrice>
      )}
    </AmountColumn>
  );
};

/** Row of the list: restaurant, time, price after refunds and status. The row links to the order. */
const OrderRow = ({
  order,
  now,
  isPast,
}: {
  readonly order: Order;
  readonly now: number;
  readonly isPast: boolean;
}) => {
  const { navigation } = useShell();
  const { restaurant, meetUpDate, orderId } = order;
  const { label, tone, icon } = standingBadge(order);
  const momentText = formatMoment(meetUpDate, now);
  return (
    <Row
      leading={
        <IconTile>
          <FoodArt
            name={restaurant === null ? 'fork-and-knife-with-plate' : emblemFor(restaurant.name).art}
            size={26}
          />
        </IconTile>
      }
      title={placeName(order)}
      href={navigation.hrefOf('order', order.key)}
      text={
        <RowLines>
          <span>
            {isPast
              ? momentText
              : [momentText, shortPlaceLabel(order), orderId].map(withNoBreakSpaces).join('\u00a0· ')}
          </span>
          <span>
            <Badge tone={tone} icon={icon}>
              {label}
            </Badge>
          </span>
        </RowLines>
      }
      trailing={<PaidAmount order={order} />}
    />
  );
};

const IconTile = styled.span`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.sunken};
`;

const RowLines = styled.span`
  display: grid;
  gap: 6px;
`;

const AmountColumn = styled.span`
  display: grid;
  justify-items: end;
`;

const AmountText = styled.span`
  ${textStyles.label}
`;

const OriginalPrice = styled.s`
  ${textStyles.small}
  color: ${tokens.color.ink3};
`;

/**
 * Hint for a user whose e-mail address isn't confirmed. The gateway doesn't show past orders to this user, who may have
 * some from before the address was changed.
 */
const ConfirmAccountNotice = () => {
  const t = useTexts();
  const { navigation } = useShell();
  return (
    <EmptyState icon={MailCheck} title={t('PastNeedsEmailTitle')} text={t('PastNeedsEmailText')}>
      <ButtonLink variant="tint" href={navigation.hrefOf('profile')}>
        {t('ConfirmEmail')}
      </ButtonLink>
    </EmptyState>
  );
};

/** Tabs with upcoming and past orders. */
export const OrderTabs = () => {
  const t = useTexts();
  const { navigation } = useShell();
  const now = useNow();
  const session = useSession();
  const isVerified = session.status === 'known' && session.account.verified;
  const orders = useCollection(isVerified ? liveOrders : changedOrderCollection);
  const { upcoming, past } = divideByTime(orders.items, now);
  const listOptions = { failedTitle: t('OrdersFailedTitle'), estimatedHeight: ROW_HEIGHT } as const;
  const pastTab = usePastTab(orders, {
    ...listOptions,
    pastItems: past,
    pageSize: ORDER_PAGE_SIZE,
    empty: { art: 'bento-box', title: t('EmptyOrderListPast'), text: t('EmptyOrderListPastText') },
    children: (order) => <OrderRow order={order} now={now} isPast />,
  });
  return (
    <Sheet title={t('Orders')} onClose={navigation.close}>
      <SheetTabs
        label={t('Orders')}
        idBase="orders"
        tabs={[
          {
            id: 'upcoming',
            label: t('Upcoming'),
            count: countOf(orders, upcoming),
            content: (
              <CollectionList
                {...listOptions}
                collection={orders}
                items={upcoming}
                empty={{ art: 'bento-box', title: t('EmptyOrderListFuture'), text: t('EmptyOrderListFutureText') }}
              >
                {(order) => <OrderRow order={order} now={now} isPast={false} />}
              </CollectionList>
            ),
          },
          {
            id: 'past',
            label: t('Past'),
            ...pastTab,
            ...(!isVerified && { count: undefined }),
            ...(!isVerified && past.length === 0 && { content: <ConfirmAccountNotice /> }),
          },
        ]}
      />
    </Sheet>
  );
};
