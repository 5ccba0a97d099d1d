import { getPartnerMenu } from '@mahlzeit/contract';
import type { PartnerOffer } from '@mahlzeit/contract';
import type { CollectionView } from '@mahlzeit/shared-ui/platform';
import { useEffect, useMemo, useRef } from 'react';
import { menuOfRestaurant, usePartner, usePartnerCollection } from '../../platform';

/**
 * Returns the menu of a day, `2026-06-24`. The live topic reports changes of the menu, but not that a new day has
 * begun; a console that stays open overnight therefore requests the new day's menu itself.
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
      // The effect requests the menu again when the connection is back.
      if (!answer.ok) return;
      dayRead.current = today;
      for (const offer of answer.value) menuOfRestaurant.of(store, restaurantKey).apply(offer.key, offer);
    };
    void load();
  }, [apiClient, store, restaurantKey, today, isLive]);
  const items = useMemo(() => view.items.filter(({ date }) => date === today), [view.items, today]);
  return useMemo(() => ({ ...view, items }), [view, items]);
};
