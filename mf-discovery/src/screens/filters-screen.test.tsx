import type { Restaurant } from '@mahlzeit/contract';
import { aRestaurant, someDetails } from '@mahlzeit/contract/fixtures';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { usePlace } from '../features/location/location';
import { FilterOpener } from '../features/search/search-bar';
import { FilterSheet } from './filters-screen';

const restaurantWithVisa = (key: string, paymentVS: boolean): Restaurant =>
  aRestaurant({ key, data: { ...aRestaurant().data, details: someDetails({ paymentVS }) } });
const places = [restaurantWithVisa('a', true), restaurantWithVisa('b', false), restaurantWithVisa('c', false)];

const render = (restaurants: readonly Restaurant[] | null = places) => {
  const onClose = jest.fn();
  return {
    onClose,
    ...renderWithShell(
      <>
        <FilterOpener />
        <FilterSheet restaurants={restaurants} onClose={onClose} />
      </>,
    ),
  };
};

const chipNamed = (name: string) => screen.getByRole('button', { name });

// The button is found by its text, not by its role: it is behind the dialog and therefore hidden from assistive
// technology.
const activeFilters = () => screen.getByText('Filter', { selector: 'span' }).closest('button');

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

it('shows all prices and properties, in groups', () => {
  render();
  const optionCounts = [
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
  expect(optionCounts).toEqual([3, 4, 3, 1, 2, 2, 4, 9, 2]);
});

it('counts the remaining places after each choice', async () => {
  const { user } = render();
  expect(screen.getByRole('status')).toHaveTextContent('3 von 3 Lokalen passen');
  await user.click(chipNamed('Visa'));
  expect(chipNamed('Visa')).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('status')).toHaveTextContent('1 von 3 Lokalen passt');
  await user.click(chipNamed('€€€ · ab 15\u00a0€'));
  expect(screen.getByRole('status')).toHaveTextContent('Kein Lokal passt. Nimm einen Filter weg.');
});

it('D02 changes the count of active filters only when they are applied', async () => {
  const { user, onClose } = render();
  await user.click(chipNamed('Visa'));
  await user.click(chipNamed('Jetzt geöffnet'));
  await user.click(chipNamed('€ · unter 7,50\u00a0€'));
  await user.click(chipNamed('€€ · 7,50 bis 15\u00a0€'));
  expect(activeFilters()).toHaveTextContent(/^Filter$/);
  await user.click(screen.getByRole('button', { name: 'Filter anwenden' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(activeFilters()).toHaveTextContent('Filter3 aktiv');
});

it('removes all filters at once by the reset button, and stays open', async () => {
  sessionStorage.setItem(
    'mahlzeit.filters',
    JSON.stringify({ texts: ['Suppe'], prices: [1], properties: ['Open'], tag: null }),
  );
  const { user, onClose } = render();
  expect(activeFilters()).toHaveTextContent('Filter3 aktiv');
  expect(chipNamed('Suppe')).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: 'Filter zurücksetzen' }));
  expect(screen.queryAllByRole('button', { pressed: true })).toEqual([]);
  expect(activeFilters()).toHaveTextContent(/^Filter$/);
  expect(onClose).not.toHaveBeenCalled();
});

it('keeps applied filters after a reload', async () => {
  const { user, unmount } = render();
  await user.click(chipNamed('Visa'));
  await user.click(screen.getByRole('button', { name: 'Filter anwenden' }));
  unmount();
  render();
  expect(chipNamed('Visa')).toHaveAttribute('aria-pressed', 'true');
});

it('allows one walking time, which can be cleared', async () => {
  const nearbyRestaurants = [0.3, 0.6, 3].map((initialDistanceKm) =>
    aRestaurant({ key: String(initialDistanceKm), initialDistanceKm }),
  );
  const { user } = render(nearbyRestaurants);
  await user.click(chipNamed('höchstens 10\u00a0Min.'));
  expect(screen.getByRole('status')).toHaveTextContent('2 von 3 Lokalen passen');
  await user.click(chipNamed('höchstens 5\u00a0Min.'));
  expect(screen.getByRole('status')).toHaveTextContent('1 von 3 Lokalen passt');
  expect(chipNamed('höchstens 10\u00a0Min.')).toHaveAttribute('aria-pressed', 'false');
  await user.click(chipNamed('höchstens 5\u00a0Min.'));
  expect(screen.getByRole('status')).toHaveTextContent('3 von 3 Lokalen passen');
});

it('keeps diet and walking time for the next visit, and the rest for this one', async () => {
  const { user, unmount } = render();
  for (const name of ['Vegetarisch', 'höchstens 10\u00a0Min.', 'Visa']) await user.click(chipNamed(name));
  await user.click(screen.getByRole('button', { name: 'Filter anwenden' }));
  expect(activeFilters()).toHaveTextContent('Filter3 aktiv');
  unmount();
  sessionStorage.clear();
  render();
  expect(screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)).toEqual([
    'höchstens 10\u00a0Min.',
    'Vegetarisch',
  ]);
});

it('is usable before the places are loaded', () => {
  render(null);
  expect(screen.getByRole('status')).toHaveTextContent('Lokale werden gezählt …');
  expect(screen.getByRole('button', { name: 'Filter anwenden' })).toBeInTheDocument();
});

describe('around the fallback location', () => {
  const PlaceGate = ({ children }: { readonly children: ReactNode }) => (usePlace() === null ? null : children);

  const showFromNowhere = async () => {
    localStorage.setItem('mahlzeit.lastingFilters', '{"diets":[],"maxWalkMinutes":5}');
    const farRestaurants = ['a', 'b'].map((key) => aRestaurant({ key, initialDistanceKm: 3 }));
    const rendered = renderWithShell(
      <PlaceGate>
        <FilterOpener />
        <FilterSheet restaurants={farRestaurants} onClose={() => undefined} />
      </PlaceGate>,
    );
    await screen.findByRole('dialog', { name: 'Filter' });
    return rendered;
  };

  it('shows and counts no walking time', async () => {
    await showFromNowhere();
    expect(screen.queryByRole('region', { name: 'Zu Fuß' })).not.toBeInTheDocument();
    expect(screen.getByText(/Die Ernährung gilt auch beim nächsten Besuch/)).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('2 von 2 Lokalen passen');
    expect(activeFilters()).toHaveTextContent(/^Filter$/);
  });

  it('keeps the walking time for the next visit', async () => {
    const { user } = await showFromNowhere();
    await user.click(chipNamed('Visa'));
    await user.click(screen.getByRole('button', { name: 'Filter anwenden' }));
    expect(activeFilters()).toHaveTextContent('Filter1 aktiv');
    expect(localStorage.getItem('mahlzeit.lastingFilters')).toBe('{"diets":[],"maxWalkMinutes":5}');
  });
});
