import { getPartnerMenu } from '@mahlzeit/contract';
import type { PartnerOffer } from '@mahlzeit/contract';
import type { CollectionView } from '@mahlzeit/shared-ui/platform';
import { useEffect, useMemo, useRef } from 'react';
import { menuOfRestaurant, usePartner, usePartnerCollection } from '../../platform';

/**
 * The menu of a day, `2026-06-24`. The topic tells what changes in it, but not that another day has begun: a counter
 * that stays on over night asks for the next one.
 */
export const useMenu = (restaurantKey: string, today: string): CollectionView<PartnerOffer> => {
  const { apiClient, store } = usePartner();
  const view = usePartnerCollection(menuOfRestaurant, restaurantKey);
  const dayRead = useRef(today);
  const isLive = view.status === 'live';
  useEffect(() => {
    if (dayRead.current === today || !isLive) return;
    const load = async (): Promise<void> => {
      const answer = await apiClient.call(getPartnerMenu, { query: { restaurantId: restaurantKey, date: today } });
      // Where it failed it is asked for again once the connection is back.
      if (!answer.ok) return;
      dayRead.current = today;
      for (const offer of answer.value) menuOfRestaurant.of(store, restaurantKey).apply(offer.key, offer);
    };
    void load();
  }, [apiClient, store, restaurantKey, today, isLive]);
  const items = useMemo(() => view.items.filter(({ date }) => date === today), [view.items, today]);
  return useMemo(() => ({ ...view, items }), [view, items]);
};
