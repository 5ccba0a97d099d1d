import { Discount, getDiscounts, globalTopic, meTopic, User } from '@mahlzeit/contract';
import { useMemo } from 'react';
import { defineCollection } from '../collections/collection';
import { useCollection } from '../collections/use-collection';
import type { CollectionView } from '../collections/collection';
import type { SessionClient } from '../session/session-client';
import { api, apiQuery } from '../store/store';
import type { AppStore } from '../store/store';
import { useUid } from '../shell/use-shell';

/** User's own document: the only item of its collection. `session.applyUser` applies a response that contains it. */
export const userDocument = defineCollection({ topic: meTopic, collection: 'user', schema: User });

/** Applies the user of a response to the account and to all readers of the document. */
export const applyUserTo =
  (session: Pick<SessionClient, 'applyUser'>, store: AppStore) =>
  (user: User): void => {
    session.applyUser(user);
    userDocument.of(store).apply(user.uid, user);
  };

/** Keeps the session's account equal to the document, whoever changed it. Returns an unsubscribe function. */
export const applyUserDocument = (session: Pick<SessionClient, 'applyUser'>, store: AppStore): (() => void) => {
  const holder = userDocument.of(store);
  let appliedUser: User | undefined;
  const update = (): void => {
    const [user] = holder.get().items;
    // Other responses may have changed the account since: the account is newer than a document that was already
    // applied.
    if (user === appliedUser) return;
    appliedUser = user;
    if (user !== undefined) session.applyUser(user);
  };
  const stop = holder.subscribe(update);
  update();
  return stop;
};

/** Returns the user's document; null while it isn't known. */
export const useUser = (): User | null => {
  const ownUid = useUid();
  const { items } = useCollection(userDocument);
  return items.find(({ uid }) => uid === ownUid) ?? null;
};

const discountsApi = api.enhanceEndpoints({ addTagTypes: ['discounts'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Discounts at the time of the request; the only response that says which shared discounts the reader has used. */
    discounts: build.query<Discount[], void>({ ...apiQuery(getDiscounts, () => ({})), providesTags: ['discounts'] }),
  }),
});
const { useDiscountsQuery } = discountsApi;

/** Requests the discounts and their use by the reader again, as soon as somebody reads them. */
export const refreshDiscounts = (store: Pick<AppStore, 'dispatch'>): void =>
  void store.dispatch(discountsApi.util.invalidateTags(['discounts']));

/** Requests the discounts immediately and resolves with whether the request succeeded. */
export const reloadDiscounts = async ({ dispatch }: Pick<AppStore, 'dispatch'>): Promise<boolean> => {
  // A running request may have been answered before the change that caused this call.
  await dispatch(discountsApi.util.getRunningQueryThunk('discounts', undefined));
  return (
    await dispatch(discountsApi.endpoints.discounts.initiate(undefined, { forceRefetch: true, subscribe: false }))
  ).isSuccess;
};

const sharedDiscounts = defineCollection({ topic: globalTopic, collection: 'discounts', schema: Discount });
const ownDiscounts = defineCollection({ topic: meTopic, collection: 'discounts', schema: Discount });

/** Discounts from three sources. */
interface DiscountSources {
  /** Discounts of the route; empty before the response. */
  readonly listedDiscounts: readonly Discount[];
  /** Shared discounts, without their use. */
  readonly sharedView: CollectionView<Discount>;
  /** Discounts of the reader. */
  readonly ownDiscounts: CollectionView<Discount>;
}

const isUnknown = ({ status }: CollectionView<Discount>): boolean => status === 'loading' || status === 'failed';

/**
 * Joins shared discounts and the reader's own, each once. Live data wins over the route's, except for the use by the
 * reader.
 */
const joinDiscounts = ({ listedDiscounts, sharedView, ownDiscounts: own }: DiscountSources): readonly Discount[] => {
  // Before both topics have data, nobody knows which listed discounts no longer exist.
  if (isUnknown(sharedView) || isUnknown(own)) return listedDiscounts;
  const usedKeys = new Set(listedDiscounts.filter(({ usedByMe }) => usedByMe).map(({ key }) => key));
  const liveDiscounts = new Map([...sharedView.items, ...own.items].map((discount) => [discount.key, discount]));
  return [...liveDiscounts.values()].map((discount) =>
    usedKeys.has(discount.key) ? { ...discount, usedByMe: true } : discount,
  );
};

const noDiscounts: readonly Discount[] = [];

/**
 * Returns shared discounts and the reader's own, live; including those of another day, place or meal. Null while they
 * aren't known.
 */
export const useKnownDiscounts = (): readonly Discount[] | null => {
  const { data: listed } = useDiscountsQuery();
  const sharedView = useCollection(sharedDiscounts);
  const ownView = useCollection(ownDiscounts);
  return useMemo(
    () =>
      listed === undefined || sharedView.status === 'loading' || ownView.status === 'loading'
        ? null
        : joinDiscounts({ listedDiscounts: listed, sharedView, ownDiscounts: ownView }),
    [listed, sharedView, ownView],
  );
};

/**
 * Returns the same discounts; empty while they aren't known. The route's response counts until the topics have data.
 */
export const useDiscounts = (): readonly Discount[] => {
  const { data: listed = noDiscounts } = useDiscountsQuery();
  const sharedView = useCollection(sharedDiscounts);
  const ownView = useCollection(ownDiscounts);
  return useMemo(
    () => joinDiscounts({ listedDiscounts: listed, sharedView, ownDiscounts: ownView }),
    [listed, sharedView, ownView],
  );
};
