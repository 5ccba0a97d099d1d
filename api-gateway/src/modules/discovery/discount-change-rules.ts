import { globalTopic, restaurantTopic, type Op } from '@mahlzeit/contract';
import { userLogName } from '../../platform';
import { presentDiscount } from './discount-presenter';
import type { StoredDiscount } from './discount-row';
import type { TopicOp } from './meal-change-rules';

const COLLECTION = 'discounts';

/** A discount as it was or is, with what decides who hears of it. */
export interface PlacedDiscount {
  readonly stored: StoredDiscount;
  /** The restaurants it is bound to, by itself or by their company. */
  readonly restaurantKeys: readonly string[];
  /** Who has used it. */
  readonly usedBy: ReadonlySet<string>;
}

/** A topic that shows a discount, and to whom: null = a shared one, which says nothing of its readers. */
interface Audience {
  readonly topic: string;
  readonly uid: string | null;
}

const audiencesOf = (placed: PlacedDiscount | null, now: number): Audience[] => {
  if (placed === null || placed.stored.own.end <= now) return [];
  const { owners } = placed.stored;
  if (owners !== null) return owners.map((uid) => ({ topic: userLogName(uid), uid }));
  return [globalTopic, ...placed.restaurantKeys.map(restaurantTopic)].map((topic) => ({ topic, uid: null }));
};

const putOp = ({ stored, usedBy }: PlacedDiscount, uid: string | null): Op => ({
  kind: 'put',
  collection: COLLECTION,
  key: stored.own.key,
  value: presentDiscount(stored, uid !== null && usedBy.has(uid)),
});

/** What subscribers hear of a discount that was `before` and is `after` (null = not there): its owners alone, or everybody and who looks at its restaurants. */
export const discountOps = (before: PlacedDiscount | null, after: PlacedDiscount | null, now: number): TopicOp[] => {
  const entered = audiencesOf(after, now);
  const left = audiencesOf(before, now).filter(({ topic }) => !entered.some((one) => one.topic === topic));
  const gone = before?.stored.own.key ?? '';
  return [
    ...left.map(({ topic }): TopicOp => ({ topic, op: { kind: 'del', collection: COLLECTION, key: gone } })),
    ...(after === null ? [] : entered.map(({ topic, uid }): TopicOp => ({ topic, op: putOp(after, uid) }))),
  ];
};

/** What subscribers of a restaurant hear when other discounts hold there than before. */
export const movedDiscountOps = (had: readonly StoredDiscount[], has: readonly StoredDiscount[]): Op[] => {
  const missingIn = (list: readonly StoredDiscount[]) => ({ own }: StoredDiscount) => !list.some((one) => one.own.key === own.key);
  const gone = had.filter(missingIn(has));
  const come = has.filter(missingIn(had));
  return [
    ...gone.map(({ own }): Op => ({ kind: 'del', collection: COLLECTION, key: own.key })),
    ...come.map((one): Op => ({ kind: 'put', collection: COLLECTION, key: one.own.key, value: presentDiscount(one, false) })),
  ];
};
