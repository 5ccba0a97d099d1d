import { Discount, PartnerOffer, PartnerOrder, partnerTopic, Restaurant, restaurantTopic } from '@mahlzeit/contract';
import { defineCollection } from '@mahlzeit/shared-ui/platform';
import type { Collection, CollectionView } from '@mahlzeit/shared-ui/platform';
import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { PartnerPlatform, PartnerSession } from './partner-platform';

const PartnerContext = createContext<PartnerPlatform | null>(null);

interface PartnerProviderProps {
  readonly platform: PartnerPlatform;
  readonly children: ReactNode;
}

/** Provides the console's platform to its components. */
export const PartnerProvider = ({ platform, children }: PartnerProviderProps) => (
  <PartnerContext value={platform}>{children}</PartnerContext>
);

/** Returns the console's platform. */
export const usePartner = (): PartnerPlatform => {
  const platform = useContext(PartnerContext);
  if (platform === null) throw new Error('This part of the console stands outside of a PartnerProvider');
  return platform;
};

/** Returns the session of the restaurant that uses the console. */
export const usePartnerSession = (): PartnerSession => {
  const { onSession, session } = usePartner();
  return useSyncExternalStore(onSession, session);
};

const MINUTE = 60_000;

/** Returns the start of the present minute by the server's clock; renders anew at each full minute. */
export const useNow = (): number => {
  const { clock } = usePartner();
  return useSyncExternalStore(clock.onMinute, () => Math.floor(clock.now() / MINUTE) * MINUTE);
};

/** Restaurant as its guests see it; empty where it isn't listed any more. */
export const restaurantOfCounter = defineCollection({
  topic: restaurantTopic,
  collection: 'restaurant',
  schema: Restaurant,
});

/** Paid orders of today, and older orders that change while the console is open. */
export const ordersOfRestaurant = defineCollection({ topic: partnerTopic, collection: 'orders', schema: PartnerOrder });

/** Today's menu of the restaurant, with its sold-out dishes. */
export const menuOfRestaurant = defineCollection({ topic: partnerTopic, collection: 'menu', schema: PartnerOffer });

/** Current discounts of the restaurant, as its guests see them. */
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
  const holder = collection.of(store, restaurantKey);
  return useSyncExternalStore(holder.subscribe, holder.get);
};

/** Status of the connection; `since`: time of the loss. */
export type Connection =
  { readonly status: 'connecting' | 'online' } | { readonly status: 'offline'; readonly since: number };

/**
 * Returns the status of the connection. A lost connection counts as lost until the orders equal those of the gateway
 * again.
 */
export const useConnection = (isLive: boolean): Connection => {
  const { liveClient, clock } = usePartner();
  const status = useSyncExternalStore(liveClient.onStatus, liveClient.status);
  const isLost = status === 'offline' || (status === 'online' && !isLive);
  const [offlineSince, setSince] = useState<number | null>(null);
  const [wasOnline, setWasOnline] = useState(false);
  if (status === 'online' && isLive && !wasOnline) setWasOnline(true);
  if (isLost && wasOnline && offlineSince === null) setSince(clock.now());
  if (!isLost && offlineSince !== null && isLive) setSince(null);
  const isOnline = status === 'online' && isLive;
  return useMemo(() => {
    if (isOnline) return { status: 'online' };
    return offlineSince === null ? { status: 'connecting' } : { status: 'offline', since: offlineSince };
  }, [isOnline, offlineSince]);
};

/** Whether the window matches a media query, `(min-width: 1200px)`. */
export const useMedia = (query: string): boolean => {
  const [list] = useState(() => window.matchMedia(query));
  return useSyncExternalStore(
    (listener) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => list.matches,
  );
};

/** Sets the page's title while the component is mounted. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = title;
  }, [title]);
};
