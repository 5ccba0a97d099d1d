import { Discount } from '@mahlzeit/contract';
import { liveItems } from '../live/live-items';
import type { TopicView } from '../live/live-client';

const sharedOf = liveItems('discounts', Discount);
const ownOf = liveItems('discounts', Discount);

/** What is known of discounts from three sides. */
export interface DiscountSources {
  /** The gateway's answer; none before it is there. */
  readonly listed: readonly Discount[];
  /** The topic that all share: says nothing of who has used what. */
  readonly shared: TopicView;
  /** The reader's own topic. */
  readonly own: TopicView;
}

const byKey = (discounts: readonly Discount[]): Map<string, Discount> => new Map(discounts.map((discount) => [discount.key, discount]));

/** Everybody's discounts and the reader's own, once each. What is live wins over what was listed, but for what the reader has used. */
export const joinDiscounts = ({ listed, shared, own }: DiscountSources): readonly Discount[] => {
  // Before both topics have spoken nobody knows which of the listed are gone.
  if (shared.status === 'connecting' || own.status === 'connecting') return listed;
  const used = new Set(listed.filter(({ usedByMe }) => usedByMe).map(({ key }) => key));
  const live = byKey([...sharedOf(shared), ...ownOf(own)]);
  return [...live.values()].map((discount) => (used.has(discount.key) ? { ...discount, usedByMe: true } : discount));
};
