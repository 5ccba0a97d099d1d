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

const drinks = aMealType({
  key: 'getraenke',
  baseName: 'Getränke',
  name: 'Getränke',
  translations: { de: 'Getränke' },
  order: 90,
});
export const otherAnswers = [
  answer(getMealTypes, [aMealType(), drinks]),
  answer(getDiscounts, []),
  answer(getRestTimeTypes, [aRestTimeType()]),
];

export const CountHere = ({ mealName, isOrderable }: SlotProps['meal/actions']) => (
  <button type="button">{isOrderable ? `Bestell ${mealName}` : `Nicht ${mealName}`}</button>
);
export const ShareHere = ({ restaurantName }: SlotProps['restaurant/social']) => (
  <button type="button">{`Teil ${restaurantName}`}</button>
);

interface ShowOptions extends ScenarioShellOptions {
  readonly listed?: Restaurant;
  /** Second parameter of the route. */
  readonly parameter?: string;
  /** Third parameter of the route. */
  readonly part?: string;
}

export const worldOf = (restaurant: Restaurant): ScenarioShellOptions => ({
  answers: [answer(getRestaurantByRoutingName, restaurant), ...otherAnswers],
  topics: {
    [restaurantTopic(restaurant.key)]: { restaurant: [{ ...restaurant, offers: [] }], meals: restaurant.offers },
  },
});

export const showRestaurantPage = (restaurant: Restaurant, { listed, parameter, part, ...options }: ShowOptions = {}) =>
  renderWithShell(
    <RestaurantPage
      routingName="elbkantine"
      origin={originOf(parameter)}
      part={part ?? null}
      at={null}
      listed={listed ?? null}
    />,
    { ...worldOf(restaurant), ...options },
  );

const { data } = aRestaurant();
export const withSite = { ...data, contact: { ...data.contact, web: 'https://elbkantine.example' } };

export const page = () => screen.findByRole('dialog', { name: 'Elbkantine' });
