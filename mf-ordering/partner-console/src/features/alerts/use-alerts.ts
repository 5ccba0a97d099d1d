import type { PartnerOrder } from '@mahlzeit/contract';
import { formatTime } from '@mahlzeit/shared-ui/platform';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { text } from '../../console-texts';
import { customerLabel, needsAnswer, isOverdue } from '../orders';
import type { Sound } from './sound';

interface OrderAlertsInput {
  readonly orders: readonly PartnerOrder[];
  /**
   * Whether `orders` is complete and equals the gateway's orders; while false, new orders aren't announced. The orders
   * of the first complete list are never announced.
   */
  readonly areOrdersLive: boolean;
  readonly now: number;
  readonly sound: Sound;
}

const newOrdersText = (newOrders: readonly PartnerOrder[]): string => {
  const [firstOrder] = newOrders;
  if (firstOrder === undefined) return '';
  return newOrders.length === 1
    ? text('Arrived', {
        number: firstOrder.orderId,
        customer: customerLabel(firstOrder),
        time: formatTime(firstOrder.meetUpDate),
      })
    : text('ArrivedMany', { count: newOrders.length });
};

/**
 * Plays a sound for new orders and, each minute, for orders that wait too long. Returns a text about new orders, which
 * screen readers announce.
 */
export const useAlerts = ({ orders, areOrdersLive, now, sound }: OrderAlertsInput): string => {
  const seenOrderKeys = useRef<ReadonlySet<string> | null>(null);
  const [alertText, setAlertText] = useState('');
  const alertNewOrders = useEffectEvent(() => {
    if (!areOrdersLive) return;
    const knownOrderKeys = seenOrderKeys.current;
    seenOrderKeys.current = new Set(orders.map(({ key }) => key));
    const newOrders =
      knownOrderKeys === null ? [] : orders.filter((order) => needsAnswer(order) && !knownOrderKeys.has(order.key));
    if (newOrders.length === 0) return;
    sound.play('new');
    setAlertText(newOrdersText(newOrders));
  });
  useEffect(() => alertNewOrders(), [orders, areOrdersLive]);
  const alertOverdueOrders = useEffectEvent(() => {
    if (orders.some((order) => isOverdue(order, now))) sound.play('overdue');
  });
  const hasOverdueOrders = orders.some((order) => isOverdue(order, now));
  useEffect(() => alertOverdueOrders(), [now, hasOverdueOrders]);
  return alertText;
};
