import type { Restaurant } from '@mahlzeit/contract';
import { placeStateAt } from '@mahlzeit/contract/rules';
import { formatPrice, useNow, useShell } from '@mahlzeit/shared-ui/platform';
import { Button, EmptyState, H2, Icon, Row, Rows, Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { CalendarPlus, ClockAlert, CupSoda } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { orderableDrinksOf, orderFormOf, shouldSuggestDrinks, updateCart, useOrderingNow } from '../cart';
import type { Cart, CartPlace } from '../cart';
import { PaymentOptions, PaymentView, usePayment } from '../checkout';
import type { CheckoutPayment } from '../checkout';
import { CartChangesBanner } from './cart-changes-banner';
import { OrderColumn, OrderDockBox, OrderFrame, OrderScrollBox } from './checkout-sheet.styles';
import { OrderLines } from './order-lines';
import { OrderPaymentDock } from './order-payment-dock';
import { OrderSummary } from './order-summary';
import { useTexts } from './order-texts';
import { VoucherSection } from './voucher-section';
import { TimeAndPlaceSection } from './when-and-where';

/** Props of an order that the diner is composing on the restaurant's page. */
export interface OrderViewProps {
  readonly cart: Cart;
  readonly place: CartPlace;
  readonly restaurant: Restaurant;
  /** Whether the URL opens the form for a new card. */
  readonly isAddingCard: boolean;
  /** Scrolls to the dishes of a meal type, by its key. */
  readonly onShowMealType: (key: string) => void;
  /** Closes the sheet; absent when the order is beside the menu. */
  readonly onClose: () => void;
}

interface DrinksQuestion {
  /** Shows the drinks of the menu; null if there are none to suggest. */
  readonly showDrinks: (() => void) | null;
  /**
   * Asks whether the diner wants a drink. It asks only once, before the order button is pressed, and never afterwards
   * (C13).
   */
  askAboutDrinks(): void;
}

const useDrinksQuestion = ({ cart, place, restaurant, onShowMealType }: OrderViewProps): DrinksQuestion => {
  const t = useTexts();
  const shell = useShell();
  const drinksTypeKey = shouldSuggestDrinks(cart, restaurant.offers)
    ? orderableDrinksOf(restaurant.offers)[0]?.typeKey
    : undefined;
  if (drinksTypeKey === undefined) return { showDrinks: null, askAboutDrinks: () => undefined };
  const showDrinks = (): void => onShowMealType(drinksTypeKey);
  const askDrinksQuestion = async (): Promise<void> => {
    const chosenAction = await shell.alert({
      title: t('DrinksTitle'),
      text: t('DrinksText'),
      actions: [
        { id: 'no', label: t('DrinksNo'), tone: 'safe' },
        { id: 'yes', label: t('DrinksYes'), tone: 'primary' },
      ],
    });
    if (chosenAction === 'yes') showDrinks();
  };
  return {
    showDrinks,
    askAboutDrinks() {
      if (cart.hasSuggestedDrinks || cart.payment !== null) return;
      updateCart(shell, place, (currentCart) => ({ ...currentCart, hasSuggestedDrinks: true }));
      void askDrinksQuestion();
    },
  };
};

const useOrderPayment = ({ cart, place, restaurant }: OrderViewProps): CheckoutPayment => {
  const now = useOrderingNow();
  return usePayment({ place, cart, restaurant, form: orderFormOf(cart, { restaurant, now }) });
};

const DrinksSuggestion = ({ restaurant, onShow }: { readonly restaurant: Restaurant; readonly onShow: () => void }) => {
  const t = useTexts();
  const cheapestPrice = Math.min(...orderableDrinksOf(restaurant.offers).map(({ price }) => price));
  return (
    <Rows>
      <Row
        leading={<Icon source={CupSoda} size={22} />}
        title={t('DrinksTitle')}
        text={t('DrinksFrom', { price: formatPrice(cheapestPrice) })}
        onClick={onShow}
      />
    </Rows>
  );
};

const OrderSheetContent = ({
  drinks,
  isBesideMenu,
  ...view
}: OrderViewProps & {
  readonly drinks: DrinksQuestion;
  /** Whether the order is beside the menu, below a heading of the page. */ readonly isBesideMenu: boolean;
}) => {
  const { cart, place, restaurant, isAddingCard } = view;
  const headingLevel = isBesideMenu ? 3 : 2;
  return (
    <Stack $gap={24}>
      <CartChangesBanner cart={cart} place={place} />
      <OrderLines cart={cart} place={place} offers={restaurant.offers} />
      {cart.lines.length > 0 && (
        <>
          <TimeAndPlaceSection
            cart={cart}
            place={place}
            restaurant={restaurant}
            level={headingLevel}
            onChoose={() => isBesideMenu && drinks.askAboutDrinks()}
          />
          {drinks.showDrinks !== null && <DrinksSuggestion restaurant={restaurant} onShow={drinks.showDrinks} />}
          <VoucherSection cart={cart} place={place} restaurant={restaurant} level={headingLevel} />
          <PaymentOptions cart={cart} place={place} isAddingCard={isAddingCard} />
          <OrderSummary cart={cart} restaurant={restaurant} />
        </>
      )}
    </Stack>
  );
};

/** Message in an empty cart after ordering has ended for today, with two buttons that lead to other offers. */
const OrderingEndedNotice = ({
  restaurant,
  place,
  onSeen,
}: Pick<OrderViewProps, 'restaurant' | 'place'> & { readonly onSeen: () => void }) => {
  const t = useTexts();
  const now = useNow();
  const { remotes, navigation, snackbar } = useShell();
  const tomorrowInstant = now + 24 * 3_600_000;
  const restaurantState = placeStateAt(restaurant, tomorrowInstant);
  const startDraft = async (): Promise<void> => {
    const originAddress = navigation.current();
    onSeen();
    const draftAnswer = await remotes.runCommand('social/startDraft', {
      restaurantKey: place.restaurantKey,
      ...((restaurantState === 'open' || restaurantState === 'unknown') && {
        date: new Date(tomorrowInstant).toISOString(),
      }),
      origin: originAddress === null ? null : { key: originAddress.key, params: [place.routingName] },
    });
    if (!draftAnswer.ok) snackbar({ tone: 'error', text: t('InviteUnavailable') });
  };
  const closeSheet = (): void => {
    navigation.close();
    onSeen();
  };
  return (
    <EmptyState icon={ClockAlert} title={t('OverTitle')} text={t('OverText')}>
      <Button isBlock onClick={closeSheet}>
        {t('OverOthers')}
      </Button>
      <Button isBlock variant="second" icon={CalendarPlus} onClick={() => void startDraft()}>
        {t('OverTomorrow')}
      </Button>
    </EmptyState>
  );
};

/**
 * Clears the message that the cart was emptied when the diner leaves the order, so that the message isn't shown again.
 */
const useClearEmptiedNotice = ({ place }: Pick<OrderViewProps, 'place'>): (() => void) => {
  const shell = useShell();
  return () =>
    updateCart(shell, place, (currentCart) =>
      currentCart.isOver || currentCart.lines.length === 0
        ? { ...currentCart, isOver: false, changes: [] }
        : currentCart,
    );
};

/**
 * Payment of the cart, over the order or beside it. It is rendered in a single place for both layouts, because the
 * iframe of a bank loads again when it moves.
 */
export const OrderPayment = ({
  onOver: onPaymentOver,
  ...orderViewProps
}: OrderViewProps & { readonly onOver: () => void }) => {
  const payment = useOrderPayment(orderViewProps);
  const isPaymentOver = payment.step.kind === 'none';
  const onPaymentOverEvent = useEffectEvent(onPaymentOver);
  useEffect(() => {
    if (isPaymentOver) onPaymentOverEvent();
  }, [isPaymentOver]);
  return <PaymentView payment={payment} onClose={orderViewProps.onClose} />;
};

/**
 * Sheet „Deine Bestellung“ (your order) over the restaurant's page. The payment replaces it while the cart is being
 * paid.
 */
export const CheckoutSheet = (orderViewProps: OrderViewProps) => {
  const t = useTexts();
  const payment = useOrderPayment(orderViewProps);
  const drinksQuestion = useDrinksQuestion(orderViewProps);
  const onSeen = useClearEmptiedNotice(orderViewProps);
  const askAboutDrinks = useEffectEvent(drinksQuestion.askAboutDrinks);
  useEffect(() => askAboutDrinks(), []);
  const { cart, restaurant } = orderViewProps;
  const onClose = (): void => {
    orderViewProps.onClose();
    onSeen();
  };
  if (payment.step.kind !== 'none') return null;
  const isOrderingOver = cart.isOver && cart.lines.length === 0;
  return (
    <Sheet
      entry="none"
      title={t('YourOrder')}
      subtitle={restaurant.name}
      onClose={onClose}
      dock={
        cart.lines.length === 0 ? undefined : <OrderPaymentDock cart={cart} restaurant={restaurant} payment={payment} />
      }
    >
      {isOrderingOver ? (
        <OrderingEndedNotice {...orderViewProps} onSeen={onSeen} />
      ) : (
        <OrderSheetContent {...orderViewProps} drinks={drinksQuestion} isBesideMenu={false} />
      )}
    </Sheet>
  );
};

/**
 * Column with the order beside the menu on wide pages. It is always open, so it suggests drinks when the diner chooses
 * time or place.
 */
export const OrderPanel = ({
  onShowPayment,
  ...orderViewProps
}: OrderViewProps & { readonly onShowPayment: () => void }) => {
  const t = useTexts();
  const payment = useOrderPayment(orderViewProps);
  const drinksQuestion = useDrinksQuestion(orderViewProps);
  const onSeen = useClearEmptiedNotice(orderViewProps);
  const { cart, restaurant } = orderViewProps;
  const isPaying = payment.step.kind !== 'none';
  const isOrderingOver = cart.isOver && cart.lines.length === 0;
  // The diner may have closed the view of the previous payment; the next payment is visible again.
  const visiblePayment: CheckoutPayment = {
    ...payment,
    startPaying() {
      onShowPayment();
      payment.startPaying();
    },
  };
  return (
    <OrderColumn data-wide-side="">
      <OrderFrame aria-label={t('YourOrder')}>
        <OrderScrollBox data-scrolls="">
          <Stack $gap={16}>
            <H2>{t('YourOrder')}</H2>
            {isPaying && (
              <Button variant="second" isBlock onClick={onShowPayment}>
                {t('CartBeingPaid')}
              </Button>
            )}
            {!isPaying &&
              (isOrderingOver ? (
                <OrderingEndedNotice {...orderViewProps} onSeen={onSeen} />
              ) : (
                <OrderSheetContent {...orderViewProps} drinks={drinksQuestion} isBesideMenu />
              ))}
          </Stack>
        </OrderScrollBox>
        {!isPaying && cart.lines.length > 0 && (
          <OrderDockBox>
            <OrderPaymentDock cart={cart} restaurant={restaurant} payment={visiblePayment} />
          </OrderDockBox>
        )}
      </OrderFrame>
    </OrderColumn>
  );
};
