import { aDiscount, aDishByWeight, anOffer, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { withDealPrices, lunchPriceAt } from '@mahlzeit/contract/rules';
import { render, screen } from '@testing-library/react';
import { markerLookOf, lowestPriceText } from '../map/map-rules';
import { isPhotographUrl, PlaceCard, showsNoLunchNotice } from './restaurant-card';

it.each([
  ['open', false],
  ['resting', false],
  ['restDay', false],
  ['closed', false],
  ['noLunch', true],
] as const)('shows the notice about a missing lunch on a day that is %s: %s', (dayState, expectsNotice) => {
  expect(showsNoLunchNotice({ dayState })).toBe(expectsNotice);
});

it.each([
  ['https://bilder.example/fischkueche.jpg', true],
  ['https://bilder.example/fischkueche?w=1280', true],
  ['/media/table/pasta_herb_3.svg', false],
  ['https://bilder.example/logo.SVG?v=2', false],
])('treats %s as a photograph: %s', (imageUrl, isPhoto) => {
  expect(isPhotographUrl(imageUrl)).toBe(isPhoto);
});

it('shows the same price as the pin: the cheapest dish with discounts', () => {
  const [expensiveDish, cheapDish] = [
    anOffer({ key: 'dear', name: 'Gulasch', price: 990 }),
    anOffer({ key: 'cheap', name: 'Suppe', price: 540 }),
  ];
  const dishByWeight = aDishByWeight({ key: 'weighed', name: 'Salat', price: 520 });
  const restaurant = aRestaurant({ offers: [expensiveDish, cheapDish, dishByWeight] });
  const discounts = [
    aDiscount({ discountType: 'absolute', value: 50, restaurantRef: restaurant.key, mealRef: null, forAllMeals: true }),
  ];
  render(
    <PlaceCard restaurant={restaurant} discounts={discounts} now={fixtureNow} isLocated href="#details/elbkantine" />,
  );
  const lowestLunchPrice = lunchPriceAt(withDealPrices(restaurant, { discounts, now: fixtureNow }), fixtureNow);
  expect(lowestLunchPrice).toBe(490);
  expect(
    markerLookOf(withDealPrices(restaurant, { discounts, now: fixtureNow }), {
      hasPills: true,
      now: fixtureNow,
      isLocated: true,
      isSelected: false,
      isPriceHidden: false,
    }),
  ).toMatchObject({ text: lowestPriceText(490) });
  expect(screen.getByRole('article')).toHaveTextContent(/Suppe.*4,90\s€/);
});

const createCard = (isLocated: boolean) => {
  const restaurant = aRestaurant({ address: { ...aRestaurant().address, quarter: 'Ottensen' } });
  return (
    <PlaceCard
      restaurant={restaurant}
      discounts={[]}
      now={fixtureNow}
      isLocated={isLocated}
      href="#details/elbkantine"
    />
  );
};

it('shows the distance for a known location, and the district of the place for an unknown one', () => {
  const { rerender } = render(createCard(true));
  expect(screen.getByRole('article')).toHaveTextContent(/Norddeutsch.*6\sMin\./);
  expect(screen.getByRole('article')).not.toHaveTextContent('Ottensen');
  rerender(createCard(false));
  expect(screen.getByRole('article')).toHaveTextContent(/Norddeutsch.*Ottensen/);
  expect(screen.getByRole('article')).not.toHaveTextContent(/zu Fuß|Rad|400\sm/);
});
