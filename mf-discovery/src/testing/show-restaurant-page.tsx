import {
  getDiscounts,
  getMealTypes,
  getRestaurantByRoutingName,
  getRestTimeTypes,
  restaurantTopic,
} from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { aMealType, aRestaurant, aRestTimeType } from '@mahlzeit/contract/fixtures';
import type { SlotProps } from '@mahlzeit/shared-ui/platform';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { answer, renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { originOf, RestaurantPage } from '../features/restaurant-page/restaurant-page';

const drinksMealType = aMealType({
  key: 'getraenke',
  baseName: 'Getränke',
  name: 'Getränke',
  translations: { de: 'Getränke' },
  order: 90,
});
export const otherAnswers = [
  answer(getMealTypes, [aMealType(), drinksMealType]),
  answer(getDiscounts, []),
  answer(getRestTimeTypes, [aRestTimeType()]),
];

export const MealActionsDouble = ({ mealName, isOrderable }: SlotProps['meal/actions']) => (
  <button type="button">{isOrderable ? `Bestell ${mealName}` : `Nicht ${mealName}`}</button>
);
export const SocialDouble = ({ restaurantName }: SlotProps['restaurant/social']) => (
  <button type="button">{`Teil ${restaurantName}`}</button>
);

interface ShowOptions extends ScenarioShellOptions {
  readonly listedRestaurant?: Restaurant;
  /** Second parameter of the route. */
  readonly parameter?: string;
  /** Third parameter of the route. */
  readonly cartPart?: string;
}

export const scenarioOf = (restaurant: Restaurant): ScenarioShellOptions => ({
  answers: [answer(getRestaurantByRoutingName, restaurant), ...otherAnswers],
  topics: {
    [restaurantTopic(restaurant.key)]: { restaurant: [{ ...restaurant, offers: [] }], meals: restaurant.offers },
  },
});

export const showRestaurantPage = (
  restaurant: Restaurant,
  { listedRestaurant, parameter, cartPart, ...options }: ShowOptions = {},
) =>
  renderWithShell(
    <RestaurantPage
      routingName="elbkantine"
      origin={originOf(parameter)}
      cartPart={cartPart ?? null}
      distanceOrigin={null}
      listedRestaurant={listedRestaurant ?? null}
    />,
    { ...scenarioOf(restaurant), ...options },
  );

const { data } = aRestaurant();
export const dataWithWebsite = { ...data, contact: { ...data.contact, web: 'https://elbkantine.example' } };

export const findPage = () => screen.findByRole('dialog', { name: 'Elbkantine' });
