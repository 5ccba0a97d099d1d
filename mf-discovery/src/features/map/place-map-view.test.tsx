import { geocode } from '@mahlzeit/contract';
import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { aGeocodeAnswer, anOffer, aRestaurant, aRestaurantSummary } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, renderWithShell } from '@mahlzeit/shared-ui/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Profiler, useState } from 'react';
import { installBrowserDoubles } from '../../testing/browser-doubles';
import { PlaceMapView } from './place-map-view';
import type { PlaceMapViewProps } from './place-map-view';

const hamburgCenter = { latitude: 53.55, longitude: 9.99 };
const munichCoordinate = { latitude: 48.14742, longitude: 11.56722 };
const createRestaurantAt = (restaurantKey: string, eastDegrees: number): Restaurant =>
  aRestaurant({
    key: restaurantKey,
    name: `Lokal ${restaurantKey}`,
    routingName: `lokal-${restaurantKey}`,
    location: { latitude: hamburgCenter.latitude, longitude: hamburgCenter.longitude + eastDegrees },
  });

/** Restaurants about 200 m apart from each other; the last two are in the same house. */
const nearbyRestaurants = [
  createRestaurantAt('a', 0),
  createRestaurantAt('b', 0.003),
  createRestaurantAt('c', -0.003),
  createRestaurantAt('d', -0.003),
];

const doNothing = (): void => undefined;

const MapHost = (props: Partial<PlaceMapViewProps>) => {
  const [{ selectedKey, pressedKey }, setSelection] = useState<{
    readonly selectedKey: string | null;
    readonly pressedKey: string | null;
  }>({ selectedKey: null, pressedKey: null });
  return (
    <PlaceMapView
      center={hamburgCenter}
      keepsView={false}
      userAt={hamburgCenter}
      ringCenter={props.center ?? hamburgCenter}
      restaurants={nearbyRestaurants}
      searchResults={[]}
      isLocated
      deals={new Set()}
      farthest={400}
      selectedKey={selectedKey}
      pressedKey={pressedKey}
      filterText={null}
      resultLabel={null}
      onSelect={(restaurantKey) => setSelection({ selectedKey: restaurantKey, pressedKey: restaurantKey })}
      onPoint={(restaurantKey) => setSelection({ selectedKey: restaurantKey, pressedKey: null })}
      onLocate={doNothing}
      onSearchArea={doNothing}
      {...props}
    />
  );
};

// By default the request for names of towns never gets a response, because most tests don't need these names.
const renderMap = (props: Partial<PlaceMapViewProps> = {}, geocodeAnswer = neverRespond(geocode)) =>
  renderWithShell(<MapHost {...props} />, { answers: [geocodeAnswer] });
const createPointNorth = ({ latitude, longitude }: Coordinate, northMetres: number): Coordinate => ({
  latitude: latitude + northMetres / 111_195,
  longitude,
});

beforeEach(() => void installBrowserDoubles());

it('marks each place by its state, and clusters close ones', () => {
  renderMap();
  expect(
    screen.getByRole('button', { name: /^Lokal a, Mittagstisch bis 14:30, Mittag ab 8,90\s€/ }),
  ).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Lokal b/ })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^2 Lokale ab 8,90\s€, hineinzoomen$/ })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Lokal c/ })).not.toBeInTheDocument();
});

it('selects a place on a press and opens its page on the next one, by keyboard as well', async () => {
  const { user, shell } = renderMap();
  const restaurantPin = screen.getByRole('button', { name: /^Lokal a/ });
  act(() => restaurantPin.focus());
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: /^Lokal a/ })).toHaveAttribute('aria-pressed', 'true');
  expect(shell.recorded.navigation).toEqual([]);
  expect(restaurantPin).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(shell.recorded.navigation).toEqual([['open', 'details', 'lokal-a']]);
});

