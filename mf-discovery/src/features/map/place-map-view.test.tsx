import type { Restaurant } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { installBrowserDoubles } from '../../browser-doubles';
import { PlaceMapView } from './place-map-view';

const center = { latitude: 53.55, longitude: 9.99 };
const at = (key: string, east: number): Restaurant =>
  aRestaurant({ key, name: `Lokal ${key}`, routingName: `lokal-${key}`, location: { latitude: center.latitude, longitude: center.longitude + east } });

/** Some 200 m apart; the last two share a house. */
const places = [at('a', 0), at('b', 0.003), at('c', -0.003), at('d', -0.003)];

const Host = ({ restaurants = places, onLocate = () => undefined }: { readonly restaurants?: readonly Restaurant[]; readonly onLocate?: () => void }) => {
  const [selectedKey, setSelectedKey] = useState<string | null>(null);
  return <PlaceMapView center={center} isUserHere restaurants={restaurants} selectedKey={selectedKey} coveredBelow={0} onSelect={setSelectedKey} onLocate={onLocate} />;
};

beforeEach(() => void installBrowserDoubles());

it('marks each place with what it is, and joins those that stand too near', () => {
  renderWithShell(<Host />);
  expect(screen.getByRole('button', { name: /^Lokal a, Geöffnet bis 15:00, Mittag 8,90\s€/ })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Lokal b/ })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: '2 Lokale, hineinzoomen' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Lokal c/ })).not.toBeInTheDocument();
});

it('chooses a place on a press and opens its page on another, by keyboard as well', async () => {
  const { user, shell } = renderWithShell(<Host />);
  const pin = screen.getByRole('button', { name: /^Lokal a/ });
  pin.focus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: /^Lokal a/ })).toHaveAttribute('aria-pressed', 'true');
  expect(shell.recorded.navigation).toEqual([]);
  expect(pin).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(shell.recorded.navigation).toEqual([['open', 'details', 'lokal-a']]);
});

it('lets go of the place on a press on the bare ground', async () => {
  const { user } = renderWithShell(<Host />);
  await user.click(screen.getByRole('button', { name: /^Lokal a/ }));
  expect(screen.getByRole('button', { name: /^Lokal a/ })).toHaveAttribute('aria-pressed', 'true');
  fireEvent.click(screen.getByRole('application'), { clientX: 20, clientY: 20 });
  expect(screen.getByRole('button', { name: /^Lokal a/ })).toHaveAttribute('aria-pressed', 'false');
});

it('parts a cluster on a press', async () => {
  const near = [at('a', 0), at('c', -0.003), at('d', -0.0034)];
  const { user } = renderWithShell(<Host restaurants={near} />);
  await user.click(screen.getByRole('button', { name: '2 Lokale, hineinzoomen' }));
  expect(await screen.findByRole('button', { name: /^Lokal c/ })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Lokal d/ })).toBeInTheDocument();
});

it('zooms and asks for the position by buttons of its own', async () => {
  const onLocate = jest.fn();
  const { user } = renderWithShell(<Host onLocate={onLocate} />);
  await user.click(screen.getByRole('button', { name: 'Herauszoomen' }));
  expect(screen.getByRole('button', { name: /^Lokal a/ })).toBeEmptyDOMElement();
  await user.click(screen.getByRole('button', { name: 'Meinen Standort nehmen' }));
  expect(onLocate).toHaveBeenCalledTimes(1);
});

it('zooms out where nothing lies in the first view', () => {
  renderWithShell(<Host restaurants={[at('fern', 0.03)]} />);
  expect(screen.getByRole('button', { name: /^Lokal fern/ })).toBeInTheDocument();
});

it('leaves nothing behind', () => {
  const { container, unmount } = renderWithShell(<Host />);
  unmount();
  expect(container).toBeEmptyDOMElement();
  expect(document.querySelector('.leaflet-pane')).toBeNull();
});
