import type { VisibleCard } from './cards';
import { text } from './card-texts';

/** How long a card is good, in words, and how much it matters. */
export const cardStatus = ({ until, isExpired, lastMonth }: Pick<VisibleCard, 'until' | 'isExpired' | 'lastMonth'>): { readonly text: string; readonly tone: 'quiet' | 'warn' | 'err' } => {
  if (isExpired) return { text: text('CardExpired', { until }), tone: 'err' };
  return lastMonth === null ? { text: text('CardValid', { until }), tone: 'quiet' } : { text: text('CardEnding', { month: lastMonth }), tone: 'warn' };
};