it('clears the selection on a press beside all markers', async () => {
  const { user } = renderMap();
  await user.click(screen.getByRole('button', { name: /^Lokal a/ }));
  expect(screen.getByRole('button', { name: /^Lokal a/ })).toHaveAttribute('aria-pressed', 'true');
  fireEvent.click(screen.getByRole('application'), { clientX: 20, clientY: 20 });
  expect(screen.getByRole('button', { name: /^Lokal a/ })).toHaveAttribute('aria-pressed', 'false');
});

it('separates a cluster on a press', async () => {
  const nearbyPlaces = [createRestaurantAt('a', 0), createRestaurantAt('c', -0.003), createRestaurantAt('d', -0.0034)];
  const { user } = renderMap({ restaurants: nearbyPlaces });
  await user.click(screen.getByRole('button', { name: /^2 Lokale ab 8,90\s€, hineinzoomen$/ }));
  expect(await screen.findByRole('button', { name: /^Lokal c/ })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Lokal d/ })).toBeInTheDocument();
});

it('starts one zoom closer where most markers would be clusters', () => {
  const crowdedPlaces = [-0.0012, 0, 0.0012].flatMap((east, group) => [
    createRestaurantAt(`g${group}`, east),
    createRestaurantAt(`h${group}`, east + 0.00035),
  ]);
  renderMap({ restaurants: crowdedPlaces });
  expect(screen.queryByRole('button', { name: /hineinzoomen/ })).not.toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: /^Lokal [gh]/ })).toHaveLength(6);
});

it('keeps the focus when a cluster opens', async () => {
  const nearbyPlaces = [createRestaurantAt('a', 0), createRestaurantAt('c', -0.003), createRestaurantAt('d', -0.0032)];
  const { user } = renderMap({ restaurants: nearbyPlaces });
  act(() => screen.getByRole('button', { name: /^2 Lokale/ }).focus());
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: /^Lokal c/ })).toHaveFocus();
});

it('shows the position of the user above all markers', () => {
  const { container } = renderMap();
  const anchors = [...container.querySelectorAll<HTMLElement>('.map-anchor')];
  const positionAnchor = anchors.find((anchor) => anchor.querySelector('button') === null && anchor.textContent === '');
  const otherLevels = anchors.filter((anchor) => anchor !== positionAnchor).map(({ style }) => Number(style.zIndex));
  expect(Number(positionAnchor?.style.zIndex)).toBeGreaterThan(Math.max(...otherLevels));
});

it('zooms and asks for the position by its buttons', async () => {
  const onLocate = jest.fn();
  const { user } = renderMap({ onLocate });
  await user.click(screen.getByRole('button', { name: 'Herauszoomen' }));
  expect(screen.getByRole('button', { name: /^Lokal b/ })).toBeEmptyDOMElement();
  await user.click(screen.getByRole('button', { name: 'Meinen Standort nehmen' }));
  expect(onLocate).toHaveBeenCalledTimes(1);
});

it('zooms out when no place is visible at first', () => {
  renderMap({ restaurants: [createRestaurantAt('fern', 0.03)] });
  expect(screen.getByRole('button', { name: /^Lokal fern/ })).toBeInTheDocument();
});

it('shows the lowest price of a cluster', () => {
  const expensivePlace = createRestaurantAt('c', 0.01);
  renderMap({
    restaurants: [
      createRestaurantAt('a', 0),
      { ...expensivePlace, key: 'd', offers: [anOffer({ price: 490 })] },
      expensivePlace,
    ],
  });
  expect(screen.getByRole('button', { name: /^2 Lokale ab 4,90/ })).toHaveTextContent(/^2ab 4,90\s€$/);
});

it('moves a cluster with its price out from below the buttons when there is space', () => {
  const createRestaurantBelowButtons = (restaurantKey: string) => ({
    ...createRestaurantAt(restaurantKey, 0.0075),
    location: { latitude: hamburgCenter.latitude + 0.0038, longitude: hamburgCenter.longitude + 0.0075 },
  });
  renderMap({
    restaurants: [createRestaurantAt('a', 0), createRestaurantBelowButtons('b'), createRestaurantBelowButtons('c')],
  });
  expect(screen.getByRole('button', { name: /^2 Lokale ab 8,90/ })).toHaveTextContent(/^2ab 8,90\s€$/);
});

