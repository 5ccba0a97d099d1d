import { formatPrice, useShell } from '@mahlzeit/shared-ui/platform';
import type { SlotProps } from '@mahlzeit/shared-ui/platform';
import { Button, forcedColorsBorder, media, textStyles, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import styled from 'styled-components';
import {
  announcePaidOrder,
  cartTotal,
  hasCartContent,
  NEW_CARD_ID,
  pieceCountOf,
  useCart,
  useCartPlace,
  useCartSync,
  useLastPaidCart,
  useSharedCarts,
} from '../features/cart';
import type { Cart, CartPlace } from '../features/cart';
import { useTexts } from '../ordering-texts';

// Loads the sheet of the cart on demand. The bar that opens it is loaded with the page.
const importCheckoutSheet = () => import('../features/checkout-sheet');
const CheckoutSheet = lazy(async () => ({ default: (await importCheckoutSheet()).CheckoutSheet }));
const OrderPayment = lazy(async () => ({ default: (await importCheckoutSheet()).OrderPayment }));
const OrderPanel = lazy(async () => ({ default: (await importCheckoutSheet()).OrderPanel }));

type RestaurantCartProps = SlotProps['restaurant/cart'];

/** Bar at the lower edge that opens the cart; it shows the number of pieces and the total. */
const CartBar = ({ cart, onOpen }: { readonly cart: Cart; readonly onOpen: () => void }) => {
  const t = useTexts();
  const pieceTotal = pieceCountOf(cart);
  if (cart.payment !== null)
    return (
      <Button size="large" isBlock onClick={onOpen}>
        {t('CartBeingPaid')}
      </Button>
    );
  if (pieceTotal === 0)
    return (
      <Button size="large" isBlock variant="second" onClick={onOpen}>
        {t(cart.isOver ? 'OverTitle' : 'CartChangeTitle')}
      </Button>
    );
  return (
    <CartBarButton type="button" onClick={onOpen}>
      <PieceCount>{pieceTotal}</PieceCount>
      <VisuallyHidden>{t('PiecesInCart', { count: pieceTotal })}</VisuallyHidden>
      <span>{t('ToCart')}</span>
      <CartTotal>{formatPrice(cartTotal(cart))}</CartTotal>
    </CartBarButton>
  );
};

/** Opens and closes the cart by its URL, so that Back closes it and a reload keeps it open. */
const useCartOpening = ({
  routingName,
  startsOpen,
  part,
}: Pick<RestaurantCartProps, 'routingName' | 'startsOpen' | 'part'>) => {
  const { navigation } = useShell();
  const [wasOpenedHere, setWasOpenedHere] = useState(false);
  return {
    open(): void {
      setWasOpenedHere(true);
      navigation.open('details', routingName, 'cart');
    },
    close(): void {
      if (!startsOpen) return;
      // If the form for a new card is open, Back would lead only to the cart, so the URL is replaced instead.
      if (wasOpenedHere && part === null) navigation.back();
      else navigation.replace('details', routingName);
      setWasOpenedHere(false);
    },
  };
};

/**
 * Decides whether the cart's payment is visible. On wide pages, where it is beside the menu, it is visible until the
 * user closes it. On phones it is visible while the URL opens the cart over the page. The payment stays visible when
 * the layout changes because the user turns the device.
 */
const usePaymentVisibility = (
  { layout, startsOpen }: Pick<RestaurantCartProps, 'layout' | 'startsOpen'>,
  close: () => void,
) => {
  const [isPaymentClosed, setIsPaymentClosed] = useState(false);
  const [isPaymentBesideMenu, setIsPaymentBesideMenu] = useState(false);
  const isSideLayout = layout === 'side';
  if (isSideLayout && !isPaymentClosed && !isPaymentBesideMenu) setIsPaymentBesideMenu(true);
  return {
    isShown: isSideLayout ? !isPaymentClosed : startsOpen || isPaymentBesideMenu,
    show: (): void => setIsPaymentClosed(false),
    leaveScreen(): void {
      setIsPaymentBesideMenu(false);
      if (isSideLayout) setIsPaymentClosed(true);
      else close();
    },
    /**
     * Called when a payment has ended, so that the next payment is visible again even if the user has closed this one.
     */
    onOver(): void {
      setIsPaymentClosed(false);
      setIsPaymentBesideMenu(false);
    },
  };
};

/** Returns a function that scrolls to a part of the menu (a meal type) as soon as no sheet covers the page any more. */
const useShowMealTypeWhenFree = ({
  startsOpen,
  layout,
  showMealType,
}: RestaurantCartProps): ((key: string) => void) => {
  const [wantedMealTypeKey, setWantedKey] = useState<string | null>(null);
  const isPageUncovered = layout === 'side' || !startsOpen;
  const showRequestedMealType = useEffectEvent((key: string) => {
    showMealType(key);
    setWantedKey(null);
  });
  useEffect(() => {
    if (wantedMealTypeKey === null || !isPageUncovered) return undefined;
    // Scrolling starts two animation frames later, because the closed sheet first returns the focus.
    const animationFrameId = requestAnimationFrame(() =>
      requestAnimationFrame(() => showRequestedMealType(wantedMealTypeKey)),
    );
    return () => cancelAnimationFrame(animationFrameId);
  }, [wantedMealTypeKey, isPageUncovered]);
  return setWantedKey;
};

/** Keeps the cart up to date with its restaurant's current offers. Not rendered for an empty cart. */
const CartSync = ({
  place,
  cart,
  restaurant,
}: {
  readonly place: CartPlace;
  readonly cart: Cart;
  readonly restaurant: RestaurantCartProps['restaurant'];
}) => {
  useCartSync(place, cart, restaurant);
  return null;
};

/**
 * Shows a message on the restaurant's page if another tab has paid the cart. A page that takes part in the payment
 * opens the order instead.
 */
const useAnnouncePaidCart = (place: CartPlace): void => {
  const shell = useShell();
  const { requestKey = null, orderKey } = useLastPaidCart(place) ?? {};
  const lastSeenKey = useRef(requestKey);
  const onPaidCartChange = useEffectEvent(() => {
    const currentScreen = shell.navigation.current();
    const isRestaurantPage = currentScreen?.key === 'details' && currentScreen.params[0] === place.routingName;
    if (isRestaurantPage && orderKey !== undefined) announcePaidOrder(shell, orderKey);
  });
  useEffect(() => {
    if (lastSeenKey.current !== requestKey) onPaidCartChange();
    lastSeenKey.current = requestKey;
  }, [requestKey]);
};

const CartAtPlace = ({ place, ...props }: RestaurantCartProps & { readonly place: CartPlace }) => {
  const { layout, startsOpen, part, restaurant } = props;
  const cart = useCart(place);
  const cartOpenState = useCartOpening(props);
  useAnnouncePaidCart(place);
  const paymentVisibility = usePaymentVisibility(props, cartOpenState.close);
  const showMealTypeWhenFree = useShowMealTypeWhenFree(props);
  // A cart that is only linked to a meetup stays hidden until it contains a dish.
  const isCartShown = cart !== null && hasCartContent({ ...cart, meetUp: '' });
  const closeCart = useEffectEvent(cartOpenState.close);
  useEffect(() => {
    // When the cart becomes empty, the page leaves the URL that opens the cart. Otherwise the next dish that is added
    // would open it.
    if (!isCartShown && startsOpen) closeCart();
  }, [isCartShown, startsOpen]);
  if (!isCartShown) return null;
  const showMealType = (key: string): void => {
    cartOpenState.close();
    showMealTypeWhenFree(key);
  };
  const orderViewProps = {
    cart,
    place,
    restaurant,
    isAddingCard: part === NEW_CARD_ID,
    onShowMealType: showMealType,
    onClose: cartOpenState.close,
  };
  return (
    <>
      <CartSync cart={cart} place={place} restaurant={restaurant} />
      {layout === 'side' && (
        <Suspense fallback={null}>
          <OrderPanel {...orderViewProps} onShowPayment={paymentVisibility.show} />
        </Suspense>
      )}
      {layout === 'bar' && <CartBar cart={cart} onOpen={cartOpenState.open} />}
      {layout === 'bar' && startsOpen && (
        <Suspense fallback={null}>
          <CheckoutSheet {...orderViewProps} />
        </Suspense>
      )}
      {paymentVisibility.isShown && (
        <Suspense fallback={null}>
          <OrderPayment {...orderViewProps} onClose={paymentVisibility.leaveScreen} onOver={paymentVisibility.onOver} />
        </Suspense>
      )}
    </>
  );
};

/**
 * Cart of the restaurant's page: on phones a bar that opens it, on wide screens a column beside the menu. Renders
 * nothing while the cart is empty.
 */
const RestaurantCart = (props: RestaurantCartProps) => {
  const shell = useShell();
  useSharedCarts(shell);
  const place = useCartPlace(props);
  if (place === null) return null;
  return <CartAtPlace {...props} place={place} />;
};

export default RestaurantCart;

const CartBarButton = styled.button`
  ${textStyles.body}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 14px;
  width: 100%;
  min-height: 56px;
  padding: 8px 16px 8px 12px;
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.plum};
  color: ${tokens.color.onPlum};
  font-weight: 600;
  text-align: left;
  ${forcedColorsBorder}
  ${media.hover} {
    &:hover {
      background: ${tokens.color.plumHover};
    }
  }
`;

const PieceCount = styled.span`
  ${textStyles.small}
  ${textStyles.digits}
  display: grid;
  place-items: center;
  min-width: 34px;
  min-height: 34px;
  padding: 0 6px;
  border-radius: 10px;
  background: ${tokens.color.onPlum};
  color: ${tokens.color.plum};
  font-weight: 700;
`;

const CartTotal = styled.span`
  ${textStyles.digits}
  margin-left: auto;
`;
