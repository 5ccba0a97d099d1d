import { globalTopic, meTopic } from '@mahlzeit/contract';
import type { Discount } from '@mahlzeit/contract';
import { useMemo } from 'react';
import { useTopic } from '../screen/use-shell-state';
import { useDiscountsQuery } from './discount-api';
import { joinDiscounts } from './join-discounts';

const none: readonly Discount[] = [];

/** Everybody's discounts and the reader's own, live; those of another day, place or meal among them. */
export const useDiscounts = (): readonly Discount[] => {
  const { data: listed = none } = useDiscountsQuery();
  const shared = useTopic(globalTopic);
  const own = useTopic(meTopic);
  return useMemo(() => joinDiscounts({ listed, shared, own }), [listed, shared, own]);
};
