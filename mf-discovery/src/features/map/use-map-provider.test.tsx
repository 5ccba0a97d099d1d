import type { ConsentPurpose } from '@mahlzeit/shared-ui/platform';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { installBrowserDoubles } from '../../testing/browser-doubles';
import { MapBox } from './basemap';
import { Credits } from './map-credits';
import { useMapProvider } from './use-map-provider';

const googleMaps = { key: 'key', scriptUrl: 'https://maps.googleapis.com/maps/api/js', isAdmitted: true };
const mapTiles = {
  url: 'https://tiles.example/{z}/{x}/{y}.png',
  attribution: '© Kartenhaus',
  attributionUrl: 'https://tiles.example/about',
};

const Host = () => {
  const providedMap = useMapProvider();
  const { provider, onBroken } = providedMap;
  return (
    <>
      <output>{provider.name}</output>
      <MapBox
        ref={(box) => {
          const map =
            box === null
              ? null
              : provider.createMap(box, {
                  center: { latitude: 53.55, longitude: 9.99 },
                  zoom: 16,
                  isAnimated: false,
                  onBroken,
                });
          return () => map?.remove();
        }}
      />
      <Credits {...providedMap} isDrawn places={[]} />
    </>
  );
};

interface Deployed {
  readonly allowedPurposes?: readonly ConsentPurpose[] | null;
  readonly hasTiles?: boolean;
  /** Whether the page was loaded after the user had agreed to Google's map. */
  readonly isAdmitted?: boolean;
}

const render = ({ allowedPurposes = null, hasTiles = false, isAdmitted = true }: Deployed = {}) =>
  renderWithShell(<Host />, {
    consent: { purposes: ['googleMaps'], allowedPurposes },
    deployment: { googleMaps: { ...googleMaps, isAdmitted }, mapTiles: hasTiles ? mapTiles : null },
  });

const scripts = () => [...document.head.querySelectorAll('script')];
const shownProvider = () => screen.getByRole('status').textContent;

class Overlay {
  setMap(): void {}
}
class GoogleMapDouble {
  getCenter(): undefined {}
  getZoom(): number {
    return 16;
  }
}
const maps = {
  Map: GoogleMapDouble,
  LatLng: Overlay,
  OverlayView: Overlay,
  event: { addListener: () => ({ remove: () => undefined }), clearInstanceListeners: () => undefined },
};

const call = (name: string): void => {
  const callback: unknown = Reflect.get(window, name);
  if (typeof callback === 'function') callback();
};

beforeEach(() => {
  installBrowserDoubles();
  document.head.replaceChildren();
});

it('sends nothing to Google before consent, and explains where to give it', () => {
  render();
  expect(scripts()).toEqual([]);
  expect(shownProvider()).toBe('drawn');
  expect(screen.getByRole('link', { name: 'Google-Karte zeigen' })).toHaveAttribute('href', '#settings/consent');
});

it('sends nothing to Google in a page whose policy forbids it, and explains that a reload is needed', () => {
  const { shell } = render({ isAdmitted: false });
  act(() => shell.consent.decide(['googleMaps']));
  expect(scripts()).toEqual([]);
  expect(shownProvider()).toBe('drawn');
  expect(screen.getByText(/Google-Karte nach dem Neuladen/)).toBeInTheDocument();
  act(() => shell.consent.decide([]));
  expect(screen.getByRole('link', { name: 'Google-Karte zeigen' })).toBeInTheDocument();
});

it('uses the deployment’s tiles, with their credit', () => {
  render({ hasTiles: true });
  expect(shownProvider()).toBe('tiles');
  expect(screen.getByRole('link', { name: '© Kartenhaus' })).toHaveAttribute('href', 'https://tiles.example/about');
  expect(document.querySelector<HTMLImageElement>('img.leaflet-tile')?.src).toMatch(
    /^https:\/\/tiles\.example\/16\/\d+\/\d+\.png$/,
  );
});

it('draws the map when no tile loads', () => {
  render({ hasTiles: true });
  const tile = document.querySelector('img.leaflet-tile');
  if (tile === null) throw new Error('The map has no tile');
  fireEvent.error(tile);
  expect(shownProvider()).toBe('drawn');
});

it('keeps the tiles when one is missing', () => {
  render({ hasTiles: true });
  const [first, second] = document.querySelectorAll('img.leaflet-tile');
  if (first === undefined || second === undefined) throw new Error('The map has fewer than two tiles');
  fireEvent.load(first);
  fireEvent.error(second);
  expect(shownProvider()).toBe('tiles');
});

// These steps share one test, because Google's script is loaded only once for the whole page.
it('shows Google’s map after consent, retries a failure, and draws the map after the key is refused', async () => {
  const { shell, user } = render();
  act(() => shell.consent.decide(['googleMaps']));
  await waitFor(() => expect(scripts()).toHaveLength(1));
  expect(shownProvider()).toBe('drawn');
  act(() => void scripts()[0]?.dispatchEvent(new Event('error')));
  await user.click(await screen.findByRole('button', { name: 'Erneut versuchen' }));
  await waitFor(() => expect(scripts()).toHaveLength(1));
  Reflect.set(window, 'google', { maps });
  act(() => call('googleMapsAutoCompleteAPILoad'));
  await waitFor(() => expect(shownProvider()).toBe('google'));
  expect(screen.queryByText(/Vereinfachte Karte/)).not.toBeInTheDocument();
  // The user withdraws the consent and then gives it again.
  act(() => shell.consent.decide([]));
  expect(shownProvider()).toBe('drawn');
  act(() => shell.consent.decide(['googleMaps']));
  await waitFor(() => expect(shownProvider()).toBe('google'));
  act(() => call('gm_authFailure'));
  expect(shownProvider()).toBe('drawn');
  expect(screen.getByText(/Google-Karte nicht verfügbar/)).toBeInTheDocument();
  expect(scripts()).toEqual([]);
});
