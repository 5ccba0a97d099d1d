import type { ConsentPurpose } from '@mahlzeit/shared-ui/platform';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { installBrowserDoubles } from '../../testing/browser-doubles';
import { MapBox } from './basemap';
import { MapCredits } from './map-credits';
import { useMapProvider } from './use-map-provider';

const googleMapsSettings = { key: 'key', scriptUrl: 'https://maps.googleapis.com/maps/api/js', isAdmitted: true };
const mapTilesSettings = {
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
        ref={(mapBox) => {
          const createdMap =
            mapBox === null
              ? null
              : provider.createMap(mapBox, {
                  center: { latitude: 53.55, longitude: 9.99 },
                  zoom: 16,
                  isAnimated: false,
                  onBroken,
                });
          return () => createdMap?.remove();
        }}
      />
      <MapCredits {...providedMap} isDrawn places={[]} />
    </>
  );
};

interface DeploymentOptions {
  readonly allowedPurposes?: readonly ConsentPurpose[] | null;
  readonly hasMapTiles?: boolean;
  /**
   * True if the user had agreed to Google's map before the page was loaded. Only then does the page's policy allow
   * Google's script.
   */
  readonly isAdmitted?: boolean;
}

const renderProviderHost = ({
  allowedPurposes = null,
  hasMapTiles = false,
  isAdmitted = true,
}: DeploymentOptions = {}) =>
  renderWithShell(<ProviderHost />, {
    consent: { purposes: ['googleMaps'], allowedPurposes },
    deployment: { googleMaps: { ...googleMapsSettings, isAdmitted }, mapTiles: hasMapTiles ? mapTilesSettings : null },
  });

const listScriptElements = () => [...document.head.querySelectorAll('script')];
const readProviderName = () => screen.getByRole('status').textContent;

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

const callGlobal = (callbackName: string): void => {
  const callback: unknown = Reflect.get(window, callbackName);
  if (typeof callback === 'function') callback();
};

beforeEach(() => {
  installBrowserDoubles();
  document.head.replaceChildren();
});

it('sends nothing to Google before consent, and explains where to give it', () => {
  renderProviderHost();
  expect(listScriptElements()).toEqual([]);
  expect(readProviderName()).toBe('drawn');
  expect(screen.getByRole('link', { name: 'Google-Karte zeigen' })).toHaveAttribute('href', '#settings/consent');
});

it('sends nothing to Google in a page whose policy forbids it, and explains that a reload is needed', () => {
  const { shell } = renderProviderHost({ isAdmitted: false });
  act(() => shell.consent.decide(['googleMaps']));
  expect(listScriptElements()).toEqual([]);
  expect(readProviderName()).toBe('drawn');
  expect(screen.getByText(/Google-Karte nach dem Neuladen/)).toBeInTheDocument();
  act(() => shell.consent.decide([]));
  expect(screen.getByRole('link', { name: 'Google-Karte zeigen' })).toBeInTheDocument();
});

it('uses the deployment’s tiles, with their credit', () => {
  renderProviderHost({ hasMapTiles: true });
  expect(readProviderName()).toBe('tiles');
  expect(screen.getByRole('link', { name: '© Kartenhaus' })).toHaveAttribute('href', 'https://tiles.example/about');
  expect(document.querySelector<HTMLImageElement>('img.leaflet-tile')?.src).toMatch(
    /^https:\/\/tiles\.example\/16\/\d+\/\d+\.png$/,
  );
});

it('draws the map when no tile loads', () => {
  renderProviderHost({ hasMapTiles: true });
  const tileImage = document.querySelector('img.leaflet-tile');
  if (tileImage === null) throw new Error('The map has no tile');
  fireEvent.error(tileImage);
  expect(readProviderName()).toBe('drawn');
});

it('keeps the tiles when one is missing', () => {
  renderProviderHost({ hasMapTiles: true });
  const [firstTile, secondTile] = document.querySelectorAll('img.leaflet-tile');
  if (firstTile === undefined || secondTile === undefined) throw new Error('The map has fewer than two tiles');
  fireEvent.load(firstTile);
  fireEvent.error(secondTile);
  expect(readProviderName()).toBe('tiles');
});

// These steps share one test, because Google's script is loaded only once for the whole page.
it('shows Google’s map after consent, retries a failure, and draws the map after the key is refused', async () => {
  const { shell, user } = renderProviderHost();
  act(() => shell.consent.decide(['googleMaps']));
  await waitFor(() => expect(listScriptElements()).toHaveLength(1));
  expect(readProviderName()).toBe('drawn');
  act(() => void listScriptElements()[0]?.dispatchEvent(new Event('error')));
  await user.click(await screen.findByRole('button', { name: 'Erneut versuchen' }));
  await waitFor(() => expect(listScriptElements()).toHaveLength(1));
  Reflect.set(window, 'google', { maps: fakeMapsApi });
  act(() => callGlobal('googleMapsAutoCompleteAPILoad'));
  await waitFor(() => expect(readProviderName()).toBe('google'));
  expect(screen.queryByText(/Vereinfachte Karte/)).not.toBeInTheDocument();
  // The user withdraws the consent and then gives it again.
  act(() => shell.consent.decide([]));
  expect(readProviderName()).toBe('drawn');
  act(() => shell.consent.decide(['googleMaps']));
  await waitFor(() => expect(readProviderName()).toBe('google'));
  act(() => callGlobal('gm_authFailure'));
  expect(readProviderName()).toBe('drawn');
  expect(screen.getByText(/Google-Karte nicht verfügbar/)).toBeInTheDocument();
  expect(listScriptElements()).toEqual([]);
});
