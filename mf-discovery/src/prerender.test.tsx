import { aDiscount, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerenderList } from './prerender';

const draw = (restaurants = [aRestaurant()], discounts = [aDiscount({ restaurantRef: 'elbkantine', discountType: 'percent', value: 20, forAllMeals: true, mealRef: null })], isLocated = true) => {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(prerenderList({ now: fixtureNow, restaurants, discounts, isLocated }));
  return page;
};

it('draws the list as it begins, with links that work before any script', () => {
  const page = draw();
  expect(page.querySelector('h1')).toHaveTextContent('Mittagstisch');
  expect(page.querySelector('article')).toHaveTextContent(/Elbkantine.*6\sMin\..*Mittagstisch bis 14:30.*Rote-Linsen-Curry mit Basmatireis/);
  expect(page.querySelector('article a')).toHaveAttribute('href', '#details/elbkantine');
  expect(page.querySelector('article')).toHaveTextContent(/8,90\s€.*7,12\s€/);
});

it('says where it looks from where nobody knows the reader’s place, and tells no way from there', () => {
  const page = draw(undefined, undefined, false);
  expect(page.querySelector('header')).toHaveTextContent(/Mittag in Hamburg.*ab Hamburg-Mitte.*Meinen Standort nehmen/);
  expect(page.querySelector('article')).not.toHaveTextContent(/Min\.|zu Fuß/);
});

it('keeps fingers and keys away from what has no script yet', () => {
  for (const button of draw().querySelectorAll('button')) expect(button.closest('[inert]')).not.toBeNull();
});

it('leaves out places without lunch and without contract, and draws eight at most', () => {
  const many = Array.from({ length: 10 }, (_, index) => aRestaurant({ key: `r${index}`, routingName: `r${index}` }));
  expect(draw(many).querySelectorAll('article')).toHaveLength(8);
  expect(draw([aRestaurant(), aRestaurant({ key: 'ohne', offers: [] }), aRestaurant({ key: 'x', type: 'NonPartner' })]).querySelectorAll('article')).toHaveLength(1);
});

it.each([
  [8, [3, 6]],
  [4, [3, 4]],
])('keeps the teaser’s place among %i cards, in either frame', (count, places) => {
  const page = draw(Array.from({ length: count }, (_, index) => aRestaurant({ key: `r${index}`, routingName: `r${index}` })));
  const grid = page.querySelector('article')?.parentElement;
  const rows = [...(grid?.children ?? [])];
  const isPlace = ({ tagName }: Element): boolean => tagName !== 'ARTICLE';
  expect(rows.flatMap((row, index) => (isPlace(row) ? [rows.slice(0, index).filter((one) => !isPlace(one)).length] : []))).toEqual(places);
});

it('draws nothing where the list would begin empty', () => expect(prerenderList({ now: fixtureNow, restaurants: [aRestaurant({ offers: [] })], discounts: [], isLocated: true })).toBeNull());
