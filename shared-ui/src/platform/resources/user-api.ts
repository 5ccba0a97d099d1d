import { Discount, getDiscounts, globalTopic, meTopic, User } from '@mahlzeit/contract';
import { useMemo } from 'react';
import { defineCollection } from '../collections/collection';
import { useCollection } from '../collections/use-collection';
import type { CollectionView } from '../collections/collection';
import type { SessionClient } from '../session/session-client';
import { api, apiQuery } from '../store/store';
import type { AppStore } from '../store/store';
import { useUid } from '../shell/use-shell';

/**
 * Live collection with the document (stored data) of the current user as its only item. After a response with a newer
 * document, call `session.applyUser`.
 */
export const userDocument = defineCollection({ topic: meTopic, collection: 'user', schema: User });

/**
 * Returns the function that applies the user document of a response, both to the session's account and to
 * `userDocument`.
 */
export const createUserApplier =
  (session: Pick<SessionClient, 'applyUser'>, store: AppStore) =>
  (user: User): void => {
    session.applyUser(user);
    userDocument.of(store).apply(user.uid, user);
  };

/**
 * Keeps the session's account equal to the user document, even if another device changes the document. Returns an
 * unsubscribe function.
 */
export const applyUserDocument = (session: Pick<SessionClient, 'applyUser'>, store: AppStore): (() => void) => {
  const userDocumentCollection = userDocument.of(store);
  let appliedUser: User | undefined;
  const applyChangedDocument = (): void => {
    const [user] = userDocumentCollection.get().items;
    // A response may have changed the account in the meantime. A document that was already applied must not replace the
    // newer account.
    if (user === appliedUser) return;
    appliedUser = user;
    if (user !== undefined) session.applyUser(user);
  };
  const unsubscribe = userDocumentCollection.subscribe(applyChangedDocument);
  applyChangedDocument();
  return unsubscribe;
};

/** Returns the document of the current user; null while it isn't loaded. */
export const useUser = (): User | null => {
  const ownUid = useUid();
  const { items } = useCollection(userDocument);
  return items.find(({ uid }) => uid === ownUid) ?? null;
};

const discountsApi = api.enhanceEndpoints({ addTagTypes: ['discounts'] }).injectEndpoints({
  endpoints: (build) => ({
    /**
     * Discounts at the time of the request. Only this response tells which shared discounts the current user has used.
     */
    discounts: build.query<Discount[], void>({ ...apiQuery(getDiscounts, () => ({})), providesTags: ['discounts'] }),
  }),
});
const { useDiscountsQuery } = discountsApi;

/** Marks the response with the discounts as outdated. It is requested again as soon as a component uses it. */
export const refreshDiscounts = (store: Pick<AppStore, 'dispatch'>): void =>
  void store.dispatch(discountsApi.util.invalidateTags(['discounts']));

/** Requests the discounts immediately. Resolves with whether the request succeeded. */
export const reloadDiscounts = async ({ dispatch }: Pick<AppStore, 'dispatch'>): Promise<boolean> => {
  // A running request may have read the discounts before the change because of which they are reloaded. The discounts
  // are therefore requested again after it.
  await dispatch(discountsApi.util.getRunningQueryThunk('discounts', undefined));
  return (
    await dispatch(discountsApi.endpoints.discounts.initiate(undefined, { forceRefetch: true, subscribe: false }))
  ).isSuccess;
};

const sharedDiscounts = defineCollection({ topic: globalTopic, collection: 'discounts', schema: Discount });
const ownDiscounts = defineCollection({ topic: meTopic, collection: 'discounts', schema: Discount });

/** Discounts from three sources: the API route, the global live topic and the user's own live topic. */
interface DiscountSources {
  /** Discounts in the route's response; empty before it has arrived. */
  readonly listedDiscounts: readonly Discount[];
  /** Shared discounts of the global live topic. They don't tell whether the current user has used them. */
  readonly sharedView: CollectionView<Discount>;
  /** Discounts that only the current user has. */
  readonly ownDiscounts: CollectionView<Discount>;
}

const isDiscountViewUnknown = ({ status }: CollectionView<Discount>): boolean =>
  status === 'loading' || status === 'failed';

/**
 * Joins shared discounts and the user's own ones, each only once. Data of the live topics replaces that of the route,
 * except for whether the user has used a discount.
 */
const joinDiscounts = ({
  listedDiscounts,
  sharedView,
  ownDiscounts: ownView,
}: DiscountSources): readonly Discount[] => {
  // Until both live topics have data, it is unknown which discounts of the response no longer exist.
  if (isDiscountViewUnknown(sharedView) || isDiscountViewUnknown(ownView)) return listedDiscounts;
  const usedDiscountKeys = new Set(listedDiscounts.filter(({ usedByMe }) => usedByMe).map(({ key }) => key));
  const liveDiscountByKey = new Map(
    [...sharedView.items, ...ownView.items].map((discount) => [discount.key, discount]),
  );
  return [...liveDiscountByKey.values()].map((discount) =>
    usedDiscountKeys.has(discount.key) ? { ...discount, usedByMe: true } : discount,
  );
};

const NO_DISCOUNTS: readonly Discount[] = [];

/**
 * Returns shared discounts and the user's own ones, kept up to date, including discounts for other days, places or
 * meals. Null while they aren't loaded.
 */
export const useLoadedDiscounts = (): readonly Discount[] | null => {
  const { data: listedDiscounts } = useDiscountsQuery();
  const sharedView = useCollection(sharedDiscounts);
  const ownView = useCollection(ownDiscounts);
  return useMemo(
    () =>
      listedDiscounts === undefined || sharedView.status === 'loading' || ownView.status === 'loading'
        ? null
        : joinDiscounts({ listedDiscounts, sharedView, ownDiscounts: ownView }),
    [listedDiscounts, sharedView, ownView],
  );
};

/**
 * Returns shared discounts and the user's own ones, kept up to date; empty while they aren't loaded. Until the live
 * topics have data, the discounts of the route's response are returned.
 */
export const useDiscounts = (): readonly Discount[] => {
  const { data: listedDiscounts = NO_DISCOUNTS } = useDiscountsQuery();
  const sharedView = useCollection(sharedDiscounts);
  const ownView = useCollection(ownDiscounts);
  return useMemo(
    () => joinDiscounts({ listedDiscounts, sharedView, ownDiscounts: ownView }),
    [listedDiscounts, sharedView, ownView],
  );
};
