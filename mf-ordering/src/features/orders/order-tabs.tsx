import type { Order } from '@mahlzeit/contract';
import { paidAmount } from '@mahlzeit/contract/rules';
import { formatMoment, formatPrice, useCollection, useNow, useSession, useShell } from '@mahlzeit/shared-ui/platform';
import { CollectionList, visibleCountOf, usePastTab } from '@mahlzeit/shared-ui/platform/collections';
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
import { Fragment } from 'react';
import styled from 'styled-components';
import { divideByTime, liveOrders, ORDER_PAGE_SIZE } from './listed-orders';
import { changedOrderCollection } from './live-orders';
import { orderBadgeAt, restaurantNameOf, shortMealPlaceLabel, useTexts } from './order-labels';

const ORDER_ROW_HEIGHT_PX = 104;

/** Price of an order after refunds; below it the original price, struck through. */
const PaidAmount = ({ order }: { readonly order: Order }) => {
  const t = useTexts();
  const paidCents = paidAmount(order);
  return (
    <PaidAmountColumn>
      <AmountText>{formatPrice(paidCents)}</AmountText>
      {paidCents !== order.totalPrice && (
        <StruckOriginalPrice>
          <VisuallyHidden>{t('BeforeRefund')} </VisuallyHidden>
          {formatPrice(order.totalPrice)}
        </StruckOriginalPrice>
      )}
    </PaidAmountColumn>
  );
};

/** Row in the list of orders: restaurant, time, price after refunds and status. The row links to the order. */
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
  const { label, tone, icon } = orderBadgeAt(order, now);
  const momentText = formatMoment(meetUpDate, now);
  return (
    <Row
      leading={
        <OrderIconTile>
          <FoodArt
            name={restaurant === null ? 'fork-and-knife-with-plate' : emblemFor(restaurant.name).art}
            size={26}
          />
        </OrderIconTile>
      }
      title={restaurantNameOf(order)}
      href={navigation.hrefOf('order', order.key)}
      text={
        <OrderRowLines>
          <span>
            {isPast
              ? momentText
              : [momentText, shortMealPlaceLabel(order), orderId].map((fact, index) => (
                  <Fragment key={fact}>
                    {index > 0 && '\u00a0· '}
                    <UnbrokenFact>{fact}</UnbrokenFact>
                  </Fragment>
                ))}
          </span>
          <span>
            <Badge tone={tone} icon={icon}>
              {label}
            </Badge>
          </span>
        </OrderRowLines>
      }
      trailing={<PaidAmount order={order} />}
    />
  );
};

const OrderIconTile = styled.span`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.sunken};
`;

const OrderRowLines = styled.span`
  display: grid;
  gap: 6px;
`;

/** Fact that stays on one line: a browser would otherwise divide an order's number at its hyphen. */
const UnbrokenFact = styled.span`
  white-space: nowrap;
`;

const PaidAmountColumn = styled.span`
  display: grid;
  justify-items: end;
`;

const AmountText = styled.span`
  ${textStyles.label}
`;

const StruckOriginalPrice = styled.s`
  ${textStyles.small}
  color: ${tokens.color.ink3};
`;

/**
 * Hint for a user whose e-mail address isn't confirmed. The gateway doesn't send past orders to such a user, who may
 * have some from before the address was changed.
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
  const orderListOptions = { failedTitle: t('OrdersFailedTitle'), estimatedHeight: ORDER_ROW_HEIGHT_PX } as const;
  const pastOrdersTab = usePastTab(orders, {
    ...orderListOptions,
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
            count: visibleCountOf(orders, upcoming),
            content: (
              <CollectionList
                {...orderListOptions}
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
            ...pastOrdersTab,
            ...(!isVerified && { count: undefined }),
            ...(!isVerified && past.length === 0 && { content: <ConfirmAccountNotice /> }),
          },
        ]}
      />
    </Sheet>
  );
};
