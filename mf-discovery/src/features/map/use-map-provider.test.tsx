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

const ProviderHost = () => {
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

interface DeploymentOptions {
  readonly allowedPurposes?: readonly ConsentPurpose[] | null;
  readonly hasMapTiles?: boolean;
  /** Whether the page was loaded after the user had agreed to Google's map. */
  readonly isAdmitted?: boolean;
}

const renderHost = ({ allowedPurposes = null, hasMapTiles = false, isAdmitted = true }: DeploymentOptions = {}) =>
  renderWithShell(<ProviderHost />, {
    consent: { purposes: ['googleMaps'], allowedPurposes },
    deployment: { googleMaps: { ...googleMaps, isAdmitted }, mapTiles: hasMapTiles ? mapTiles : null },
  });

const scriptElements = () => [...document.head.querySelectorAll('script')];
const shownProviderName = () => screen.getByRole('status').textContent;

class FakeOverlay {
  setMap(): void {}
}
class GoogleMapDouble {
  getCenter(): undefined {}
  getZoom(): number {
    return 16;
  }
}
const fakeMapsApi = {
  Map: GoogleMapDouble,
  LatLng: FakeOverlay,
  OverlayView: FakeOverlay,
  event: { addListener: () => ({ remove: () => undefined }), clearInstanceListeners: () => undefined },
};

const callGlobal = (name: string): void => {
  const callback: unknown = Reflect.get(window, name);
  if (typeof callback === 'function') callback();
};

beforeEach(() => {
  installBrowserDoubles();
  document.head.replaceChildren();
});

it('sends nothing to Google before consent, and explains where to give it', () => {
  renderHost();
  expect(scriptElements()).toEqual([]);
  expect(shownProviderName()).toBe('drawn');
  expect(screen.getByRole('link', { name: 'Google-Karte zeigen' })).toHaveAttribute('href', '#settings/consent');
});

it('sends nothing to Google in a page whose policy forbids it, and explains that a reload is needed', () => {
  const { shell } = renderHost({ isAdmitted: false });
  act(() => shell.consent.decide(['googleMaps']));
  expect(scriptElements()).toEqual([]);
  expect(shownProviderName()).toBe('drawn');
  expect(screen.getByText(/Google-Karte nach dem Neuladen/)).toBeInTheDocument();
  act(() => shell.consent.decide([]));
  expect(screen.getByRole('link', { name: 'Google-Karte zeigen' })).toBeInTheDocument();
});

it('uses the deployment’s tiles, with their credit', () => {
  renderHost({ hasMapTiles: true });
  expect(shownProviderName()).toBe('tiles');
  expect(screen.getByRole('link', { name: '© Kartenhaus' })).toHaveAttribute('href', 'https://tiles.example/about');
  expect(document.querySelector<HTMLImageElement>('img.leaflet-tile')?.src).toMatch(
    /^https:\/\/tiles\.example\/16\/\d+\/\d+\.png$/,
  );
});

it('draws the map when no tile loads', () => {
  renderHost({ hasMapTiles: true });
  const tileImage = document.querySelector('img.leaflet-tile');
  if (tileImage === null) throw new Error('The map has no tile');
  fireEvent.error(tileImage);
  expect(shownProviderName()).toBe('drawn');
});

it('keeps the tiles when one is missing', () => {
  renderHost({ hasMapTiles: true });
  const [firstTile, secondTile] = document.querySelectorAll('img.leaflet-tile');
  if (firstTile === undefined || secondTile === undefined) throw new Error('The map has fewer than two tiles');
  fireEvent.load(firstTile);
  fireEvent.error(secondTile);
  expect(shownProviderName()).toBe('tiles');
});

// These steps share one test, because Google's script is loaded only once for the whole page.
it('shows Google’s map after consent, retries a failure, and draws the map after the key is refused', async () => {
  const { shell, user } = renderHost();
  act(() => shell.consent.decide(['googleMaps']));
  await waitFor(() => expect(scriptElements()).toHaveLength(1));
  expect(shownProviderName()).toBe('drawn');
  act(() => void scriptElements()[0]?.dispatchEvent(new Event('error')));
  await user.click(await screen.findByRole('button', { name: 'Erneut versuchen' }));
  await waitFor(() => expect(scriptElements()).toHaveLength(1));
  Reflect.set(window, 'google', { maps: fakeMapsApi });
  act(() => callGlobal('googleMapsAutoCompleteAPILoad'));
  await waitFor(() => expect(shownProviderName()).toBe('google'));
  expect(screen.queryByText(/Vereinfachte Karte/)).not.toBeInTheDocument();
  // The user withdraws the consent and then gives it again.
  act(() => shell.consent.decide([]));
  expect(shownProviderName()).toBe('drawn');
  act(() => shell.consent.decide(['googleMaps']));
  await waitFor(() => expect(shownProviderName()).toBe('google'));
  act(() => callGlobal('gm_authFailure'));
  expect(shownProviderName()).toBe('drawn');
  expect(screen.getByText(/Google-Karte nicht verfügbar/)).toBeInTheDocument();
  expect(scriptElements()).toEqual([]);
});
