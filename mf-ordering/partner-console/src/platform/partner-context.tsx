import { Discount, PartnerOffer, PartnerOrder, partnerTopic, Restaurant, restaurantTopic } from '@mahlzeit/contract';
import { defineCollection } from '@mahlzeit/shared-ui/platform';
import type { Collection, CollectionView } from '@mahlzeit/shared-ui/platform';
import { useMinute } from '@mahlzeit/shared-ui/platform/standalone';
import { createContext, useContext, useMemo, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { PartnerPlatform } from './partner-platform';

const PartnerContext = createContext<PartnerPlatform | null>(null);

interface PartnerProviderProps {
  readonly platform: PartnerPlatform;
  readonly children: ReactNode;
}

/** Provides the platform of the restaurant's console (API client, live data, session) to its components. */
export const PartnerProvider = ({ platform, children }: PartnerProviderProps) => (
  <PartnerContext value={platform}>{children}</PartnerContext>
);

/** Returns the platform of the restaurant's console; throws outside of a `PartnerProvider`. */
export const usePartner = (): PartnerPlatform => {
  const platform = useContext(PartnerContext);
  if (platform === null) throw new Error('This part of the console stands outside of a PartnerProvider');
  return platform;
};

/** Returns the start of the current minute on the server's clock; the component renders again at each full minute. */
export const useNow = (): number => useMinute(usePartner().clock);

/** Live collection with the restaurant as its guests see it; empty when the restaurant isn't listed any more. */
export const restaurantOfCounter = defineCollection({
  topic: restaurantTopic,
  collection: 'restaurant',
  schema: Restaurant,
});

/** Live collection of paid orders: those of today, and older ones that change while the console is open. */
export const ordersOfRestaurant = defineCollection({ topic: partnerTopic, collection: 'orders', schema: PartnerOrder });

/** Live collection with today's menu of the restaurant, sold-out dishes included. */
export const menuOfRestaurant = defineCollection({ topic: partnerTopic, collection: 'menu', schema: PartnerOffer });

/** Live collection with the restaurant's current discounts, as its guests see them. */
export const discountsOfRestaurant = defineCollection({
  topic: restaurantTopic,
  collection: 'discounts',
  schema: Discount,
});

/** Subscribes the component to a live collection of the restaurant. */
export const usePartnerCollection = <Item,>(
  collection: Collection<Item>,
  restaurantKey: string,
): CollectionView<Item> => {
  const { store } = usePartner();
  const liveCollection = collection.of(store, restaurantKey);
  return useSyncExternalStore(liveCollection.subscribe, liveCollection.get);
};

/** Status of the connection; `since` is the time at which the connection was lost. */
export type PartnerConnectionState =
  { readonly status: 'connecting' | 'online' } | { readonly status: 'offline'; readonly since: number };

/**
 * Returns the status of the connection. After a loss the status stays `offline` until the orders equal the gateway's
 * orders again.
 */
export const useConnection = (areOrdersLive: boolean): PartnerConnectionState => {
  const { liveClient, clock } = usePartner();
  const status = useSyncExternalStore(liveClient.onStatus, liveClient.status);
  const isConnectionLost = status === 'offline' || (status === 'online' && !areOrdersLive);
  const [offlineSince, setOfflineSince] = useState<number | null>(null);
  const [hasBeenOnline, setWasOnline] = useState(false);
  if (status === 'online' && areOrdersLive && !hasBeenOnline) setWasOnline(true);
  if (isConnectionLost && hasBeenOnline && offlineSince === null) setOfflineSince(clock.now());
  if (!isConnectionLost && offlineSince !== null && areOrdersLive) setOfflineSince(null);
  const isOnline = status === 'online' && areOrdersLive;
  return useMemo(() => {
    if (isOnline) return { status: 'online' };
    return offlineSince === null ? { status: 'connecting' } : { status: 'offline', since: offlineSince };
  }, [isOnline, offlineSince]);
};
