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
  const menuView = usePartnerCollection(menuOfRestaurant, restaurantKey);
  const loadedDay = useRef(today);
  const isMenuLive = menuView.status === 'live';
  useEffect(() => {
    if (loadedDay.current === today || !isMenuLive) return;
    const loadMenu = async (): Promise<void> => {
      const menuAnswer = await apiClient.call(getPartnerMenu, { query: { restaurantId: restaurantKey, date: today } });
      // After a failure nothing is done here: the effect requests the menu again when the connection is back.
      if (!menuAnswer.ok) return;
      loadedDay.current = today;
      for (const offer of menuAnswer.value) menuOfRestaurant.of(store, restaurantKey).apply(offer.key, offer);
    };
    void loadMenu();
  }, [apiClient, store, restaurantKey, today, isMenuLive]);
  const todaysOffers = useMemo(() => menuView.items.filter(({ date }) => date === today), [menuView.items, today]);
  return useMemo(() => ({ ...menuView, items: todaysOffers }), [menuView, todaysOffers]);
};