it('shows no walking time from the fallback location', async () => {
  const { user } = renderMap({ isLocated: false });
  await user.click(screen.getByRole('button', { name: /^Lokal a/ }));
  const selectedMarker = screen.getByRole('button', { name: /^Lokal a/ });
  expect(selectedMarker).toHaveTextContent(/ab 8,90\s€$/);
  expect(selectedMarker).not.toHaveAccessibleName(/Min\./);
});

it('shows no price of a place below the buttons', () => {
  const restaurantBelowButtons = {
    ...createRestaurantAt('b', 0.0075),
    location: { latitude: hamburgCenter.latitude + 0.0038, longitude: hamburgCenter.longitude + 0.0075 },
  };
  renderMap({ restaurants: [createRestaurantAt('a', 0), restaurantBelowButtons] });
  expect(screen.getByRole('button', { name: /^Lokal b/ })).toBeEmptyDOMElement();
  expect(screen.getByRole('button', { name: /^Lokal a/ })).toHaveTextContent(/^ab 8,90/);
});

it('shows all filtered places, with their number', () => {
  const { rerender } = renderMap();
  expect(screen.queryByText('2 indische Lokale')).not.toBeInTheDocument();
  const placesInView = [createRestaurantAt('fern', 0.02), createRestaurantAt('nah', 0.002)];
  rerender(<MapHost restaurants={placesInView} filterText="indisch" resultLabel="2 indische Lokale" />);
  expect(screen.getByRole('button', { name: /^Lokal fern/ })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Lokal nah/ })).toHaveTextContent(/^ab 8,90\s€$/);
  expect(screen.getByText('2 indische Lokale').parentElement).toHaveTextContent('2 indische Lokalealle im Bild');
});

it('stops moving when filtered places are too far apart to be visible together', async () => {
  installBrowserDoubles({ prefersReducedMotion: true });
  let mapCommitCount = 0;
  const onRender = (): void => {
    mapCommitCount += 1;
    if (mapCommitCount > 30) throw new Error('The map renders without end');
  };
  renderWithShell(
    <Profiler id="map" onRender={onRender}>
      <MapHost
        restaurants={[
          createRestaurantAt('a', 0),
          createRestaurantAt('b', 0.003),
          createRestaurantAt('c', -0.003),
          createRestaurantAt('fern', 3),
        ]}
        filterText="indisch"
        resultLabel="4 indische Lokale"
      />
    </Profiler>,
    { answers: [neverRespond(geocode)] },
  );
  expect(await screen.findByRole('button', { name: /^Lokal a/ })).toHaveTextContent(/^ab 8,90\s€$/);
  expect(screen.getByRole('button', { name: /^4 indische Lokale/ })).toHaveTextContent('3 im Bild');
  const finalCommitCount = mapCommitCount;
  await act(() => Promise.resolve());
  expect(mapCommitCount).toBe(finalCommitCount);
});

it('offers no search of an area that only a filter has shown', () => {
  renderMap({
    restaurants: [createRestaurantAt('fern', 0.02)],
    filterText: 'indisch',
    resultLabel: '1 indisches Lokal',
  });
  expect(screen.getByRole('button', { name: /^Lokal fern/ })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'In diesem Bereich suchen' })).not.toBeInTheDocument();
});

it('stays where the user has moved it, and shows the other results on a press', async () => {
  const filterProps = { filterText: 'indisch', resultLabel: '2 indische Lokale' };
  const { user } = renderMap({
    restaurants: [createRestaurantAt('nah', 0.001), createRestaurantAt('fern', 0.02)],
    ...filterProps,
  });
  for (let zoomStep = 0; zoomStep < 3; zoomStep += 1)
    await user.click(screen.getByRole('button', { name: 'Hineinzoomen' }));
  expect(screen.queryByRole('button', { name: /^Lokal fern/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^2 indische Lokale/ }));
  expect(screen.getByRole('button', { name: /^Lokal fern/ })).toBeInTheDocument();
});

