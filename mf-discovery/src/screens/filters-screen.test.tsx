import type { Restaurant } from '@mahlzeit/contract';
import { aRestaurant, someDetails } from '@mahlzeit/contract/fixtures';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { usePlace } from '../features/location/location';
import { FilterOpenButton } from '../features/search/search-bar';
import { FilterSheet } from './filters-screen';

const restaurantWithVisa = (key: string, paymentVS: boolean): Restaurant =>
  aRestaurant({ key, data: { ...aRestaurant().data, details: someDetails({ paymentVS }) } });
const visaTestRestaurants = [
  restaurantWithVisa('a', true),
  restaurantWithVisa('b', false),
  restaurantWithVisa('c', false),
];

const renderFiltersScreen = (restaurants: readonly Restaurant[] | null = visaTestRestaurants) => {
  const onClose = jest.fn();
  return {
    onClose,
    ...renderWithShell(
      <>
        <FilterOpenButton />
        <FilterSheet restaurants={restaurants} onClose={onClose} />
      </>,
    ),
  };
};

const getChipByName = (name: string) => screen.getByRole('button', { name });

// The button is found by its text, not by its role: it is behind the dialog and therefore hidden from assistive
// technology.
const getActiveFiltersButton = () => screen.getByText('Filter', { selector: 'span' }).closest('button');

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

it('shows all prices and properties, in groups', () => {
  renderFiltersScreen();
  const optionMatchCounts = [
    'Zu Fuß',
    'Ernährung',
    'Preis',
    'Öffnungszeit',
    'Wo du isst',
    'Service',
    'Ausstattung',
    'Bezahlen',
    'Essensgutscheine',
  ].map((name) => within(screen.getByRole('region', { name })).getAllByRole('button', { pressed: false }).length);
  expect(optionMatchCounts).toEqual([3, 4, 3, 1, 2, 2, 4, 9, 2]);
});

it('counts the remaining places after each choice', async () => {
  const { user } = renderFiltersScreen();
  expect(screen.getByRole('status')).toHaveTextContent('3 von 3 Lokalen passen');
  await user.click(getChipByName('Visa'));
  expect(getChipByName('Visa')).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('status')).toHaveTextContent('1 von 3 Lokalen passt');
  await user.click(getChipByName('€€€ · ab 15\u00a0€'));
  expect(screen.getByRole('status')).toHaveTextContent('Kein Lokal passt. Nimm einen Filter weg.');
});

it('D02 changes the count of active filters only when they are applied', async () => {
  const { user, onClose } = renderFiltersScreen();
  await user.click(getChipByName('Visa'));
  await user.click(getChipByName('Jetzt geöffnet'));
  await user.click(getChipByName('€ · unter 7,50\u00a0€'));
  await user.click(getChipByName('€€ · 7,50 bis 15\u00a0€'));
  expect(getActiveFiltersButton()).toHaveTextContent(/^Filter$/);
  await user.click(screen.getByRole('button', { name: 'Filter anwenden' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(getActiveFiltersButton()).toHaveTextContent('Filter3 aktiv');
});

it('removes all filters at once by the reset button, and stays open', async () => {
  sessionStorage.setItem(
    'mahlzeit.filters',
    JSON.stringify({ texts: ['Suppe'], prices: [1], properties: ['Open'], tag: null }),
  );
  const { user, onClose } = renderFiltersScreen();
  expect(getActiveFiltersButton()).toHaveTextContent('Filter3 aktiv');
  expect(getChipByName('Suppe')).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: 'Filter zurücksetzen' }));
  expect(screen.queryAllByRole('button', { pressed: true })).toEqual([]);
  expect(getActiveFiltersButton()).toHaveTextContent(/^Filter$/);
  expect(onClose).not.toHaveBeenCalled();
});

it('keeps applied filters after a reload', async () => {
  const { user, unmount } = renderFiltersScreen();
  await user.click(getChipByName('Visa'));
  await user.click(screen.getByRole('button', { name: 'Filter anwenden' }));
  unmount();
  renderFiltersScreen();
  expect(getChipByName('Visa')).toHaveAttribute('aria-pressed', 'true');
});

it('allows one walking time, which can be cleared', async () => {
  const nearbyRestaurants = [0.3, 0.6, 3].map((initialDistanceKm) =>
    aRestaurant({ key: String(initialDistanceKm), initialDistanceKm }),
  );
  const { user } = renderFiltersScreen(nearbyRestaurants);
  await user.click(getChipByName('bis 10\u00a0Min.'));
  expect(screen.getByRole('status')).toHaveTextContent('2 von 3 Lokalen passen');
  await user.click(getChipByName('bis 5\u00a0Min.'));
  expect(screen.getByRole('status')).toHaveTextContent('1 von 3 Lokalen passt');
  expect(getChipByName('bis 10\u00a0Min.')).toHaveAttribute('aria-pressed', 'false');
  await user.click(getChipByName('bis 5\u00a0Min.'));
  expect(screen.getByRole('status')).toHaveTextContent('3 von 3 Lokalen passen');
});

it('keeps diet and walking time for the next visit, and the rest for this one', async () => {
  const { user, unmount } = renderFiltersScreen();
  for (const name of ['Vegetarisch', 'bis 10\u00a0Min.', 'Visa']) await user.click(getChipByName(name));
  await user.click(screen.getByRole('button', { name: 'Filter anwenden' }));
  expect(getActiveFiltersButton()).toHaveTextContent('Filter3 aktiv');
  unmount();
  sessionStorage.clear();
  renderFiltersScreen();
  expect(screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)).toEqual([
    'bis 10\u00a0Min.',
    'Vegetarisch',
  ]);
});

it('is usable before the places are loaded', () => {
  renderFiltersScreen(null);
  expect(screen.getByRole('status')).toHaveTextContent('Lokale werden gezählt …');
  expect(screen.getByRole('button', { name: 'Filter anwenden' })).toBeInTheDocument();
});

describe('around the fallback location', () => {
  const ChildrenWithPlace = ({ children }: { readonly children: ReactNode }) => (usePlace() === null ? null : children);

  const showWithoutPlace = async () => {
    localStorage.setItem('mahlzeit.lastingFilters', '{"diets":[],"maxWalkMinutes":5}');
    const farRestaurants = ['a', 'b'].map((key) => aRestaurant({ key, initialDistanceKm: 3 }));
    const renderedFilters = renderWithShell(
      <ChildrenWithPlace>
        <FilterOpenButton />
        <FilterSheet restaurants={farRestaurants} onClose={() => undefined} />
      </ChildrenWithPlace>,
    );
    await screen.findByRole('dialog', { name: 'Filter' });
    return renderedFilters;
  };

  it('shows and counts no walking time', async () => {
    await showWithoutPlace();
    expect(screen.queryByRole('region', { name: 'Zu Fuß' })).not.toBeInTheDocument();
    expect(screen.getByText(/Die Ernährung gilt auch beim nächsten Besuch/)).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('2 von 2 Lokalen passen');
    expect(getActiveFiltersButton()).toHaveTextContent(/^Filter$/);
  });

  it('keeps the walking time for the next visit', async () => {
    const { user } = await showWithoutPlace();
    await user.click(getChipByName('Visa'));
    await user.click(screen.getByRole('button', { name: 'Filter anwenden' }));
    expect(getActiveFiltersButton()).toHaveTextContent('Filter1 aktiv');
    expect(localStorage.getItem('mahlzeit.lastingFilters')).toBe('{"diets":[],"maxWalkMinutes":5}');
  });
});
