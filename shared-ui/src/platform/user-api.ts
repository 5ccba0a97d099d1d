import { Discount, getDiscounts, getMe, globalTopic, meTopic, User } from '@mahlzeit/contract';
import { useMemo } from 'react';
import type { TopicView } from './live/live-client';
import { bindTopic, liveItems } from './live/live-query';
import { api, apiQuery } from './store';
import { useTopic } from './use-shell';

const usersOf = liveItems('user', User);

const userApi = api.injectEndpoints({
  endpoints: (build) => ({
    me: build.query<User, void>({
      ...apiQuery(getMe, () => ({})),
      onCacheEntryAdded: (_, entry) => bindTopic(entry, { topic: () => meTopic, merge: (user, view) => usersOf(view)[0] ?? user }),
    }),
    discounts: build.query<Discount[], void>(apiQuery(getDiscounts, () => ({}))),
  }),
});

/** The user's own document, live. */
export const { useMeQuery } = userApi;

/** The discounts as they stood when they were asked for; the only answer that tells which of everybody's the reader has used. */
const { useDiscountsQuery } = userApi;

const discountsOf = liveItems('discounts', Discount);

/** What is known of discounts from three sides. */
interface DiscountSources {
  /** The gateway's answer; none before it is there. */
  readonly listed: readonly Discount[];
  /** The topic that all share: says nothing of who has used what. */
  readonly shared: TopicView;
  /** The reader's own topic. */
  readonly own: TopicView;
}

const byKey = (discounts: readonly Discount[]): Map<string, Discount> => new Map(discounts.map((discount) => [discount.key, discount]));

/** Everybody's discounts and the reader's own, once each. What is live wins over what was listed, but for what the reader has used. */
const joinDiscounts = ({ listed, shared, own }: DiscountSources): readonly Discount[] => {
  // Before both topics have spoken nobody knows which of the listed are gone.
  if (shared.status === 'connecting' || own.status === 'connecting') return listed;
  const used = new Set(listed.filter(({ usedByMe }) => usedByMe).map(({ key }) => key));
  const live = byKey([...discountsOf(shared), ...discountsOf(own)]);
  return [...live.values()].map((discount) => (used.has(discount.key) ? { ...discount, usedByMe: true } : discount));
};

const none: readonly Discount[] = [];

/** Everybody's discounts and the reader's own, live; those of another day, place or meal among them. */
export const useDiscounts = (): readonly Discount[] => {
  const { data: listed = none } = useDiscountsQuery();
  const shared = useTopic(globalTopic);
  const own = useTopic(meTopic);
  return useMemo(() => joinDiscounts({ listed, shared, own }), [listed, shared, own]);
};