it('returns to its center once the filter is removed', () => {
  const allPlaces = [createRestaurantAt('a', 0), createRestaurantAt('fern', 0.02)];
  const { rerender } = renderMap({
    restaurants: [allPlaces[1] ?? createRestaurantAt('fern', 0.02)],
    filterText: 'indisch',
    resultLabel: '1 indisches Lokal',
  });
  expect(screen.getByRole('button', { name: /^Lokal fern/ })).toBeInTheDocument();
  rerender(<MapHost restaurants={allPlaces} />);
  expect(screen.queryByRole('button', { name: /^Lokal fern/ })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Lokal a/ })).toBeInTheDocument();
});

it('marks a place under the pointer without selecting it', async () => {
  const { user, shell } = renderMap();
  await user.hover(screen.getByRole('button', { name: /^Lokal b/ }));
  expect(screen.getByRole('button', { name: /^Lokal b/ })).toHaveTextContent('Lokal b');
  await user.click(screen.getByRole('button', { name: /^Lokal b/ }));
  expect(shell.recorded.navigation).toEqual([]);
});

it('D10 offers a search only when it shows another area', async () => {
  const onSearchArea = jest.fn();
  const { rerender, user } = renderMap({ onSearchArea });
  expect(screen.queryByRole('button', { name: 'In diesem Bereich suchen' })).not.toBeInTheDocument();
  // The user has searched the visible area, so the list's new center is the center of the map, and the map doesn't
  // move.
  rerender(<MapHost center={createPointNorth(hamburgCenter, 210)} keepsView onSearchArea={onSearchArea} />);
  await user.click(screen.getByRole('button', { name: 'In diesem Bereich suchen' }));
  expect(onSearchArea).toHaveBeenCalledTimes(1);
  const [[searchedCenter]] = onSearchArea.mock.calls;
  expect(searchedCenter.latitude).toBeCloseTo(hamburgCenter.latitude, 4);
});

it('D15 shows results of the search without orders, and links to their pages', async () => {
  const searchResults = [
    aRestaurantSummary({
      key: 'x',
      name: 'Imbiss am Eck',
      routingName: 'imbiss-am-eck',
      type: 'NonPartner',
      location: createPointNorth(hamburgCenter, 150),
      initialDistanceKm: 0.15,
      credit: 'openStreetMap',
    }),
  ];
  const { user, shell } = renderMap({ searchResults });
  expect(screen.getByRole('link', { name: '© OpenStreetMap-Mitwirkende' })).toHaveAttribute(
    'href',
    'https://www.openstreetmap.org/copyright',
  );
  await user.click(screen.getByRole('button', { name: /^Imbiss am Eck, Noch kein Partner, 2\sMin\./ }));
  expect(shell.recorded.navigation).toEqual([['open', 'details', 'imbiss-am-eck']]);
});

it('shows no credit without data of others', () => {
  renderMap();
  expect(screen.queryByText(/OpenStreetMap/)).not.toBeInTheDocument();
});

it('marks places with a discount', () => {
  renderMap({ deals: new Set(['b']) });
  expect(screen.getByRole('button', { name: /^Lokal b/ })).toHaveTextContent('%');
  expect(screen.getByRole('button', { name: /^Lokal a/ })).not.toHaveTextContent('%');
});

