import { getMealTypes, getRestaurant, getRestaurantByRoutingName, restaurantTopic } from '@mahlzeit/contract';
import { aMealType, anOffer, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { answer, neverRespond, refuse, renderWithShell, failAsUnreachable } from '../../testing';
import { errorText } from '../api/api-error';
import {
  useLiveRestaurant,
  useMealTypesQuery,
  useRestaurantByRoutingNameQuery,
  useRestaurantQuery,
} from './restaurant-api';

const restaurant = aRestaurant();
const liveTopic = restaurantTopic(restaurant.key);
const scenarioTopics = {
  [liveTopic]: { restaurant: [{ ...restaurant, initialDistanceKm: null, offers: [] }], meals: restaurant.offers },
};
const coordinate = { latitude: 53.55, longitude: 9.99 };

const restaurantText = ({ name, dayState, initialDistanceKm, offers }: typeof restaurant): string =>
  [name, dayState, initialDistanceKm, ...offers.map((offer) => `${offer.name} ${offer.price}`)].join(', ');

const RestaurantByKeyProbe = () => {
  const { data, error, refetch } = useRestaurantQuery({ key: restaurant.key, at: coordinate });
  if (error !== undefined)
    return (
      <button type="button" onClick={() => void refetch()}>
        {errorText(error)}
      </button>
    );
  return <p>{data === undefined ? 'lädt' : restaurantText(data)}</p>;
};

const RestaurantByNameProbe = () => {
  const { data } = useRestaurantByRoutingNameQuery({ routingName: restaurant.routingName });
  return <p>{data === undefined ? 'lädt' : restaurantText(data)}</p>;
};

describe('a restaurant', () => {
  it("shows the response and then its topic's data, with the reader's own distance", async () => {
    const { shell } = renderWithShell(<RestaurantByKeyProbe />, {
      answers: [answer(getRestaurant, restaurant)],
      topics: scenarioTopics,
    });
    expect(await screen.findByText(/^Elbkantine, open, 0.42, .*Curry.* 890/)).toBeVisible();
    shell.change(liveTopic, {
      kind: 'put',
      collection: 'meals',
      key: 'linsencurry-2026-06-24',
      value: anOffer({ name: 'Linsensuppe', price: 650 }),
    });
    expect(await screen.findByText(/^Elbkantine, open, 0.42, .*Linsensuppe 650/)).toBeVisible();
    shell.change(liveTopic, { kind: 'del', collection: 'meals', key: 'linsencurry-2026-06-24' });
    expect(await screen.findByText(/^Elbkantine, open, 0.42, Rhabarberschorle 320$/)).toBeVisible();
  });

  it('closes when its hours are over, without any event', async () => {
    const { shell } = renderWithShell(<RestaurantByKeyProbe />, {
      answers: [answer(getRestaurant, restaurant)],
      topics: scenarioTopics,
    });
    await screen.findByText(/open/);
    shell.setNow(fixtureNow + 5 * 3_600_000);
    expect(await screen.findByText(/^Elbkantine, closed/)).toBeVisible();
  });

  it('shows no dish of yesterday after midnight', async () => {
    const { shell } = renderWithShell(<RestaurantByKeyProbe />, {
      answers: [answer(getRestaurant, restaurant)],
      topics: scenarioTopics,
    });
    await screen.findByText(/Curry/);
    shell.setNow(fixtureNow + 24 * 3_600_000);
    expect(await screen.findByText(/^Elbkantine, noLunch, 0.42$/)).toBeVisible();
  });

  it('shows a German error, and retries', async () => {
    const { shell, user } = renderWithShell(<RestaurantByKeyProbe />, {
      answers: [failAsUnreachable(getRestaurant)],
      topics: scenarioTopics,
    });
    const retryButton = await screen.findByRole('button', { name: /^Keine Verbindung/ });
    shell.use(answer(getRestaurant, restaurant));
    await user.click(retryButton);
    expect(await screen.findByText(/^Elbkantine/)).toBeVisible();
  });

  it('keeps the response when its topic is unavailable', async () => {
    renderWithShell(<RestaurantByKeyProbe />, { answers: [answer(getRestaurant, restaurant)] });
    expect(await screen.findByText(/Curry.* 890/)).toBeVisible();
  });

  it('is live by its routing name', async () => {
    const { shell } = renderWithShell(<RestaurantByNameProbe />, {
      answers: [answer(getRestaurantByRoutingName, restaurant)],
      topics: scenarioTopics,
    });
    await screen.findByText(/Curry.* 890/);
    shell.change(liveTopic, {
      kind: 'put',
      collection: 'meals',
      key: 'neu',
      value: anOffer({ key: 'neu', name: 'Labskaus', price: 1150 }),
    });
    expect(await screen.findByText(/Labskaus 1150/)).toBeVisible();
  });

  it("shows immediately when it is opened again, and then with its topic's present data", async () => {
    const ToggledRestaurantPage = () => {
      const [isRestaurantOpen, setIsRestaurantOpen] = useState(true);
      return (
        <>
          <button type="button" onClick={() => setIsRestaurantOpen(!isRestaurantOpen)}>
            {isRestaurantOpen ? 'zu' : 'auf'}
          </button>
          {isRestaurantOpen && <RestaurantByKeyProbe />}
        </>
      );
    };
    const { shell, user } = renderWithShell(<ToggledRestaurantPage />, {
      answers: [answer(getRestaurant, restaurant)],
      topics: scenarioTopics,
    });
    await screen.findByText(/Curry.* 890/);
    await user.click(screen.getByRole('button', { name: 'zu' }));
    shell.use(neverRespond(getRestaurant));
    shell.change(liveTopic, {
      kind: 'put',
      collection: 'meals',
      key: 'linsencurry-2026-06-24',
      value: anOffer({ name: 'Linsensuppe', price: 650 }),
    });
    await user.click(screen.getByRole('button', { name: 'auf' }));
    expect(screen.getByText(/^Elbkantine/)).toBeVisible();
    expect(await screen.findByText(/Linsensuppe 650/)).toBeVisible();
  });

  it('returns the error of an unknown restaurant with its code', async () => {
    renderWithShell(<RestaurantByKeyProbe />, { answers: [refuse(getRestaurant, 'notFound')] });
    expect(await screen.findByRole('button', { name: 'Das gibt es hier nicht mehr.' })).toBeVisible();
  });
});

describe('a card of the list', () => {
  const LiveDishesProbe = ({ isFollowed }: { readonly isFollowed: boolean }) => {
    const { offers, isOpenNow, initialDistanceKm } = useLiveRestaurant(restaurant, isFollowed);
    return (
      <p>
        {[...offers.map(({ name, price }) => `${name} ${price}`), isOpenNow ? 'offen' : 'zu', initialDistanceKm].join(
          ', ',
        )}
      </p>
    );
  };

  it('stays up to date while it is followed, with its own distance', async () => {
    const { shell } = renderWithShell(<LiveDishesProbe isFollowed />, { topics: scenarioTopics });
    await screen.findByText(/Curry.* 890.*offen, 0.42/);
    shell.change(liveTopic, {
      kind: 'put',
      collection: 'meals',
      key: 'linsencurry-2026-06-24',
      value: anOffer({ price: 790 }),
    });
    expect(screen.getByText(/Curry.* 790/)).toBeVisible();
    shell.setNow(fixtureNow + 8 * 3_600_000);
    expect(screen.getByText(/zu, 0.42/)).toBeVisible();
  });

  it('follows no topic while it is invisible, only the time', () => {
    const { shell } = renderWithShell(<LiveDishesProbe isFollowed={false} />, { topics: scenarioTopics });
    shell.setNow(fixtureNow + 8 * 3_600_000);
    expect(screen.getByText(/Curry.* 890.*zu/)).toBeVisible();
  });
});

describe('meal types', () => {
  it('come in their order', async () => {
    const MealTypesProbe = () => (
      <p>
        {useMealTypesQuery()
          .data?.map(({ name }) => name)
          .join()}
      </p>
    );
    renderWithShell(<MealTypesProbe />, {
      answers: [answer(getMealTypes, [aMealType(), aMealType({ key: 'suppen', name: 'Suppen' })])],
    });
    expect(await screen.findByText('Mittagstisch,Suppen')).toBeVisible();
  });
});
