import type { PrerenderRequest, StartPlace } from '@mahlzeit/contract';
import { aDiscount, aRestaurant, aTeaser, fixtureNow } from '@mahlzeit/contract/fixtures';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerenderList } from './prerender';

const coordinate = { latitude: 53.55, longitude: 9.99 };
const altona: StartPlace = { coordinate, kind: 'last', name: 'Altona' };
const fallback: StartPlace = { coordinate, kind: 'fallback', name: null };

const draw = (
  restaurants = [aRestaurant()],
  discounts = [
    aDiscount({ restaurantRef: 'elbkantine', discountType: 'percent', value: 20, forAllMeals: true, mealRef: null }),
  ],
  start = altona,
  teaser: PrerenderRequest['teaser'] = null,
) => {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(prerenderList({ now: fixtureNow, restaurants, discounts, teaser, start }));
  return page;
};

it('draws the start of the list, with links that work before any script', () => {
  const page = draw();
  expect(page.querySelector('h1')).toHaveTextContent('Mittag in Altona');
  expect(page.querySelector('article')).toHaveTextContent(
    /Elbkantine.*6\sMin\..*Mittagstisch bis 14:30.*Rote-Linsen-Curry mit Basmatireis/,
  );
  expect(page.querySelector('article a')).toHaveAttribute('href', '#details/elbkantine');
  expect(page.querySelector('article')).toHaveTextContent(/8,90\s€.*7,12\s€/);
});

it.each([
  ['the reader’s own position', { coordinate, kind: 'user', name: null }, 'Mittag in deiner Nähe'],
  ['a point whose name nobody knew yet', { coordinate, kind: 'last', name: null }, 'Mittagstisch'],
] as const)('has the title of the list: around %s', (_case, start, title) => {
  expect(draw(undefined, undefined, start).querySelector('h1')).toHaveTextContent(title);
});

it('names the fallback location, and shows no distances from there', () => {
  const page = draw(undefined, undefined, fallback);
  expect(page.querySelector('header')).toHaveTextContent(/Mittag in Hamburg.*ab Hamburg-Mitte.*Meinen Standort nehmen/);
  expect(page.querySelector('article')).not.toHaveTextContent(/Min\.|zu Fuß/);
});

it('enables every button: the mounted screen runs the action later', () => {
  const buttons = [...draw().querySelectorAll('button')];
  expect(buttons.map(({ ariaLabel, textContent }) => ariaLabel ?? textContent)).toEqual(
    expect.arrayContaining(['Alle', 'Mittagstisch', 'Zur Reihenfolge']),
  );
  for (const button of buttons) expect(button.closest('[inert]')).toBeNull();
});

it('leaves out places without lunch or contract, and draws eight at most', () => {
  const tenRestaurants = Array.from({ length: 10 }, (_, index) =>
    aRestaurant({ key: `r${index}`, routingName: `r${index}` }),
  );
  expect(draw(tenRestaurants).querySelectorAll('article')).toHaveLength(8);
  expect(
    draw([
      aRestaurant(),
      aRestaurant({ key: 'ohne', offers: [] }),
      aRestaurant({ key: 'x', type: 'NonPartner' }),
    ]).querySelectorAll('article'),
  ).toHaveLength(1);
});

it.each([
  [8, [3, 6]],
  [4, [3, 4]],
])('reserves the teaser’s place among %i cards, in both layouts', (count, places) => {
  const page = draw(
    Array.from({ length: count }, (_, index) => aRestaurant({ key: `r${index}`, routingName: `r${index}` })),
  );
  const grid = page.querySelector('article')?.parentElement;
  const rows = [...(grid?.children ?? [])];
  const isPlace = ({ tagName }: Element): boolean => tagName !== 'ARTICLE';
  expect(
    rows.flatMap((row, index) =>
      isPlace(row) ? [rows.slice(0, index).filter((candidate) => !isPlace(candidate)).length] : [],
    ),
  ).toEqual(places);
});

describe('the teaser among the cards', () => {
  const drawTeaser = (teaser: PrerenderRequest['teaser']) =>
    draw([aRestaurant({ routingName: 'elbkantine' })], [], altona, teaser);

  it('shows picture and words, and links to its restaurant, before any script', () => {
    const page = drawTeaser(
      aTeaser({
        imageUrl: '/media/banner/tagespreis.svg',
        videoUrl: null,
        words: { title: 'Suppentag', text: 'ab 4,90 €' },
        actionUrl: 'Details/elbkantine',
      }),
    );
    const link = page.querySelector('a[href="#details/elbkantine"][aria-label]');
    expect(link).toHaveAccessibleName('Suppentag Elbkantine ab 4,90 €');
    expect(link?.querySelector('img')).toHaveAttribute('src', '/media/banner/tagespreis.svg');
  });

  it('is our own when none fits', () => expect(drawTeaser(null).querySelector('a[href="#download"]')).not.toBeNull());

  it('reserves the space of a film', () => {
    const page = drawTeaser(aTeaser({ videoUrl: '/media/suppe.mp4' }));
    expect([page.querySelectorAll('video, img').length, page.querySelector('a[href="#download"]')]).toEqual([0, null]);
  });
});

it('draws nothing for an empty list', () =>
  expect(
    prerenderList({
      now: fixtureNow,
      restaurants: [aRestaurant({ offers: [] })],
      discounts: [],
      teaser: null,
      start: fallback,
    }),
  ).toBeNull());
