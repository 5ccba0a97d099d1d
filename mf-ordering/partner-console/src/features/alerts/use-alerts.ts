import type { PartnerOrder } from '@mahlzeit/contract';
import { formatTime } from '@mahlzeit/shared-ui/platform';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { text } from '../../console-texts';
import { customerLabel, isNew, isOverdue } from '../orders';
import type { Sound } from './sound';

interface AlertsInput {
  readonly orders: readonly PartnerOrder[];
  /** Whether `orders` equals the gateway's orders. No sound announces the orders of the first complete list. */
  readonly isLive: boolean;
  readonly now: number;
  readonly sound: Sound;
}

const sentenceOf = (newOrders: readonly PartnerOrder[]): string => {
  const [first] = newOrders;
  if (first === undefined) return '';
  return newOrders.length === 1
    ? text('Arrived', { number: first.orderId, customer: customerLabel(first), time: formatTime(first.meetUpDate) })
    : text('ArrivedMany', { count: newOrders.length });
};

/**
 * Plays a sound for new orders and, each minute, for orders that wait too long. Returns a text about new orders, which
 * screen readers announce.
 */
export const useAlerts = ({ orders, isLive, now, sound }: AlertsInput): string => {
  const seenKeys = useRef<ReadonlySet<string> | null>(null);
  const [sentence, setSentence] = useState('');
  const onOrders = useEffectEvent(() => {
    if (!isLive) return;
    const knownKeys = seenKeys.current;
    seenKeys.current = new Set(orders.map(({ key }) => key));
    const newOrders = knownKeys === null ? [] : orders.filter((order) => isNew(order) && !knownKeys.has(order.key));
    if (newOrders.length === 0) return;
    sound.play('new');
    setSentence(sentenceOf(newOrders));
  });
  useEffect(() => onOrders(), [orders, isLive]);
  const onMinute = useEffectEvent(() => {
    if (orders.some((order) => isOverdue(order, now))) sound.play('overdue');
  });
  const hasOverdue = orders.some((order) => isOverdue(order, now));
  useEffect(() => onMinute(), [now, hasOverdue]);
  return sentence;
};
