import type { Restaurant } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { selectFilters } from './filter-slice';
import type { ListFilters } from './list-filters';
import { startFilters } from './list-filters';
import { NothingPasses } from './nothing-passes';

const places = (count: number, overrides: Partial<Restaurant> = {}) => Array.from({ length: count }, (_, index) => aRestaurant({ key: `r${index}`, ...overrides }));

const show = (filters: Partial<ListFilters>, restaurants = places(23)) => {
  const chosen = { ...startFilters, ...filters };
  sessionStorage.setItem('mahlzeit.filters', JSON.stringify(chosen));
  return renderWithShell(<NothingPasses restaurants={restaurants} filters={chosen} />);
};

beforeEach(() => sessionStorage.clear());

it('says how many filters exclude how many places, and takes them off', async () => {
  const { user, shell } = show({ texts: ['gibtesnicht'], properties: ['Open'] });
  expect(screen.getByRole('heading', { level: 1, name: 'Hier passt gerade nichts' })).toBeInTheDocument();
  expect(screen.getByText('Deine 2 Filter schließen alle 23 Lokale in der Nähe aus.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Filter zurücksetzen' }));
  expect(selectFilters(shell.store.getState())).toEqual(startFilters);
});

it.each([
  [1, 'Dein Filter schließt das einzige Lokal in der Nähe aus.'],
  [2, 'Dein Filter schließt alle 2 Lokale in der Nähe aus.'],
])('says it of one filter and %i places', (count, words) => {
  show({ texts: ['gibtesnicht'] }, places(count));
  expect(screen.getByText(words)).toBeInTheDocument();
});

it('counts only the places that the lunch list would show', () => {
  show({ texts: ['gibtesnicht'] }, [...places(3), ...places(5, { offers: [] })]);
  expect(screen.getByText('Dein Filter schließt alle 3 Lokale in der Nähe aus.')).toBeInTheDocument();
});

it('says that nobody has lunch, and shows all instead', async () => {
  const { user, shell } = show({ texts: ['gibtesnicht'] }, places(4, { offers: [] }));
  expect(screen.getByRole('heading', { name: 'Heute kein Mittagstisch in der Nähe' })).toBeInTheDocument();
  expect(screen.getByText('Keins der 4 Lokale hat für heute einen eingetragen.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Alle Lokale zeigen' }));
  expect(selectFilters(shell.store.getState())).toMatchObject({ tag: null, showLunchList: false });
});

it('says that nobody cooks what was chosen', () => {
  show({ tag: { key: 'martian', name: 'Marsianisch' }, showLunchList: false }, places(4));
  expect(screen.getByText('Keins der 4 Lokale in der Nähe passt zu „Marsianisch“.')).toBeInTheDocument();
});
