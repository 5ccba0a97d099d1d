import type { Order } from '@mahlzeit/contract';
import { formatMoment, formatPrice } from '@mahlzeit/shared-ui/platform';
import { Badge, FoodArt, Row, tokens } from '@mahlzeit/shared-ui/ui';
import { Price, emblemFor } from '@mahlzeit/shared-ui/ui/restaurant';
import { Check, Clock, Undo2 } from 'lucide-react';
import styled from 'styled-components';
import { useTexts } from '../../ordering-texts';
import { paidAmount } from './order-rules';

const badges = {
  Pending: { label: 'Pending', tone: 'neutral', icon: Clock },
  Confirmed: { label: 'Confirmed', tone: 'ok', icon: Check },
  CanceledPartly: { label: 'CanceledPartly', tone: 'err', icon: Undo2 },
  CanceledCompletely: { label: 'CanceledCompletely', tone: 'err', icon: Undo2 },
  CanceledByRestaurant: { label: 'CanceledByRestaurant', tone: 'err', icon: Undo2 },
} as const;

/** One order: where, when, what was paid after refunds, and how it stands. */
const OrderRow = ({ order, now }: { readonly order: Order; readonly now: number }) => {
  const t = useTexts();
  const { restaurant } = order;
  const paid = paidAmount(order);
  const { label, tone, icon } = badges[order.status];
  return (
    <Row
      leading={<Tile><FoodArt name={restaurant === null ? 'fork-and-knife-with-plate' : emblemFor(restaurant.name).art} size={26} /></Tile>}
      title={restaurant?.name ?? t('RestaurantGone')}
      text={
        <Lines>
          <span>{formatMoment(order.meetUpDate, now)} · {t(order.isTakeAway ? 'TakeAway' : 'InStore')}</span>
          <span><Badge tone={tone} icon={icon}>{t(label)}</Badge></span>
        </Lines>
      }
      trailing={<Price value={formatPrice(paid)} oldValue={paid === order.totalPrice ? undefined : formatPrice(order.totalPrice)} />}
    />
  );
};

const Tile = styled.span`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.sunken};
`;

const Lines = styled.span`
  display: grid;
  gap: 6px;
`;
