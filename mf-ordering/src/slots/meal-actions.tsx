import { useShell } from '@mahlzeit/shared-ui/platform';
import type { SlotProps } from '@mahlzeit/shared-ui/platform';
import { Stepper } from '@mahlzeit/shared-ui/ui/restaurant';
import { amountOf, updateCart, useCart, useCartPlace, withAmount } from '../features/cart';
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
  const amount = amountOf(cart, offer.key);
  const isPaying = cart !== null && cart.payment !== null;
  const change = (next: number): void => {
    // A cart that is being paid must not change (C06).
    if (!isPaying) updateCart(shell, place, (currentCart) => withAmount(currentCart, offer, next));
  };
  return (
    <Stepper
      label={mealName}
      quantity={amount}
      onIncrease={() => change(amount + 1)}
      onDecrease={() => change(amount - 1)}
      disabledReason={takesOrders ? (isPaying ? t('CartBeingPaid') : disabledReason) : t('OrdersOff')}
      onRefused={takesOrders ? onRefused : () => shell.snackbar({ tone: 'error', text: t('OrdersOff') })}
    />
  );
};

export default MealActions;
