import { Invitation, meTopic } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { endOfShownMinute } from '@mahlzeit/contract/rules';
import {
  defineCollection,
  formatPrice,
  useAreMealsLive,
  useCollection,
  useLoadedDiscounts,
  useNow,
  useShell,
  useUid,
  useUser,
} from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useRef } from 'react';
import { text } from '../../ordering-texts';
import type { Cart, CartChange } from './cart';
import { cartTotal, cartTotalBeforeChanges } from './cart-rules';
import { selectCart, updateCart } from './cart-slice';
import type { CartPlace } from './cart-slice';
import { joinChanges, reconcileCart, withoutSeenChanges } from './cart-sync';
import type { SyncedCart } from './cart-sync';
import { sentencesOfCartChanges } from './change-texts';

const liveMeetups = defineCollection({ topic: meTopic, collection: 'invitations', schema: Invitation });

/** Returns the user's future meetups; null while they are unknown. */
export const useMeetups = (): readonly Invitation[] | null => {
  const { status, items } = useCollection(liveMeetups);
  return status === 'live' || status === 'stale' ? items : null;
};

/**
 * Returns the instant against which the cart's times are checked: the end of the minute that the page shows. A time can
 * therefore be ordered as long as the page offers it.
 */
export const useOrderingNow = (): number => endOfShownMinute(useNow());

/**
 * Returns a sentence with the cart's current total and its total before the unconfirmed changes. Returns an empty list
 * if the total is the same or the cart is empty.
 */
const sentencesOfTotalChange = (cart: Cart): readonly string[] => {
  const previousTotal = cartTotalBeforeChanges(cart);
  return previousTotal === null || cart.lines.length === 0
    ? []
    : [text('CartChangeTotal', { total: formatPrice(cartTotal(cart)), before: formatPrice(previousTotal) })];
};

const showChangeAlert = (
  { alert }: Pick<ShellApi, 'alert'>,
  { restaurantKey }: CartPlace,
  { cart, changes }: SyncedCart,
): Promise<string | null> =>
  alert({
    about: `ordering/cart/${restaurantKey}`,
    title: text('CartChangeTitle'),
    text: [...sentencesOfCartChanges(changes), ...sentencesOfTotalChange(cart)].join(' '),
    actions: [{ id: 'ok', label: text('Ok'), tone: 'primary' }],
  });

/**
 * Returns a function that reports changes of the cart in one alert. Changes that occur while the alert is open are
 * added to it (C05). The cart marks the changes until the diner has confirmed them: by the alert's button, or in the
 * cart if the alert was closed in another way.
 */
const useChangeAlert = (place: CartPlace): ((syncedCart: SyncedCart) => Promise<void>) => {
  const shell = useShell();
  const shownChanges = useRef<readonly CartChange[]>([]);
  return useCallback(
    async ({ cart, changes }) => {
      const joinedCartChanges = joinChanges(shownChanges.current, changes);
      shownChanges.current = joinedCartChanges;
      const answer = await showChangeAlert(shell, place, { cart, changes: joinedCartChanges });
      // A newer alert, which also contains later changes, has replaced this alert.
      if (shownChanges.current !== joinedCartChanges) return;
      shownChanges.current = [];
      if (answer === null) return;
      updateCart(shell, place, (currentCart) => ({
        ...currentCart,
        changes: withoutSeenChanges(currentCart.changes, joinedCartChanges),
      }));
    },
    [shell, place],
  );
};

/**
 * Keeps a cart up to date with its restaurant's offers while the restaurant is shown (S2§4). A cart that is being paid
 * isn't changed.
 */
export const useCartSync = (place: CartPlace, cart: Cart, restaurant: Restaurant): void => {
  const shell = useShell();
  const alertCartChanges = useChangeAlert(place);
  const now = useOrderingNow();
  const areMealsLive = useAreMealsLive(restaurant.key);
  const discounts = useLoadedDiscounts();
  const openMeetups = useMeetups();
  const selectedDiscountId = useUser()?.selectedDiscountId ?? null;
  const uid = useUid() ?? '';
  useEffect(() => {
    if (!areMealsLive) return;
    const syncedCart = reconcileCart(cart, {
      restaurant,
      discounts,
      meetups: openMeetups,
      selectedDiscountId,
      uid,
      now,
    });
    if (syncedCart.cart === cart) return;
    // The cart changes only if it is still the one that was compared with the offers: a payment may have started in the
    // meantime, here or in another tab.
    updateCart(shell, place, (currentCart) => (currentCart === cart ? syncedCart.cart : currentCart));
    if (syncedCart.changes.length > 0 && selectCart(shell.store.getState(), place) === syncedCart.cart)
      void alertCartChanges(syncedCart);
  }, [
    shell,
    alertCartChanges,
    place,
    cart,
    areMealsLive,
    restaurant,
    discounts,
    openMeetups,
    selectedDiscountId,
    uid,
    now,
  ]);
};
