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

/** Hands the console's platform to all that it shows. */
export const PartnerProvider = ({ platform, children }: PartnerProviderProps) => (
  <PartnerContext value={platform}>{children}</PartnerContext>
);

/** The console's platform. */
export const usePartner = (): PartnerPlatform => {
  const platform = useContext(PartnerContext);
  if (platform === null) throw new Error('This part of the console stands outside of a PartnerProvider');
  return platform;
};

/** Who uses the console. */
export const usePartnerSession = (): PartnerSession => {
  const { onSession, session } = usePartner();
  return useSyncExternalStore(onSession, session);
};

const MINUTE = 60_000;

/** Start of the present minute by the server's clock; draws anew at each full minute. */
export const useNow = (): number => {
  const { clock } = usePartner();
  return useSyncExternalStore(clock.onMinute, () => Math.floor(clock.now() / MINUTE) * MINUTE);
};

/** The restaurant as its guests see it; nothing where it isn't listed any more. */
export const restaurantOfCounter = defineCollection({
  topic: restaurantTopic,
  collection: 'restaurant',
  schema: Restaurant,
});

/** The restaurant's paid orders of today, and what has changed in older ones while somebody looks. */
export const ordersOfRestaurant = defineCollection({ topic: partnerTopic, collection: 'orders', schema: PartnerOrder });

/** The restaurant's menu of today, with what is sold out. */
export const menuOfRestaurant = defineCollection({ topic: partnerTopic, collection: 'menu', schema: PartnerOffer });

/** The discounts that hold at the restaurant, as its guests see them. */
export const discountsOfRestaurant = defineCollection({
  topic: restaurantTopic,
  collection: 'discounts',
  schema: Discount,
});

/** A live collection of the restaurant while the component is there. */
export const usePartnerCollection = <Item,>(
  collection: Collection<Item>,
  restaurantKey: string,
): CollectionView<Item> => {
  const { store } = usePartner();
  const holder = collection.of(store, restaurantKey);
  return useSyncExternalStore(holder.subscribe, holder.get);
};

/** Whether what is shown is the present state; `since`: when the connection went. */
export type Connection =
  { readonly status: 'connecting' | 'online' } | { readonly status: 'offline'; readonly since: number };

/** How the connection stands. It counts as lost until the orders are as the gateway has them again. */
export const useConnection = (isLive: boolean): Connection => {
  const { live, clock } = usePartner();
  const status = useSyncExternalStore(live.onStatus, live.status);
  const isLost = status === 'offline' || (status === 'online' && !isLive);
  const [since, setSince] = useState<number | null>(null);
  const [wasOnline, setWasOnline] = useState(false);
  if (status === 'online' && isLive && !wasOnline) setWasOnline(true);
  if (isLost && wasOnline && since === null) setSince(clock.now());
  if (!isLost && since !== null && isLive) setSince(null);
  const isOnline = status === 'online' && isLive;
  return useMemo(() => {
    if (isOnline) return { status: 'online' };
    return since === null ? { status: 'connecting' } : { status: 'offline', since };
  }, [isOnline, since]);
};

/** Whether the window is wide enough for a query, `(min-width: 1200px)`. */
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

/** Names the page in its tab while the component is there. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = title;
  }, [title]);
};
