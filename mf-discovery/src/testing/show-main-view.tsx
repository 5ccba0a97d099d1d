import { geocode, getDiscounts, getTags } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { aGeocodeAnswer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { answer, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { MainView } from '../screens/main-view';

export const places = (count: number, from = 0): Restaurant[] =>
  Array.from({ length: count }, (_, index) =>
    aRestaurant({ key: `r${from + index}`, name: `Lokal ${from + index}`, routingName: `lokal-${from + index}` }),
  );

const quiet = [answer(getTags, []), answer(getDiscounts, []), answer(geocode, aGeocodeAnswer())];

export const showMainView = ({ answers = [], ...options }: ScenarioShellOptions, placeId?: string) =>
  renderWithShell(<MainView placeId={placeId} />, { ...options, answers: [...answers, ...quiet] });

export const listCalls = ({ requests }: { readonly requests: readonly string[] }): number =>
  requests.filter((request) => request.endsWith('/loadByLocation')).length;
