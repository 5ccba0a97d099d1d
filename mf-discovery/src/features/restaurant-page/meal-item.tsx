import type { Offer, Restaurant } from '@mahlzeit/contract';
import { isOrderable } from '@mahlzeit/contract/rules';
import { formatPrice, Slot } from '@mahlzeit/shared-ui/platform';
import { Banner, textStyles, tokens, useTimedState } from '@mahlzeit/shared-ui/ui';
import { Declaration } from '@mahlzeit/shared-ui/ui/declaration';
import { MealRow } from '@mahlzeit/shared-ui/ui/restaurant';
import { memo } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { text as listText } from '../../discovery-texts';
import type { DealPriceLabel } from '../restaurant';
import { useTexts } from './page-texts';

interface MealItemProps extends DealPriceLabel {
  readonly offer: Offer;
  readonly restaurantKey: Restaurant['key'];
  readonly routingName: Restaurant['routingName'];
  /** Whether the restaurant takes orders in the app at all; without orders the row has no order buttons. */
  readonly isOrdered: boolean;
  /** Reason why the dish can't be ordered now; null when it can. */
  readonly hint: string | null;
  /**
   * Renders the fallback for the order buttons if the remote `mf-ordering` can't be loaded. It shows nothing here, but
   * hands `retry` to the menu, which shows one message for all dishes.
   */
  readonly orderingFallback: (retry: () => void) => ReactNode;
}

const MealDetails = ({ offer }: Pick<MealItemProps, 'offer'>) => {
  const t = useTexts();
  return (
    <>
      {offer.volume !== null && <MealDetailText>{offer.volume}</MealDetailText>}
      {offer.deposit !== null && <MealDetailText>{t('Deposit', { price: formatPrice(offer.deposit) })}</MealDetailText>}
      <Declaration dish={offer} />
    </>
  );
};

const DIET_TEXT_KEYS = {
  vegan: 'DietVegan',
  vegetarian: 'DietVegetarian',
  halal: 'DietHalal',
  kosher: 'DietKosher',
} as const;

/** Returns „Vegan“ or „Vegetarisch, Halal“; undefined when the menu names no diet. Vegan implies vegetarian. */
export const dietLabelOf = ({ diets }: Pick<Offer, 'diets'>): string | undefined => {
  const distinctDiets = diets.filter((diet) => diet !== 'vegetarian' || !diets.includes('vegan'));
  return distinctDiets.length === 0
    ? undefined
    : distinctDiets.map((diet) => listText(DIET_TEXT_KEYS[diet])).join(', ');
};

/**
 * Time in ms for which the page shows why a dish can't be ordered, after the user has pressed the dish's button (S1§9).
 */
const HINT_DURATION_MS = 8000;

/**
 * Row of a menu: a dish or a drink with its price and its buttons. Memoized: the row doesn't render when another dish
 * sells out.
 */
export const MealItem = memo(
  ({ offer, restaurantKey, routingName, isOrdered, hint, orderingFallback, ...price }: MealItemProps) => {
    const hintState = useTimedState(HINT_DURATION_MS);
    const mealActionSlot = (
      <Slot
        name="meal/actions"
        props={{
          restaurantKey,
          routingName,
          mealKey: offer.key,
          mealName: offer.name,
          offer,
          isOrderable: isOrderable(offer),
          ...(hint !== null && { disabledReason: hint, onRefused: hintState.start }),
        }}
        fallback={orderingFallback}
      />
    );
    return (
      <MealRow
        name={offer.name}
        {...price}
        description={offer.description === '' ? undefined : offer.description}
        diet={dietLabelOf(offer)}
        details={<MealDetails offer={offer} />}
        actions={isOrdered ? mealActionSlot : undefined}
        // Each press creates a new element, so that screen readers announce again why the dish can't be ordered.
        hint={
          hint !== null && hintState.startCount > 0 ? (
            <Banner key={hintState.startCount} tone="warn">
              {hint}
            </Banner>
          ) : undefined
        }
      />
    );
  },
);

const MealDetailText = styled.span`
  ${textStyles.caption}
  color: ${tokens.color.ink2};
`;
