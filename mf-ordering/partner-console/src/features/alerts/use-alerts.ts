import type { PartnerOrder } from '@mahlzeit/contract';
import { formatTime } from '@mahlzeit/shared-ui/platform';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { text } from '../../console-texts';
import { customerLabel, isNew, isOverdue } from '../orders';
import type { Sound } from './sound';

interface AlertsInput {
  readonly orders: readonly PartnerOrder[];
  /** Whether the orders equal those of the gateway. The orders of the first snapshot count as old. */
  readonly isLive: boolean;
  readonly now: number;
  readonly sound: Sound;
}

const sentenceOf = (arrived: readonly PartnerOrder[]): string => {
  const [first] = arrived;
  if (first === undefined) return '';
  return arrived.length === 1
    ? text('Arrived', { number: first.orderId, customer: customerLabel(first), time: formatTime(first.meetUpDate) })
    : text('ArrivedMany', { count: arrived.length });
};

/**
 * Plays a sound for new orders and, each minute, for orders that wait too long. Returns the text for screen readers.
 */
export const useAlerts = ({ orders, isLive, now, sound }: AlertsInput): string => {
  const seenKeys = useRef<ReadonlySet<string> | null>(null);
  const [sentence, setSentence] = useState('');
  const onOrders = useEffectEvent(() => {
    if (!isLive) return;
    const before = seenKeys.current;
    seenKeys.current = new Set(orders.map(({ key }) => key));
    const arrived = before === null ? [] : orders.filter((order) => isNew(order) && !before.has(order.key));
    if (arrived.length === 0) return;
    sound.play('new');
    setSentence(sentenceOf(arrived));
  });
  useEffect(() => onOrders(), [orders, isLive]);
  const onMinute = useEffectEvent(() => {
    if (orders.some((order) => isOverdue(order, now))) sound.play('overdue');
  });
  const hasOverdue = orders.some((order) => isOverdue(order, now));
  useEffect(() => onMinute(), [now, hasOverdue]);
  return sentence;
};
