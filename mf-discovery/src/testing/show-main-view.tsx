import { geocode, getDiscounts, getTags } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { aGeocodeAnswer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { answer, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { MainView } from '../screens/main-view';

export const makeListedRestaurants = (restaurantCount: number, firstIndex = 0): Restaurant[] =>
  Array.from({ length: restaurantCount }, (_, index) =>
    aRestaurant({
      key: `r${firstIndex + index}`,
      name: `Lokal ${firstIndex + index}`,
      routingName: `lokal-${firstIndex + index}`,
    }),
  );

const emptyAnswers = [answer(getTags, []), answer(getDiscounts, []), answer(geocode, aGeocodeAnswer())];

export const showMainView = ({ answers = [], ...options }: ScenarioShellOptions, placeId?: string) =>
  renderWithShell(<MainView placeId={placeId} />, { ...options, answers: [...answers, ...emptyAnswers] });

export const countListRequests = ({ requests }: { readonly requests: readonly string[] }): number =>
  requests.filter((request) => request.endsWith('/loadByLocation')).length;