it('draws Hamburg at its place, and walking distances everywhere', async () => {
  const { rerender } = renderMap();
  expect(screen.getByText('Neustadt')).toBeInTheDocument();
  for (const minutesLabel of [/^5\sMin\.$/, /^10\sMin\.$/]) expect(screen.getByText(minutesLabel)).toBeInTheDocument();
  rerender(<MapHost center={munichCoordinate} restaurants={[]} />);
  expect(screen.queryByText('Neustadt')).not.toBeInTheDocument();
  expect(await screen.findByText(/^5\sMin\.$/)).toBeInTheDocument();
  rerender(<MapHost ringCenter={null} />);
  expect(screen.queryByText(/^5\sMin\.$/)).not.toBeInTheDocument();
});

it('draws blocks and street names on large scales', async () => {
  const { user } = renderMap({ restaurants: [] });
  expect(screen.getByText('Ludwig-Erhard-Straße').tagName).toBe('textPath');
  for (let zoomStep = 0; zoomStep < 2; zoomStep += 1)
    await user.click(screen.getByRole('button', { name: 'Herauszoomen' }));
  expect(screen.queryByText('Ludwig-Erhard-Straße')).not.toBeInTheDocument();
});

it('names the town from the gazetteer', async () => {
  renderMap({}, answer(geocode, aGeocodeAnswer()));
  expect(await screen.findByText('Hamburg')).toBeInTheDocument();
});

it('moves the focus between markers by arrow keys', async () => {
  // jsdom has no layout, so the test places each marker at the position of its Leaflet anchor.
  jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: HTMLElement) {
    const markerAnchor = this.closest<HTMLElement>('.map-anchor');
    return new DOMRect(parseFloat(markerAnchor?.style.left ?? '0'), parseFloat(markerAnchor?.style.top ?? '0'), 0, 0);
  });
  const { user } = renderMap();
  act(() => screen.getByRole('button', { name: /^Lokal a/ }).focus());
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('button', { name: /^Lokal b/ })).toHaveFocus();
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(screen.getByRole('button', { name: /^2 Lokale ab 8,90\s€, hineinzoomen$/ })).toHaveFocus();
  jest.restoreAllMocks();
});

it('keeps the focus on a dot that becomes a pin', async () => {
  const { user } = renderMap();
  await user.click(screen.getByRole('button', { name: 'Herauszoomen' }));
  act(() => screen.getByRole('button', { name: /^Lokal b/ }).focus());
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: /^Lokal b/ })).toHaveTextContent('Lokal b');
  expect(screen.getByRole('button', { name: /^Lokal b/ })).toHaveFocus();
});

it('falls back to the drawn map when another one fails on creation', async () => {
  const reportedErrors: unknown[] = [];
  window.reportError = (reportedError) => void reportedErrors.push(reportedError);
  class BrokenMap {
    constructor() {
      throw new Error('The map could not be created');
    }
  }
  const fakeMapsApi = {
    Map: BrokenMap,
    LatLng: BrokenMap,
    OverlayView: BrokenMap,
    event: { addListener: doNothing, clearInstanceListeners: doNothing },
  };
  renderWithShell(<MapHost />, {
    answers: [neverRespond(geocode)],
    consent: { purposes: ['googleMaps'], allowedPurposes: ['googleMaps'] },
    deployment: { googleMaps: { key: 'key', scriptUrl: 'https://maps.googleapis.com/maps/api/js', isAdmitted: true } },
  });
  await waitFor(() => expect(document.head.querySelector('script')).not.toBeNull());
  Reflect.set(window, 'google', { maps: fakeMapsApi });
  const loadCallback: unknown = Reflect.get(window, 'googleMapsAutoCompleteAPILoad');
  act(() => void (typeof loadCallback === 'function' && loadCallback()));
  expect(await screen.findByText(/Google-Karte nicht verfügbar/)).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: /^Lokal a/ })).toBeInTheDocument();
  expect(reportedErrors).toEqual([new Error('The map could not be created')]);
});

it('cleans up on unmount', () => {
  const { container, unmount } = renderMap();
  unmount();
  expect(container).toBeEmptyDOMElement();
  expect(document.querySelector('.leaflet-pane')).toBeNull();
});
