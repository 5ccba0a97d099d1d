import { geocode } from '@mahlzeit/contract';
import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { aGeocodeAnswer, aRestaurant, aRestaurantSummary } from '@mahlzeit/contract/fixtures';
import { answer, hang, renderWithShell } from '@mahlzeit/shared-ui/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { installBrowserDoubles } from '../../browser-doubles';
import { PlaceMapView } from './place-map-view';
import type { PlaceMapViewProps } from './place-map-view';

const center = { latitude: 53.55, longitude: 9.99 };
const munich = { latitude: 48.14742, longitude: 11.56722 };
const at = (key: string, east: number): Restaurant =>
  aRestaurant({ key, name: `Lokal ${key}`, routingName: `lokal-${key}`, location: { latitude: center.latitude, longitude: center.longitude + east } });

/** Some 200 m apart; the last two share a house. */
const places = [at('a', 0), at('b', 0.003), at('c', -0.003), at('d', -0.003)];

const nothing = (): void => undefined;

const Host = (props: Partial<PlaceMapViewProps>) => {
  const [{ selectedKey, pressedKey }, select] = useState<{ readonly selectedKey: string | null; readonly pressedKey: string | null }>({ selectedKey: null, pressedKey: null });
  return (
    <PlaceMapView
      center={center}
      keepsView={false}
      userAt={center}
      restaurants={places}
      found={[]}
      deals={new Set()}
      farthest={400}
      selectedKey={selectedKey}
      pressedKey={pressedKey}
      coveredBelow={0}
      onSelect={(key) => select({ selectedKey: key, pressedKey: key })}
      onPoint={(key) => select({ selectedKey: key, pressedKey: null })}
      onLocate={nothing}
      onSearchArea={nothing}
      {...props}
    />
  );
};

// Names of towns come when they come: who looks for none waits for none.
const show = (props: Partial<PlaceMapViewProps> = {}, towns = hang(geocode)) => renderWithShell(<Host {...props} />, { answers: [towns] });
const north = ({ latitude, longitude }: Coordinate, metres: number): Coordinate => ({ latitude: latitude + metres / 111_195, longitude });

beforeEach(() => void installBrowserDoubles());

it('marks each place with what it is, and joins those that stand too near', () => {
  show();
  expect(screen.getByRole('button', { name: /^Lokal a, Geöffnet bis 15:00, Mittag 8,90\s€/ })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Lokal b/ })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: '2 Lokale, hineinzoomen' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Lokal c/ })).not.toBeInTheDocument();
});

it('chooses a place on a press and opens its page on another, by keyboard as well', async () => {
  const { user, shell } = show();
  const pin = screen.getByRole('button', { name: /^Lokal a/ });
  act(() => pin.focus());
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: /^Lokal a/ })).toHaveAttribute('aria-pressed', 'true');
  expect(shell.recorded.navigation).toEqual([]);
  expect(pin).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(shell.recorded.navigation).toEqual([['open', 'details', 'lokal-a']]);
});

it('lets go of the place on a press beside all markers', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: /^Lokal a/ }));
  expect(screen.getByRole('button', { name: /^Lokal a/ })).toHaveAttribute('aria-pressed', 'true');
  fireEvent.click(screen.getByRole('application'), { clientX: 20, clientY: 20 });
  expect(screen.getByRole('button', { name: /^Lokal a/ })).toHaveAttribute('aria-pressed', 'false');
});

it('parts a cluster on a press', async () => {
  const near = [at('a', 0), at('c', -0.003), at('d', -0.0034)];
  const { user } = show({ restaurants: near });
  await user.click(screen.getByRole('button', { name: '2 Lokale, hineinzoomen' }));
  expect(await screen.findByRole('button', { name: /^Lokal c/ })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Lokal d/ })).toBeInTheDocument();
});

it('zooms and asks for the position by buttons of its own', async () => {
  const onLocate = jest.fn();
  const { user } = show({ onLocate });
  await user.click(screen.getByRole('button', { name: 'Herauszoomen' }));
  expect(screen.getByRole('button', { name: /^Lokal a/ })).toBeEmptyDOMElement();
  await user.click(screen.getByRole('button', { name: 'Meinen Standort nehmen' }));
  expect(onLocate).toHaveBeenCalledTimes(1);
});

it('zooms out where no place is in sight at first', () => {
  show({ restaurants: [at('fern', 0.03)] });
  expect(screen.getByRole('button', { name: /^Lokal fern/ })).toBeInTheDocument();
});

