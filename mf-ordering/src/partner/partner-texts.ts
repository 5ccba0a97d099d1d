import type { PartnerOrder, RefundReason } from '@mahlzeit/contract';
import { paidAmount } from '@mahlzeit/contract/rules';
import { defineTexts, errorCode, errorText } from '@mahlzeit/shared-ui/platform';
import type { BadgeTone, IconSource } from '@mahlzeit/shared-ui/ui';
import { Check, Clock, Undo2 } from 'lucide-react';
import de from './locales/de.json';
import { isNew } from './queue-rules';

/** German texts of the restaurant's console. */
export const { useTexts, text, has } = defineTexts('ordering-partner', de);

/** What to tell the counter about an error: by its code where the console has words of its own for it. */
export const consoleErrorText = (error: unknown): string => {
  const code = `Error_${errorCode(error)}`;
  return has(code) ? text(code) : errorText(error);
};

/** Why money goes back, in words. */
export const reasonLabel = (reason: RefundReason): string => text(`Reason_${reason}`);

/** `in 17 Min.`, `jetzt`, `vor 4 Min.` */
export const untilLabel = (at: number, now: number): string => {
  const minutes = Math.ceil((at - now) / 60_000);
  if (minutes === 0) return text('Now');
  return minutes > 0 ? text('InMinutes', { minutes }) : text('MinutesAgo', { minutes: -minutes });
};

/** All dishes in one line. */
export const dishesLabel = ({ items }: Pick<PartnerOrder, 'items'>): string => items.map(({ amount, name }) => text('ItemLine', { amount, name })).join(', ');

/** In the house or taken away, and what else the counter should know at a glance. */
export const whereLabel = ({ isTakeAway, meetUp, items }: PartnerOrder): string => [
  text(isTakeAway ? 'TakeAway' : 'InHouse'),
  ...(meetUp === '' ? [] : [text('Meetup')]),
  ...(items.some(({ comments }) => comments !== '') ? [text('Wish')] : []),
].join(' · ');

/** Whose order it is; a diner who is gone has no name. */
export const customerLabel = ({ customer }: Pick<PartnerOrder, 'customer'>): string => (customer === '' ? text('NoName') : customer);

interface StateBadge {
  readonly tone: BadgeTone;
  readonly icon: IconSource;
  readonly label: string;
}

/** How an order stands at the counter. */
export const badgeOf = (order: PartnerOrder): StateBadge => {
  if (isNew(order)) return { tone: 'warn', icon: Clock, label: text('StateNew') };
  const paid = paidAmount(order);
  if (paid <= 0) return { tone: 'err', icon: Undo2, label: text('StateRefunded') };
  return paid < order.totalPrice ? { tone: 'ok', icon: Check, label: text('StatePartly') } : { tone: 'ok', icon: Check, label: text('StateAccepted') };
};
