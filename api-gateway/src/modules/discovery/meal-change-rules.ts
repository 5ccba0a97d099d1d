import { restaurantTopic, type Op } from '@mahlzeit/contract';
import type { StoredOffer } from './offer-repository';

/** An op with the topic it belongs to. */
export interface TopicOp {
  readonly topic: string;
  readonly op: Op;
}

const COLLECTION = 'meals';

const windowOf = (stored: StoredOffer | null, today: string): string | null =>
  stored?.offer.date === today ? restaurantTopic(stored.restaurantKey) : null;

/**
 * What subscribers of `restaurant/{key}` hear of a meal that was `before` and is `after` (null = not there). The window of
 * the topic is today: a dish of another day stays out of it, one moved to another day or another restaurant leaves it.
 *
 * The day itself makes no op. Over midnight a subscriber still holds yesterday's dishes and lacks today's: each offer
 * carries its date, `withDerivedFields` shows today's alone, so nothing stale is seen, and the page's reload at the day's
 * start (S1§4) takes a fresh snapshot.
 */
export const mealOps = (before: StoredOffer | null, after: StoredOffer | null, today: string): TopicOp[] => {
  const left = windowOf(before, today);
  const entered = windowOf(after, today);
  const ops: TopicOp[] = [];
  if (before !== null && left !== null && left !== entered) ops.push({ topic: left, op: { kind: 'del', collection: COLLECTION, key: before.offer.key } });
  if (after !== null && entered !== null) ops.push({ topic: entered, op: { kind: 'put', collection: COLLECTION, key: after.offer.key, value: after.offer } });
  return ops;
};
