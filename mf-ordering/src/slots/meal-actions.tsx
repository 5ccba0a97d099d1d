import { useShell } from '@mahlzeit/shared-ui/platform';
import type { SlotProps } from '@mahlzeit/shared-ui/platform';
import { Stepper } from '@mahlzeit/shared-ui/ui/restaurant';
import { mealAmount, updateCart, useCart, useCartPlace, withAmount } from '../features/cart';
import { useTexts } from '../ordering-texts';

/**
 * Stepper beside a dish of the restaurant's page: shows and changes how many pieces the cart contains. Renders nothing
 * for a dish that can't be ordered.
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
  const place = useCartPlace({ restaurantKey, routingName });
  const cart = useCart(place);
  if (!isOrderable || place === null) return null;
  const amount = mealAmount(cart, offer.key);
  const isPaying = cart !== null && cart.payment !== null;
  const changeAmount = (newAmount: number): void => {
    // A cart that is being paid must not change (C06).
    if (!isPaying) updateCart(shell, place, (currentCart) => withAmount(currentCart, offer, newAmount));
  };
  return (
    <Stepper
      label={mealName}
      quantity={amount}
      onIncrease={() => changeAmount(amount + 1)}
      onDecrease={() => changeAmount(amount - 1)}
      disabledReason={takesOrders ? (isPaying ? t('CartBeingPaid') : disabledReason) : t('OrdersOff')}
      onDisabledPress={takesOrders ? onRefused : () => shell.snackbar({ tone: 'error', text: t('OrdersOff') })}
    />
  );
};

export default MealActions;
