import { aDiscount, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerenderList } from './prerender';

const draw = (restaurants = [aRestaurant()], discounts = [aDiscount({ restaurantRef: 'elbkantine', discountType: 'percent', value: 20, forAllMeals: true, mealRef: null })]) => {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(prerenderList({ now: fixtureNow, restaurants, discounts }));
  return page;
};

it('draws the list as it begins, with links that work before any script', () => {
  const page = draw();
  expect(page.querySelector('h1')).toHaveTextContent('Lokale in der Nähe');
  expect(page.querySelector('article')).toHaveTextContent(/Elbkantine.*Geöffnet bis 15:00.*Rote-Linsen-Curry mit Basmatireis/);
  expect(page.querySelector('article a')).toHaveAttribute('href', '#details/elbkantine');
  expect(page.querySelector('article')).toHaveTextContent('−20 %');
});

it('keeps fingers and keys away from what has no script yet', () => {
  for (const button of draw().querySelectorAll('button')) expect(button.closest('[inert]')).not.toBeNull();
});

it('leaves out places without lunch and without contract, and draws eight at most', () => {
  const many = Array.from({ length: 10 }, (_, index) => aRestaurant({ key: `r${index}`, routingName: `r${index}` }));
  expect(draw(many).querySelectorAll('article')).toHaveLength(8);
  expect(draw([aRestaurant(), aRestaurant({ key: 'ohne', offers: [] }), aRestaurant({ key: 'x', type: 'NonPartner' })]).querySelectorAll('article')).toHaveLength(1);
});

it('draws nothing where the list would begin empty', () => expect(prerenderList({ now: fixtureNow, restaurants: [aRestaurant({ offers: [] })], discounts: [] })).toBeNull());
