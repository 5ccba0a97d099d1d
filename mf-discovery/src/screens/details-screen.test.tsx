import {
  getDiscounts,
  getMealTypes,
  getRestaurantByRoutingName,
  getRestTimeTypes,
  loadByLocation,
} from '@mahlzeit/contract';
import { aMealType, aRestaurant, aRestTimeType } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, neverRespond, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { installBrowserDoubles } from '../testing/browser-doubles';
import { usePlace } from '../features/location/location';
import { useNearby } from '../features/nearby/use-nearby';
import { DetailsScreen, prefetchDetails } from './details-screen';

const elbkantine = aRestaurant({ initialDistanceKm: 0.9 });

/**
 * Renders the list, which loads the restaurant first. The restaurant page shows the list's data until its own response
 * arrives.
 */
const NearbyStatus = () => <p>{useNearby(usePlace()?.coordinate ?? null).status}</p>;

const renderDetailsScreen = (restaurantAnswer: ScenarioAnswer) => {
  const scenarioAnswers = [
    answer(loadByLocation, [elbkantine]),
    restaurantAnswer,
    answer(getMealTypes, [aMealType()]),
    answer(getDiscounts, []),
    answer(getRestTimeTypes, [aRestTimeType()]),
  ];
  return renderWithShell(
    <>
      <NearbyStatus />
      <DetailsScreen params={['elbkantine']} />
    </>,
    { answers: scenarioAnswers, deployment: { rideServiceUrl: 'https://fahrt.example/' } },
  );
};

beforeEach(() => {
  localStorage.clear();
  installBrowserDoubles();
});

describe('the distance of a place', () => {
  it('is hidden for users of the fallback location, from the list or from the gateway', async () => {
    const { shell } = renderDetailsScreen(neverRespond(getRestaurantByRoutingName));
    const detailsDialog = await screen.findByRole('dialog', { name: 'Elbkantine' });
    expect(detailsDialog).toHaveTextContent('Norddeutsch');
    expect(detailsDialog).not.toHaveTextContent(/900\sm|zu Fuß|Fahrt anfragen/);
    // The key of the cached request must contain no coordinate either.
    expect(JSON.stringify(shell.store.getState())).toContain(
      JSON.stringify('restaurantByRoutingName({"routingName":"elbkantine"})'),
    );
  });

  it('is visible for users with a chosen place', async () => {
    localStorage.setItem('mahlzeit.lastPlace', JSON.stringify({ latitude: 53.55, longitude: 9.93 }));
    renderDetailsScreen(neverRespond(getRestaurantByRoutingName));
    const detailsDialog = await screen.findByRole('dialog', { name: 'Elbkantine' });
    await waitFor(() => expect(detailsDialog).toHaveTextContent(/900\sm.*zu Fuß/));
    expect(screen.getByRole('link', { name: 'Fahrt anfragen' })).toBeInTheDocument();
  });
});

it('requests ahead what the screen would request', async () => {
  const { store } = fakeShell({ answers: [answer(getRestaurantByRoutingName, elbkantine)] });
  prefetchDetails(['elbkantine'], { store });
  // The screen's own request has the same key, so it gets this answer.
  await waitFor(() =>
    expect(store.getState().api.queries['restaurantByRoutingName({"routingName":"elbkantine"})']?.status).toBe(
      'fulfilled',
    ),
  );
});