it('marks a place while the pointer is on it, without choosing it for good', async () => {
  const { user, shell } = show();
  await user.hover(screen.getByRole('button', { name: /^Lokal b/ }));
  expect(screen.getByRole('button', { name: /^Lokal b/ })).toHaveTextContent('Lokal b');
  await user.click(screen.getByRole('button', { name: /^Lokal b/ }));
  expect(shell.recorded.navigation).toEqual([]);
});

it('D10 offers to search another area once the map shows one, and not before', async () => {
  const onSearchArea = jest.fn();
  const { rerender, user } = show({ onSearchArea });
  expect(screen.queryByRole('button', { name: 'In diesem Bereich suchen' })).not.toBeInTheDocument();
  // The list is centred on a point of the map from now on, so the map itself stays.
  rerender(<Host center={north(center, 210)} keepsView onSearchArea={onSearchArea} />);
  await user.click(screen.getByRole('button', { name: 'In diesem Bereich suchen' }));
  expect(onSearchArea).toHaveBeenCalledTimes(1);
  const [[found]] = onSearchArea.mock.calls;
  expect(found.latitude).toBeCloseTo(center.latitude, 4);
});

it('D15 shows places without orders that were searched for, and leads to their page', async () => {
  const found = [aRestaurantSummary({ key: 'x', name: 'Imbiss am Eck', routingName: 'imbiss-am-eck', type: 'NonPartner', location: north(center, 150), initialDistanceKm: 0.15, credit: 'openStreetMap' })];
  const { user, shell } = show({ found });
  expect(screen.getByRole('link', { name: '© OpenStreetMap-Mitwirkende' })).toHaveAttribute('href', 'https://www.openstreetmap.org/copyright');
  await user.click(screen.getByRole('button', { name: /^Imbiss am Eck, Noch kein Partner, 2\sMin\./ }));
  expect(shell.recorded.navigation).toEqual([['open', 'details', 'imbiss-am-eck']]);
});

it('credits nobody where nothing of anybody is shown', () => {
  show();
  expect(screen.queryByText(/OpenStreetMap/)).not.toBeInTheDocument();
});

it('marks who has a discount', () => {
  show({ deals: new Set(['b']) });
  expect(screen.getByRole('button', { name: /^Lokal b/ })).toHaveTextContent('%');
  expect(screen.getByRole('button', { name: /^Lokal a/ })).not.toHaveTextContent('%');
});

it('draws Hamburg where Hamburg is, and shows walking times elsewhere', () => {
  const { rerender } = show();
  expect(screen.getByText('Binnenalster')).toBeInTheDocument();
  expect(screen.queryByText(/^15\sMin\.$/)).not.toBeInTheDocument();
  rerender(<Host center={munich} restaurants={[]} />);
  expect(screen.queryByText('Binnenalster')).not.toBeInTheDocument();
  expect(screen.getByText(/^15\sMin\.$/)).toBeInTheDocument();
});

it('names the town that the gazetteer knows there', async () => {
  show({}, answer(geocode, aGeocodeAnswer()));
  expect(await screen.findByText('Hamburg')).toBeInTheDocument();
});

it('leads the focus from marker to marker by arrow keys', async () => {
  // jsdom lays nothing out: a marker is where Leaflet has put its anchor.
  jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: HTMLElement) {
    const anchor = this.closest<HTMLElement>('.map-anchor');
    return new DOMRect(parseFloat(anchor?.style.left ?? '0'), parseFloat(anchor?.style.top ?? '0'), 0, 0);
  });
  const { user } = show();
  act(() => screen.getByRole('button', { name: /^Lokal a/ }).focus());
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('button', { name: /^Lokal b/ })).toHaveFocus();
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(screen.getByRole('button', { name: '2 Lokale, hineinzoomen' })).toHaveFocus();
  jest.restoreAllMocks();
});

it('keeps the focus on a dot that becomes a pin', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Herauszoomen' }));
  act(() => screen.getByRole('button', { name: /^Lokal a/ }).focus());
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: /^Lokal a/ })).toHaveTextContent('Lokal a');
  expect(screen.getByRole('button', { name: /^Lokal a/ })).toHaveFocus();
});

it('leaves nothing behind', () => {
  const { container, unmount } = show();
  unmount();
  expect(container).toBeEmptyDOMElement();
  expect(document.querySelector('.leaflet-pane')).toBeNull();
});
