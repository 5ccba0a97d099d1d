import type { PrerenderRequest, StartPlace } from '@mahlzeit/contract';
import { aDiscount, aRestaurant, aTeaser, fixtureNow } from '@mahlzeit/contract/fixtures';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerenderList } from './prerender';

const coordinate = { latitude: 53.55, longitude: 9.99 };
const altonaStart: StartPlace = { coordinate, kind: 'last', name: 'Altona' };
const fallbackStart: StartPlace = { coordinate, kind: 'fallback', name: null };

const drawPage = (
  restaurants = [aRestaurant()],
  discounts = [
    aDiscount({ restaurantRef: 'elbkantine', discountType: 'percent', value: 20, forAllMeals: true, mealRef: null }),
  ],
  startPlace = altonaStart,
  teaser: PrerenderRequest['teaser'] = null,
) => {
  const pageElement = document.createElement('div');
  pageElement.innerHTML = renderToStaticMarkup(
    prerenderList({ now: fixtureNow, restaurants, discounts, teaser, start: startPlace }),
  );
  return pageElement;
};

it('draws the start of the list, with links that work before any script', () => {
  const pageElement = drawPage();
  expect(pageElement.querySelector('h1')).toHaveTextContent('Mittag in Altona');
  expect(pageElement.querySelector('article')).toHaveTextContent(
    /Elbkantine.*6\sMin\..*Mittagstisch bis 14:30.*Rote-Linsen-Curry mit Basmatireis/,
  );
  expect(pageElement.querySelector('article a')).toHaveAttribute('href', '#details/elbkantine');
  expect(pageElement.querySelector('article')).toHaveTextContent(/8,90\s€.*7,12\s€/);
});

it.each([
  ['the reader’s own position', { coordinate, kind: 'user', name: null }, 'Mittag in deiner Nähe'],
  ['a point whose name nobody knew yet', { coordinate, kind: 'last', name: null }, 'Mittagstisch'],
] as const)('has the title of the list: around %s', (_case, startPlace, title) => {
  expect(drawPage(undefined, undefined, startPlace).querySelector('h1')).toHaveTextContent(title);
});

it('names the fallback location, and shows no distances from there', () => {
  const pageElement = drawPage(undefined, undefined, fallbackStart);
  expect(pageElement.querySelector('header')).toHaveTextContent(
    /Mittag in Hamburg.*ab Hamburg-Mitte.*Meinen Standort nehmen/,
  );
  expect(pageElement.querySelector('article')).not.toHaveTextContent(/Min\.|zu Fuß/);
});

it('enables every button: the mounted screen runs the action later', () => {
  const drawnButtons = [...drawPage().querySelectorAll('button')];
  expect(drawnButtons.map(({ ariaLabel, textContent }) => ariaLabel ?? textContent)).toEqual(
    expect.arrayContaining(['Alle', 'Mittagstisch', 'Zur Reihenfolge']),
  );
  for (const drawnButton of drawnButtons) expect(drawnButton.closest('[inert]')).toBeNull();
});

it('leaves out places without lunch or contract, and draws eight at most', () => {
  const tenRestaurants = Array.from({ length: 10 }, (_, index) =>
    aRestaurant({ key: `r${index}`, routingName: `r${index}` }),
  );
  expect(drawPage(tenRestaurants).querySelectorAll('article')).toHaveLength(8);
  expect(
    drawPage([
      aRestaurant(),
      aRestaurant({ key: 'ohne', offers: [] }),
      aRestaurant({ key: 'x', type: 'NonPartner' }),
    ]).querySelectorAll('article'),
  ).toHaveLength(1);
});

it.each([
  [8, [3, 6]],
  [4, [3, 4]],
])('reserves the teaser’s place among %i cards, in both layouts', (restaurantCount, expectedTeaserIndexes) => {
  const pageElement = drawPage(
    Array.from({ length: restaurantCount }, (_, index) => aRestaurant({ key: `r${index}`, routingName: `r${index}` })),
  );
  const cardGrid = pageElement.querySelector('article')?.parentElement;
  const gridChildren = [...(cardGrid?.children ?? [])];
  const isTeaserSlot = ({ tagName }: Element): boolean => tagName !== 'ARTICLE';
  expect(
    gridChildren.flatMap((gridChild, index) =>
      isTeaserSlot(gridChild)
        ? [gridChildren.slice(0, index).filter((precedingChild) => !isTeaserSlot(precedingChild)).length]
        : [],
    ),
  ).toEqual(expectedTeaserIndexes);
});

describe('the teaser among the cards', () => {
  const drawPageWithTeaser = (teaser: PrerenderRequest['teaser']) =>
    drawPage([aRestaurant({ routingName: 'elbkantine' })], [], altonaStart, teaser);

  it('shows picture and words, and links to its restaurant, before any script', () => {
    const pageElement = drawPageWithTeaser(
      aTeaser({
        imageUrl: '/media/banner/tagespreis.svg',
        videoUrl: null,
        words: { title: 'Suppentag', text: 'ab 4,90 €' },
        actionUrl: 'Details/elbkantine',
      }),
    );
    const link = pageElement.querySelector('a[href="#details/elbkantine"][aria-label]');
    expect(link).toHaveAccessibleName('Suppentag Elbkantine ab 4,90 €');
    expect(link?.querySelector('img')).toHaveAttribute('src', '/media/banner/tagespreis.svg');
  });

  it('is our own when none fits', () =>
    expect(drawPageWithTeaser(null).querySelector('a[href="#download"]')).not.toBeNull());

  it('reserves the space of a film', () => {
    const pageElement = drawPageWithTeaser(aTeaser({ videoUrl: '/media/suppe.mp4' }));
    expect([
      pageElement.querySelectorAll('video, img').length,
      pageElement.querySelector('a[href="#download"]'),
    ]).toEqual([0, null]);
  });
});

it('draws nothing for an empty list', () =>
  expect(
    prerenderList({
      now: fixtureNow,
      restaurants: [aRestaurant({ offers: [] })],
      discounts: [],
      teaser: null,
      start: fallbackStart,
    }),
  ).toBeNull());
