import { formatPrice, useShell } from '@mahlzeit/shared-ui/platform';
import type { SlotProps } from '@mahlzeit/shared-ui/platform';
import { Button, forcedEdge, media, textStyles, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import styled from 'styled-components';
import {
  cartTotal,
  holdsSomething,
  NEW_CARD,
  pieceCount,
  useCart,
  useCartPlace,
  useCartSync,
  useSharedCarts,
} from '../features/cart';
import type { Cart, CartPlace } from '../features/cart';
import { useTexts } from '../ordering-texts';

// The bar is loaded with the page; the sheet that it opens is loaded on demand.
const loadOrder = () => import('../features/checkout-sheet');
const CheckoutSheet = lazy(async () => ({ default: (await loadOrder()).CheckoutSheet }));
const OrderPayment = lazy(async () => ({ default: (await loadOrder()).OrderPayment }));
const OrderPanel = lazy(async () => ({ default: (await loadOrder()).OrderPanel }));

type CartProps = SlotProps['restaurant/cart'];

/** Bar at the lower edge that opens the cart; it shows the number of pieces and the total. */
const CartBar = ({ cart, onOpen }: { readonly cart: Cart; readonly onOpen: () => void }) => {
  const t = useTexts();
  const count = pieceCount(cart);
  if (cart.payment !== null)
    return (
      <Button size="large" isBlock onClick={onOpen}>
        {t('CartBeingPaid')}
      </Button>
    );
  if (count === 0)
    return (
      <Button size="large" isBlock variant="second" onClick={onOpen}>
        {t(cart.isOver ? 'OverTitle' : 'CartChangeTitle')}
      </Button>
    );
  return (
    <Bar type="button" onClick={onOpen}>
      <Pieces>{count}</Pieces>
      <VisuallyHidden>{t('PiecesInCart', { count })}</VisuallyHidden>
      <span>{t('ToCart')}</span>
      <Sum>{formatPrice(cartTotal(cart))}</Sum>
    </Bar>
  );
};

/** Opens and closes the cart by its route, so that Back closes it and a reload keeps it open. */
const useOpening = ({ routingName, startsOpen, part }: Pick<CartProps, 'routingName' | 'startsOpen' | 'part'>) => {
  const { navigation } = useShell();
  const [wasOpenedHere, setWasOpenedHere] = useState(false);
  return {
    open(): void {
      setWasOpenedHere(true);
      navigation.open('details', routingName, 'cart');
    },
    close(): void {
      if (!startsOpen) return;
      // With the form for a new card open, Back would only lead to the cart itself, so the route is replaced.
      if (wasOpenedHere && part === null) navigation.back();
      else navigation.replace('details', routingName);
      setWasOpenedHere(false);
    },
  };
};

/**
 * Decides whether the cart's payment is visible. Beside the menu it is visible until the user closes it; over the page
 * the route decides. The payment stays visible when the layout changes because the user turns the device.
 */
const usePaymentPlace = ({ layout, startsOpen }: Pick<CartProps, 'layout' | 'startsOpen'>, close: () => void) => {
  const [isLeft, setIsLeft] = useState(false);
  const [isBeside, setIsBeside] = useState(false);
  const isSide = layout === 'side';
  if (isSide && !isLeft && !isBeside) setIsBeside(true);
  return {
    isShown: isSide ? !isLeft : startsOpen || isBeside,
    show: (): void => setIsLeft(false),
    leaveScreen(): void {
      setIsBeside(false);
      if (isSide) setIsLeft(true);
      else close();
    },
    /** Called when a payment has ended: the next payment is visible again, even if the user has closed this one. */
    onOver(): void {
      setIsLeft(false);
      setIsBeside(false);
    },
  };
};

/** Returns a function that scrolls to a part of the menu as soon as no sheet covers the page any more. */
const useWantedPart = ({ startsOpen, layout, showMealType }: CartProps): ((key: string) => void) => {
  const [wantedKey, setWanted] = useState<string | null>(null);
  const isFree = layout === 'side' || !startsOpen;
  const showPart = useEffectEvent((key: string) => {
    showMealType(key);
    setWanted(null);
  });
  useEffect(() => {
    if (wantedKey === null || !isFree) return undefined;
    // Two frames pass before scrolling, because the closed sheet first returns the focus.
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => showPart(wantedKey)));
    return () => cancelAnimationFrame(frame);
  }, [wantedKey, isFree]);
  return setWanted;
};

/** Compares the cart with its restaurant's current offers; not rendered for an empty cart. */
const CartSync = ({
  place,
  cart,
  restaurant,
}: {
  readonly place: CartPlace;
  readonly cart: Cart;
  readonly restaurant: CartProps['restaurant'];
}) => {
  useCartSync(place, cart, restaurant);
  return null;
};

const CartAtPlace = ({ place, ...props }: CartProps & { readonly place: CartPlace }) => {
  const { layout, startsOpen, part, restaurant } = props;
  const cart = useCart(place);
  const opening = useOpening(props);
  const payment = usePaymentPlace(props, opening.close);
  const showWantedPart = useWantedPart(props);
  // A cart that is only linked to a meetup stays hidden until it contains a dish.
  const isShown = cart !== null && holdsSomething({ ...cart, meetUp: '' });
  const close = useEffectEvent(opening.close);
  useEffect(() => {
    // The route of an emptied cart is closed, so that the next dish doesn't open the cart.
    if (!isShown && startsOpen) close();
  }, [isShown, startsOpen]);
  if (!isShown) return null;
  const showMealType = (key: string): void => {
    opening.close();
    showWantedPart(key);
  };
  const view = {
    cart,
    place,
    restaurant,
    isAddingCard: part === NEW_CARD,
    onShowMealType: showMealType,
    onClose: opening.close,
  };
  return (
    <>
      <CartSync cart={cart} place={place} restaurant={restaurant} />
      {layout === 'side' && (
        <Suspense fallback={null}>
          <OrderPanel {...view} onShowPayment={payment.show} />
        </Suspense>
      )}
      {layout === 'bar' && <CartBar cart={cart} onOpen={opening.open} />}
      {layout === 'bar' && startsOpen && (
        <Suspense fallback={null}>
          <CheckoutSheet {...view} />
        </Suspense>
      )}
      {payment.isShown && (
        <Suspense fallback={null}>
          <OrderPayment {...view} onClose={payment.leaveScreen} onOver={payment.onOver} />
        </Suspense>
      )}
    </>
  );
};

/**
 * Cart of the restaurant's page: on phones a bar that opens it, on wide screens a column beside the menu. Renders
 * nothing while the cart is empty.
 */
const RestaurantCart = (props: CartProps) => {
  const shell = useShell();
  useSharedCarts(shell);
  const place = useCartPlace(props);
  if (place === null) return null;
  return <CartAtPlace {...props} place={place} />;
};

export default RestaurantCart;

const Bar = styled.button`
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
  ${forcedEdge}
  ${media.hover} {
    &:hover {
      background: ${tokens.color.plumHover};
    }
  }
`;

const Pieces = styled.span`
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

const Sum = styled.span`
  ${textStyles.digits}
  margin-left: auto;
`;
