import { Discount, getDiscounts, globalTopic, meTopic, User } from '@mahlzeit/contract';
import { useMemo } from 'react';
import { defineCollection } from '../collections/collection';
import { useCollection } from '../collections/use-collection';
import type { CollectionView } from '../collections/collection';
import type { SessionClient } from '../session/session-client';
import { api, apiQuery } from '../store/store';
import type { AppStore } from '../store/store';
import { useSession, useUid } from '../shell/use-shell';

/**
 * The user's own document: the one item of its collection. An answer that holds it is applied by `session.applyUser`.
 */
export const userDocument = defineCollection({ topic: meTopic, collection: 'user', schema: User });

/** What an answer says of the user, for the account and for all who read the document. */
export const applyUserTo =
  (session: Pick<SessionClient, 'applyUser'>, store: AppStore) =>
  (user: User): void => {
    session.applyUser(user);
    userDocument.of(store).apply(user.uid, user);
  };

/** Keeps the session's account as the document has it, whoever changed it. Returns an unsubscribe function. */
export const applyUserDocument = (session: Pick<SessionClient, 'applyUser'>, store: AppStore): (() => void) => {
  const holder = userDocument.of(store);
  let known: User | undefined;
  const update = (): void => {
    const [user] = holder.get().items;
    // What the account learned from other answers since is newer than a document that it knows.
    if (user === known) return;
    known = user;
    if (user !== undefined) session.applyUser(user);
  };
  const stop = holder.subscribe(update);
  update();
  return stop;
};

/** The document of whoever uses the app; null while it isn't known. */
export const useUser = (): User | null => {
  const ownUid = useUid();
  const { items } = useCollection(userDocument);
  return items.find(({ uid }) => uid === ownUid) ?? null;
};

const discountsApi = api.enhanceEndpoints({ addTagTypes: ['discounts'] }).injectEndpoints({
  endpoints: (build) => ({
    /**
     * The discounts as they stood when they were asked for; the only answer that tells which of everybody's the reader
     * has used.
     */
    discounts: build.query<Discount[], void>({ ...apiQuery(getDiscounts, () => ({})), providesTags: ['discounts'] }),
  }),
});
const { useDiscountsQuery } = discountsApi;

/** Asks anew which discounts there are and which of them the reader has used, as soon as somebody wants to know. */
export const refreshDiscounts = (store: Pick<AppStore, 'dispatch'>): void =>
  void store.dispatch(discountsApi.util.invalidateTags(['discounts']));

/** Asks the same at once, and resolves once that is known; false: nobody has answered. */
export const reloadDiscounts = async ({ dispatch }: Pick<AppStore, 'dispatch'>): Promise<boolean> => {
  // What is on its way may have been answered before what makes somebody ask.
  await dispatch(discountsApi.util.getRunningQueryThunk('discounts', undefined));
  return (
    await dispatch(discountsApi.endpoints.discounts.initiate(undefined, { forceRefetch: true, subscribe: false }))
  ).isSuccess;
};

const sharedDiscounts = defineCollection({ topic: globalTopic, collection: 'discounts', schema: Discount });
const ownDiscounts = defineCollection({ topic: meTopic, collection: 'discounts', schema: Discount });

/** What is known of discounts from three sides. */
interface DiscountSources {
  /** The gateway's answer; none before it is there. */
  readonly listed: readonly Discount[];
  /** What all share: says nothing of who has used what. */
  readonly shared: CollectionView<Discount>;
  /** The reader's own. */
  readonly own: CollectionView<Discount>;
}

const isUnknown = ({ status }: CollectionView<Discount>): boolean => status === 'loading' || status === 'failed';

/**
 * Everybody's discounts and the reader's own, once each. What is live wins over what was listed, but for what the
 * reader has used.
 */
const joinDiscounts = ({ listed, shared, own }: DiscountSources): readonly Discount[] => {
  // Before both topics have spoken nobody knows which of the listed are gone.
  if (isUnknown(shared) || isUnknown(own)) return listed;
  const used = new Set(listed.filter(({ usedByMe }) => usedByMe).map(({ key }) => key));
  const live = new Map([...shared.items, ...own.items].map((discount) => [discount.key, discount]));
  return [...live.values()].map((discount) => (used.has(discount.key) ? { ...discount, usedByMe: true } : discount));
};

const none: readonly Discount[] = [];

/**
 * Everybody's discounts and the reader's own, live; those of another day, place or meal among them. Null while nobody
 * knows which there are.
 */
export const useKnownDiscounts = (): readonly Discount[] | null => {
  const { data: listed } = useDiscountsQuery();
  const shared = useCollection(sharedDiscounts);
  const own = useCollection(ownDiscounts);
  return useMemo(
    () =>
      listed === undefined || shared.status === 'loading' || own.status === 'loading'
        ? null
        : joinDiscounts({ listed, shared, own }),
    [listed, shared, own],
  );
};

/** The same; none while nobody knows. What was listed counts before it is live. */
export const useDiscounts = (): readonly Discount[] => {
  const { data: listed = none } = useDiscountsQuery();
  const shared = useCollection(sharedDiscounts);
  const own = useCollection(ownDiscounts);
  return useMemo(() => joinDiscounts({ listed, shared, own }), [listed, shared, own]);
};
