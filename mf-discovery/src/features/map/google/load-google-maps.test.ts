/** @page */
import type { GoogleMapsApi } from './google-api';

const options = { key: 'key', scriptUrl: 'https://maps.googleapis.com/maps/api/js' };

// A page loads the script only once, so each test simulates a new page.
const openPage = async () => {
  jest.resetModules();
  document.head.replaceChildren();
  for (const name of ['google', 'gm_authFailure', 'googleMapsAutoCompleteAPILoad'])
    Reflect.deleteProperty(window, name);
  return import('./load-google-maps');
};

const scripts = (): readonly HTMLScriptElement[] => [...document.head.querySelectorAll('script')];

class Class {}
const api = {
  Map: Class,
  LatLng: Class,
  OverlayView: Class,
  event: { addListener: () => undefined, clearInstanceListeners: () => undefined },
};

const call = (name: string): void => {
  const callback: unknown = Reflect.get(window, name);
  if (typeof callback === 'function') callback();
};

/** Simulates that Google's script has loaded. */
const arrive = (maps: unknown = api): void => {
  Reflect.set(window, 'google', { maps });
  call('googleMapsAutoCompleteAPILoad');
};

it('loads the script once for all callers, and removes its element', async () => {
  const { loadGoogleMaps } = await openPage();
  const both = [loadGoogleMaps(options), loadGoogleMaps(options)];
  expect(scripts().map(({ src }) => new URL(src).origin)).toEqual(['https://maps.googleapis.com']);
  arrive();
  const [first, second]: (GoogleMapsApi | null)[] = await Promise.all(both);
  expect(first).toBe(api);
  expect(second).toBe(first);
  expect(scripts()).toEqual([]);
});

it('rejects when the script can’t be loaded, and may be called again', async () => {
  const { loadGoogleMaps } = await openPage();
  const failed = loadGoogleMaps(options);
  scripts()[0]?.dispatchEvent(new Event('error'));
  await expect(failed).rejects.toThrow('could not be loaded');
  expect(scripts()).toEqual([]);
  const again = loadGoogleMaps(options);
  expect(scripts()).toHaveLength(1);
  arrive();
  await expect(again).resolves.toBe(api);
});

it('rejects when the script defines no maps API', async () => {
  const { loadGoogleMaps } = await openPage();
  const loading = loadGoogleMaps(options);
  arrive({});
  await expect(loading).rejects.toThrow('defined no maps API');
});

it('reports a refused key, and loads nothing more in this page', async () => {
  const { loadGoogleMaps, onRefused } = await openPage();
  const loading = loadGoogleMaps(options);
  arrive();
  await loading;
  const calls: string[] = [];
  onRefused(() => void calls.push('first'));
  onRefused(() => void calls.push('second'))();
  call('gm_authFailure');
  expect(calls).toEqual(['first']);
  await expect(loadGoogleMaps(options)).resolves.toBeNull();
  expect(scripts()).toEqual([]);
});
