import { Invitation, meTopic } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import {
  defineCollection,
  formatPrice,
  useAreMealsLive,
  useCollection,
  useKnownDiscounts,
  useNow,
  useShell,
  useUid,
  useUser,
} from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useRef } from 'react';
import { text } from '../../ordering-texts';
import type { Cart, CartChange } from './cart';
import { cartTotal, totalBeforeChanges } from './cart-rules';
import { selectCart, updateCart } from './cart-slice';
import type { CartPlace } from './cart-slice';
import { joinedChanges, reconcile } from './cart-sync';
import type { SyncedCart } from './cart-sync';
import { changeSentences } from './change-texts';

const liveMeetups = defineCollection({ topic: meTopic, collection: 'invitations', schema: Invitation });

/** The reader's meetups that are still to come; null while they aren't known. */
export const useMeetups = (): readonly Invitation[] | null => {
  const { status, items } = useCollection(liveMeetups);
  return status === 'live' || status === 'stale' ? items : null;
};

/**
 * What the cart costs now, and what it cost before all that its diner has yet to look at; nothing where that is the
 * same, or nothing is left of it.
 */
const totalSentence = (cart: Cart): readonly string[] => {
  const before = totalBeforeChanges(cart);
  return before === null || cart.lines.length === 0
    ? []
    : [text('CartChangeTotal', { total: formatPrice(cartTotal(cart)), before: formatPrice(before) })];
};

const ask = (
  { alert }: Pick<ShellApi, 'alert'>,
  { restaurantKey }: CartPlace,
  { cart, changes }: SyncedCart,
): Promise<string | null> =>
  alert({
    about: `ordering/cart/${restaurantKey}`,
    title: text('CartChangeTitle'),
    text: [text('CartChangeMessage'), ...changeSentences(changes), ...totalSentence(cart)].join(' '),
    actions: [{ id: 'ok', label: text('Ok'), tone: 'primary' }],
  });

/**
 * Tells of changes in one alert: what comes while it is open joins it (C05). The cart keeps them marked until the diner
 * has said that they know.
 */
const useChangeAlert = (place: CartPlace): ((synced: SyncedCart) => Promise<void>) => {
  const shell = useShell();
  const open = useRef<readonly CartChange[]>([]);
  return useCallback(
    async ({ cart, changes }) => {
      const all = joinedChanges(open.current, changes);
      open.current = all;
      await ask(shell, place, { cart, changes: all });
      if (open.current === all) open.current = [];
    },
    [shell, place],
  );
};

/**
 * Holds a cart against what its place offers, for as long as the place is shown (S2§4). Pauses by itself while it is
 * being paid.
 */
export const useCartSync = (place: CartPlace, cart: Cart, restaurant: Restaurant): void => {
  const shell = useShell();
  const showChanges = useChangeAlert(place);
  const now = useNow();
  const areMealsLive = useAreMealsLive(restaurant.key);
  const discounts = useKnownDiscounts();
  const meetups = useMeetups();
  const selectedDiscountId = useUser()?.selectedDiscountId ?? null;
  const uid = useUid() ?? '';
  useEffect(() => {
    if (!areMealsLive) return;
    const synced = reconcile(cart, { restaurant, discounts, meetups, selectedDiscountId, uid, now });
    if (synced.cart === cart) return;
    // Meanwhile a payment may have begun in it, here or in another tab.
    updateCart(shell, place, (present) => (present === cart ? synced.cart : present));
    if (synced.changes.length > 0 && selectCart(shell.store.getState(), place) === synced.cart)
      void showChanges(synced);
  }, [shell, showChanges, place, cart, areMealsLive, restaurant, discounts, meetups, selectedDiscountId, uid, now]);
};
