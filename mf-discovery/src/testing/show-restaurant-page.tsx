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
import { pageOriginOf, RestaurantPage } from '../features/restaurant-page/restaurant-page';

const drinksMealType = aMealType({
  key: 'getraenke',
  baseName: 'Getränke',
  name: 'Getränke',
  translations: { de: 'Getränke' },
  order: 90,
});
export const commonAnswers = [
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

interface RestaurantPageOptions extends ScenarioShellOptions {
  readonly listedRestaurant?: Restaurant;
  /** Second parameter of the page's URL: how the user came to the page, for example `invitation` or `cart`. */
  readonly parameter?: string;
  /** Third parameter of the page's URL, passed to the cart: for example, it opens the form for a new card. */
  readonly cartPart?: string;
}

export const scenarioOptionsOf = (restaurant: Restaurant): ScenarioShellOptions => ({
  answers: [answer(getRestaurantByRoutingName, restaurant), ...commonAnswers],
  topics: {
    [restaurantTopic(restaurant.key)]: { restaurant: [{ ...restaurant, offers: [] }], meals: restaurant.offers },
  },
});

export const showRestaurantPage = (
  restaurant: Restaurant,
  { listedRestaurant, parameter, cartPart, ...options }: RestaurantPageOptions = {},
) =>
  renderWithShell(
    <RestaurantPage
      routingName="elbkantine"
      origin={pageOriginOf(parameter)}
      cartPart={cartPart ?? null}
      distanceOrigin={null}
      listedRestaurant={listedRestaurant ?? null}
    />,
    { ...scenarioOptionsOf(restaurant), ...options },
  );

const { data } = aRestaurant();
export const dataWithWebsite = { ...data, contact: { ...data.contact, web: 'https://elbkantine.example' } };

export const findPage = () => screen.findByRole('dialog', { name: 'Elbkantine' });
