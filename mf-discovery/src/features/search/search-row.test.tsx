import type { FoundStatus } from '@mahlzeit/contract';
import {
  aFoundMeal,
  aFoundRestaurant,
  aFoundStatus,
  aPlace,
  fixtureDay,
  fixtureNow,
} from '@mahlzeit/contract/fixtures';
import { instantOf } from '@mahlzeit/contract/rules';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import type { PanelEntry } from './search-entries';
import { resultStatusLabels, SearchRow } from './search-row';

const instantAt = (time: string): number => instantOf(fixtureDay, time);

const renderSearchRow = (entry: PanelEntry, { needle = '', hasPlace = true } = {}) =>
  renderWithShell(
    <div role="listbox">
      <SearchRow
        id="row"
        entry={entry}
        isActive={false}
        query={needle}
        hasPlace={hasPlace}
        onChoose={() => undefined}
      />
    </div>,
    {},
  );

const makeMealEntry = (overrides: Parameters<typeof aFoundMeal>[0] = {}): PanelEntry => ({
  kind: 'meal',
  ...aFoundMeal(overrides),
});

describe('the status of a place', () => {
  it.each<[FoundStatus['kind'], until: string | null, from: string | null, string]>([
    ['lunch', '14:30', null, 'Mittagstisch bis 14:30'],
    ['lunch', '11:55', null, 'Mittagstisch noch 25 Min. bis 11:55'],
    ['lunch', '11:30', null, 'Mittagstisch vorbei'],
    ['lunchLater', null, '12:00', 'Mittagstisch ab 12:00'],
    ['lunchOver', '22:00', null, 'Mittagstisch vorbei'],
    ['lunchOver', null, '17:30', 'Mittagstisch vorbei wieder heute ab 17:30'],
    ['open', '22:00', null, 'Geöffnet bis 22:00'],
    ['open', null, null, 'Geöffnet täglich rund um die Uhr'],
    ['closed', null, '17:00', 'Öffnet um 17:00'],
    ['closed', null, null, 'Geschlossen'],
    ['unknown', null, null, 'Öffnungszeiten unbekannt'],
  ])('%s until %s, from %s: %s', (statusKind, untilTime, fromTime, expectedText) => {
    const statusLabels = resultStatusLabels(
      {
        kind: statusKind,
        until: untilTime === null ? null : instantAt(untilTime),
        from: fromTime === null ? null : instantAt(fromTime),
      },
      fixtureNow,
    );
    expect(
      [statusLabels?.word, statusLabels !== null && 'rest' in statusLabels ? statusLabels.rest : undefined]
        .filter(Boolean)
        .join(' ')
        .replaceAll('\u00a0', ' '),
    ).toBe(expectedText);
  });
});

it('shows a dish with price, place, distance and end', () => {
  renderSearchRow(makeMealEntry({ name: 'Linsensuppe', price: 690, initialDistanceKm: 0.2 }));
  expect(screen.getByRole('option')).toHaveAccessibleName(
    /^Linsensuppe 6,90\s€ Elbkantine zu Fuß 3\sMin\. Mittagstisch bis 14:30$/,
  );
});

it.each<[FoundStatus['kind'], until: string | null, from: string | null, sells: boolean]>([
  ['lunch', '14:30', null, true],
  ['lunch', '11:30', null, false],
  ['lunchLater', null, '12:00', true],
  ['lunchOver', '22:00', null, false],
  ['open', '22:00', null, true],
  ['closed', null, '17:30', true],
  ['closed', null, null, false],
])(
  'shows a price only for items that are served today: %s until %s, from %s: %s',
  (statusKind, untilTime, fromTime, isSold) => {
    const foundStatus = {
      kind: statusKind,
      until: untilTime === null ? null : instantAt(untilTime),
      from: fromTime === null ? null : instantAt(fromTime),
    };
    renderSearchRow(makeMealEntry({ price: 690, status: foundStatus }));
    expect(/6,90/.test(screen.getByRole('option').textContent)).toBe(isSold);
  },
);

it('removes the lunch of a place that closes for the day while the results are visible', () => {
  const { key, name, routingName, address, ...facts } = aFoundRestaurant({
    lunchPrice: 470,
    status: aFoundStatus({ until: fixtureNow }),
  });
  renderSearchRow({ kind: 'partner', key, name, routingName, locality: address.locality, facts });
  expect(screen.getByRole('option')).toHaveTextContent('Mittagstisch vorbei');
  expect(screen.getByRole('option')).not.toHaveTextContent('4,70');
});

it('shows no distance without a known location', () => {
  renderSearchRow(makeMealEntry(), { hasPlace: false });
  expect(screen.getByRole('option')).not.toHaveTextContent('Min.');
});

it('shows long distances in kilometres', () => {
  renderSearchRow(makeMealEntry({ initialDistanceKm: 612.3, status: aFoundStatus({ kind: 'unknown', until: null }) }));
  expect(screen.getByRole('option')).toHaveTextContent(/612,3\skm/);
});

it.each([
  ['Rote-Linsen-Suppe', 'linsen', 'Linsen'],
  ['Käsespätzle', 'kasespa', 'Käsespä'],
  ['Linsensuppe', 'pizza', null],
  ['Große Soße', 'sosse', null],
])('emphasizes in %s the match of %s: %s', (name, query, expectedMatch) => {
  const { container } = renderSearchRow(makeMealEntry({ name }), { needle: query });
  expect(container.querySelector('b')?.textContent ?? null).toBe(expectedMatch);
  expect(screen.getByRole('option')).toHaveTextContent(new RegExp(`^${name}`));
});

it('distinguishes towns of the same name', () => {
  renderSearchRow({ kind: 'place', place: aPlace({ name: 'Neustadt', region: 'Hessen' }) });
  expect(screen.getByRole('option')).toHaveAccessibleName('Neustadt Hessen');
});

it.each([
  ['Pizzeria Roma', /#.*pizza/],
  ['Hansen & Töchter', /#.*fork-and-knife-with-plate/],
  ['Elbblick', /#.*fork-and-knife-with-plate/],
])('draws food for a place whose name names it, else a plate: %s', (name, expectedImageHref) => {
  const { key, routingName, address, ...facts } = aFoundRestaurant();
  const { container } = renderSearchRow({ kind: 'partner', key, name, routingName, locality: address.locality, facts });
  expect(container.querySelector('use')?.getAttribute('href')).toMatch(expectedImageHref);
});
