import { berlinDay } from '@mahlzeit/contract/rules';
import type { RootState, SlotProps } from '@mahlzeit/shared-ui/platform';
import { useNow, useSelector, useSession, useShell } from '@mahlzeit/shared-ui/platform';
import { Stepper } from '@mahlzeit/shared-ui/ui/restaurant';
import { changeAmount, selectAmount } from './cart-slice';

/** Behind each meal of the restaurant page: how many of it are in the cart. Nothing where the meal can't be ordered. */
const MealActions = ({ isOrderable, ...meal }: SlotProps['meal/actions']) => {
  const session = useSession();
  if (!isOrderable || session.status !== 'known') return null;
  return <MealQuantity owner={session.account.uid} {...meal} />;
};

type MealQuantityProps = Omit<SlotProps['meal/actions'], 'isOrderable'> & { readonly owner: string };

const MealQuantity = ({ owner, restaurantKey, mealKey, mealName, disabledReason, onRefused }: MealQuantityProps) => {
  const shell = useShell();
  const meal = { owner, day: berlinDay(useNow()), restaurantKey, mealKey };
  const amount = useSelector((state: RootState) => selectAmount(state, meal));
  const change = (next: number) => changeAmount(shell, { ...meal, amount: next });
  return (
    <Stepper
      label={mealName}
      quantity={amount}
      onIncrease={() => change(amount + 1)}
      onDecrease={() => change(amount - 1)}
      disabledReason={disabledReason}
      onRefused={onRefused}
    />
  );
};
