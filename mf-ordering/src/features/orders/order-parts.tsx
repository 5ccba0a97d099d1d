import type { CartItem, Order } from '@mahlzeit/contract';
import {
  isOrderPast,
  itemTotal,
  paidOrderState,
  paidAmount,
  routeHref,
  totalDeposit,
  totalItemPrice,
} from '@mahlzeit/contract/rules';
import {
  formatPrice,
  newTabProps,
  phoneHref,
  skipToken,
  withNoBreakSpaces,
  useRestaurantQuery,
  useShell,
} from '@mahlzeit/shared-ui/platform';
import {
  Banner,
  ButtonLink,
  Caption,
  forcedColorsBorder,
  IconLink,
  Label,
  Section,
  Small,
  Stack,
  textStyles,
  TextLink,
  tokens,
} from '@mahlzeit/shared-ui/ui';
import { SumLine, Sums } from '@mahlzeit/shared-ui/ui/order';
import { Ban, Phone, Route, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import {
  formattedDateOf,
  restaurantNameOf,
  refundReasonLabel,
  refundReasonsLabel,
  refundedTotalOf,
  shouldShowCancelHint,
  useTexts,
} from './order-labels';

interface OrderPartProps {
  readonly order: Order;
}

interface PaidOrderProps extends OrderPartProps {
  /** Names of the card or payment option with which the order was paid. */
  readonly payment: { readonly name: string; readonly target: string };
}

/** Message at the top of an order's sheet about money that is refunded, with amount and reason. */
export const RefundNotice = ({ order, now, payment: { target } }: PaidOrderProps & { readonly now: number }) => {
  const t = useTexts();
  const { refunded } = order;
  const latestRefund = refunded.at(-1);
  if (latestRefund === undefined) return null;
  const [amountText, reasonText] = [formatPrice(refundedTotalOf(order)), refundReasonsLabel(order)];
  if (paidOrderState(order) === 'canceledByRestaurant' && !isOrderPast(order, now))
    return (
      <Banner tone="err" icon={Ban} title={t('DeclinedTitle')}>
        {t('DeclinedText', { reason: reasonText, amount: amountText, payment: target })}
      </Banner>
    );
  return (
    <Banner tone="err" icon={Undo2} title={t('RefundedTitle', { amount: amountText })}>
      {t('RefundedText', { day: formattedDateOf(latestRefund.date), payment: target, reason: reasonText })}
    </Banner>
  );
};

/**
 * Message at the top of an order's sheet about refunds that are still in progress or that the payment provider has
 * refused.
 */
export const OpenRefundNotice = ({ order: { openRefunds } }: OrderPartProps) => {
  const t = useTexts();
  return [false, true].map((isRefused) => {
    const openRefundsOfKind = openRefunds.filter((openRefund) => openRefund.isRefused === isRefused);
    if (openRefundsOfKind.length === 0) return null;
    const [amountText, reasonText] = [
      formatPrice(openRefundsOfKind.reduce((refundSum, openRefund) => refundSum + openRefund.amount, 0)),
      refundReasonsLabel({ refunded: openRefundsOfKind }),
    ];
    return (
      <Banner
        key={String(isRefused)}
        tone="warn"
        icon={Undo2}
        title={t(isRefused ? 'RefundDelayedTitle' : 'RefundOnItsWayTitle', { amount: amountText })}
      >
        {t(isRefused ? 'RefundDelayedText' : 'RefundOnItsWayText', { reason: reasonText })}
      </Banner>
    );
  });
};

const OrderItemLine = ({ item }: { readonly item: CartItem }) => {
  const t = useTexts();
  const { amount, name, price, discount, comments, deposit, refundedAmount } = item;
  const orderItemNotes = [
    ...(discount === null ? [] : [t('ItemDiscount', { name: discount.name.de, price: formatPrice(amount * price) })]),
    ...(refundedAmount > 0 ? [t('ItemRefunded', { count: refundedAmount })] : []),
    ...(comments === '' ? [] : [t('ItemWish', { wish: comments })]),
  ];
  return (
    <SumLine
      label={t('ItemLine', { amount, name })}
      value={formatPrice(itemTotal(item) - amount * (deposit ?? 0))}
      notes={orderItemNotes}
    />
  );
};

/** Lines of an order's sum: dishes, deposit and voucher. */
export const OrderPriceLines = ({ order: { items, discount, totalPrice } }: OrderPartProps) => {
  const t = useTexts();
  const totalDepositCents = totalDeposit(items);
  return (
    <>
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
    </>
  );
};

/** Lines with an order's refunds, each with its amount and reason. */
export const RefundLines = ({ order: { refunded } }: OrderPartProps) => {
  const t = useTexts();
  return (
    <>
      {refunded.map((refund, index) => (
        <SumLine
          key={index}
          label={t('RefundLine', { reason: refundReasonLabel(refund), day: formattedDateOf(refund.date) })}
          value={formatPrice(-refund.amount)}
        />
      ))}
    </>
  );
};

/** Section with the dishes of the order, the total and its VAT. */
export const OrderedItems = ({
  order,
  title,
  total,
}: OrderPartProps & { readonly title: string; /** Label: „Bezahlt mit Visa •••• 4242“. */ readonly total: string }) => {
  const t = useTexts();
  const { totalPrice, vatByType } = order;
  return (
    <Section title={title}>
      <Sums>
        <OrderPriceLines order={order} />
        <SumLine size="total" label={total} value={formatPrice(totalPrice)} />
        {(['FOOD', 'DRINK'] as const).map((vatKind) => {
          const vatAmounts = vatByType[vatKind];
          return vatAmounts === undefined ? null : (
            <SumLine
              key={vatKind}
              size="small"
              label={t(`Vat_${vatKind}`, { rate: String(vatAmounts.rate).replace('.', ',') })}
              value={formatPrice(vatAmounts.vat)}
            />
          );
        })}
      </Sums>
    </Section>
  );
};

/**
 * Section about the cancelled part of an order: all refunds as one negative sum, each refund with its reason, and the
 * rest (S2§2).
 */
export const CancellationSection = ({ order }: OrderPartProps) => {
  const t = useTexts();
  const { refunded } = order;
  if (refunded.length === 0) return null;
  return (
    <Section
      title={t('CancellationAbbr')}
      headAside={<RefundedAmount>{formatPrice(-refundedTotalOf(order))}</RefundedAmount>}
    >
      <Stack $gap={6}>
        <Small $tone="quiet">{t('CancelOrderReasonTitle')}</Small>
        <Sums>
          <RefundLines order={order} />
          {paidAmount(order) > 0 && (
            <SumLine size="total" label={t('PaidAfterRefund')} value={formatPrice(paidAmount(order))} />
          )}
        </Sums>
      </Stack>
    </Section>
  );
};

const RefundedAmount = styled.span`
  ${textStyles.h3}
  ${textStyles.digits}
  font-family: inherit;
  color: ${tokens.color.ink};
`;

const streetAddressOf = ({ restaurant }: Order): string =>
  restaurant === null ? '' : `${restaurant.address.street} ${restaurant.address.streetNumber}`.trim();

/** Section with the restaurant of the order, its contacts, and the hint that orders can be cancelled only there. */
export const OrderPlace = ({
  order,
  now,
  isConfirmedByMail,
}: OrderPartProps & {
  readonly now: number;
  /** Whether the order was confirmed by e-mail and is still valid. */ readonly isConfirmedByMail: boolean;
}) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { restaurant } = order;
  const phoneNumber =
    useRestaurantQuery(restaurant === null ? skipToken : { key: restaurant.key }).data?.data.contact.phoneNumber ??
    null;
  const name = restaurantNameOf(order);
  const isCancelable = isConfirmedByMail && shouldShowCancelHint(order, now);
  return (
    <Stack $gap={10}>
      <PlaceCard>
        <RestaurantAddressLines>
          {restaurant === null ? (
            <Label as="p">{name}</Label>
          ) : (
            <Label as="p">
              <TextLink href={navigation.hrefOf('details', restaurant.routingName)}>{name}</TextLink>
            </Label>
          )}
          <Small $tone="quiet">
            {[streetAddressOf(order), phoneNumber === null ? '' : withNoBreakSpaces(phoneNumber)]
              .filter((addressPart) => addressPart !== '')
              .join(' · ')}
          </Small>
        </RestaurantAddressLines>
        {phoneNumber !== null && (
          <CallRestaurantLink label={t('CallPlace', { name })} icon={Phone} href={phoneHref(phoneNumber)} />
        )}
      </PlaceCard>
      {isCancelable && (
        <Small $tone="quiet">
          {phoneNumber === null ? (
            t('CancelAtPlace')
          ) : (
            <>
              {t('CancelByPhone')} <TextLink href={phoneHref(phoneNumber)}>{withNoBreakSpaces(phoneNumber)}</TextLink>
            </>
          )}
        </Small>
      )}
      {isConfirmedByMail && restaurant !== null && (
        <Caption $tone="quiet">
          {t('ContractWith', { name: [name, streetAddressOf(order)].filter((namePart) => namePart !== '').join(', ') })}
        </Caption>
      )}
    </Stack>
  );
};

const PlaceCard = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 14px 12px 14px 16px;
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.surface};
  box-shadow:
    ${tokens.color.e1},
    0 0 0 1px ${tokens.color.line};
  ${forcedColorsBorder}
`;

const RestaurantAddressLines = styled.div`
  flex: 1;
  min-width: 0;
  hyphens: auto;
  overflow-wrap: anywhere;
`;

const CallRestaurantLink = styled(IconLink)`
  background: ${tokens.color.plumTint};
  color: ${tokens.color.onPlumTint};
`;

/** Link to a map with the way to the restaurant; nothing if the restaurant was deleted. */
export const RouteLink = ({ order: { restaurant } }: OrderPartProps): ReactNode => {
  const t = useTexts();
  return restaurant === null ? null : (
    <ButtonLink size="small" variant="second" icon={Route} href={routeHref(restaurant)} {...newTabProps}>
      {t('Route')}
    </ButtonLink>
  );
};
