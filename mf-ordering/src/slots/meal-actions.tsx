import { useShell } from '@mahlzeit/shared-ui/platform';
import type { SlotProps } from '@mahlzeit/shared-ui/platform';
import { Stepper } from '@mahlzeit/shared-ui/ui/restaurant';
import { amountOfMeal, updateCart, useCart, useCartPlace, withAmount } from '../features/cart';
import { useTexts } from '../ordering-texts';

/**
 * Stepper (plus and minus buttons) beside a dish of the restaurant's page: shows and changes how many pieces the cart
 * contains. Renders nothing for a dish that can't be ordered.
 */
const MealActions = ({
  restaurantKey,
  routingName,
  mealName,
  offer,
  isOrderable,
  disabledReason,
  onRefused,
}: SlotProps['meal/actions']) => {
  const t = useTexts();
  const shell = useShell();
  const { takesOrders } = shell.deployment;
  const cartPlace = useCartPlace({ restaurantKey, routingName });
  const cart = useCart(cartPlace);
  if (!isOrderable || cartPlace === null) return null;
  const mealCount = amountOfMeal(cart, offer.key);
  const isPaying = cart !== null && cart.payment !== null;
  const changeMealCount = (newMealCount: number): void => {
    // A cart that is being paid must not change (C06).
    if (!isPaying) updateCart(shell, cartPlace, (currentCart) => withAmount(currentCart, offer, newMealCount));
  };
  return (
    <Stepper
      label={mealName}
      quantity={mealCount}
      onIncrease={() => changeMealCount(mealCount + 1)}
      onDecrease={() => changeMealCount(mealCount - 1)}
      disabledReason={takesOrders ? (isPaying ? t('CartBeingPaid') : disabledReason) : t('OrdersOff')}
      onDisabledPress={takesOrders ? onRefused : () => shell.snackbar({ tone: 'error', text: t('OrdersOff') })}
    />
  );
};

export default MealActions;
