import type { Restaurant } from '@mahlzeit/contract';
import { berlinDay, isLunchMealType, isoWeekday } from '@mahlzeit/contract/rules';
import { Banner, Section, Stack } from '@mahlzeit/shared-ui/ui';
import { MealList } from '@mahlzeit/shared-ui/ui/restaurant';
import type { ReactNode } from 'react';
import { useTexts } from '../../discovery-texts';
import type { DealsNow } from '../discounts';
import { MealItem } from './meal-item';
import type { MenuPart } from './menu-rules';
import { hoursLabel } from './opening-week';
import { orderHint } from './order-hints';

interface MenuPartViewProps {
  readonly part: MenuPart;
  readonly restaurant: Restaurant;
  readonly deals: DealsNow;
  /** Stands behind each dish where ordering can't be had. */
  readonly orderingMissing: ReactNode;
}

/** The dishes of one meal type; where it is too late to order them, the reason stands above. */
export const MenuPartView = ({ part, restaurant, deals, orderingMissing }: MenuPartViewProps) => {
  const t = useTexts();
  const { now } = deals;
  const lunchTimes = restaurant.lunchTimes[isoWeekday(berlinDay(now))];
  const aside = isLunchMealType(part.baseName) && lunchTimes.length > 0 ? t('TodayAt', { hours: hoursLabel(lunchTimes) }) : undefined;
  const hint = restaurant.hasOrderableMeals ? orderHint(restaurant, part.baseName, now) : null;
  return (
    <Section title={part.name} aside={aside}>
      <Stack $gap={4}>
        {hint !== null && <Banner tone="warn">{hint}</Banner>}
        <MealList>
          {part.offers.map((offer) => (
            <MealItem key={offer.key} offer={offer} restaurant={restaurant} deals={deals} hint={hint} orderingMissing={orderingMissing} />
          ))}
        </MealList>
      </Stack>
    </Section>
  );
};
