/** @page */
import type { GoogleMapsApi } from './google-api';

const options = { key: 'key', scriptUrl: 'https://maps.googleapis.com/maps/api/js' };

// A page loads the script only once, so each test simulates a new page.
const importInNewPage = async () => {
  jest.resetModules();
  document.head.replaceChildren();
  for (const name of ['google', 'gm_authFailure', 'googleMapsAutoCompleteAPILoad'])
    Reflect.deleteProperty(window, name);
  return import('./load-google-maps');
};

const scriptElements = (): readonly HTMLScriptElement[] => [...document.head.querySelectorAll('script')];

class FakeClass {}
const fakeApi = {
  Map: FakeClass,
  LatLng: FakeClass,
  OverlayView: FakeClass,
  event: { addListener: () => undefined, clearInstanceListeners: () => undefined },
};

const callGlobal = (name: string): void => {
  const callback: unknown = Reflect.get(window, name);
  if (typeof callback === 'function') callback();
};

/** Simulates that Google's script has loaded. */
const finishScriptLoad = (maps: unknown = fakeApi): void => {
  Reflect.set(window, 'google', { maps });
  callGlobal('googleMapsAutoCompleteAPILoad');
};

it('loads the script once for all callers, and removes its element', async () => {
  const { loadGoogleMaps } = await importInNewPage();
  const bothLoads = [loadGoogleMaps(options), loadGoogleMaps(options)];
  expect(scriptElements().map(({ src }) => new URL(src).origin)).toEqual(['https://maps.googleapis.com']);
  finishScriptLoad();
  const [firstApi, secondApi]: (GoogleMapsApi | null)[] = await Promise.all(bothLoads);
  expect(firstApi).toBe(fakeApi);
  expect(secondApi).toBe(firstApi);
  expect(scriptElements()).toEqual([]);
});

it('rejects when the script can’t be loaded, and may be called again', async () => {
  const { loadGoogleMaps } = await importInNewPage();
  const failedLoad = loadGoogleMaps(options);
  scriptElements()[0]?.dispatchEvent(new Event('error'));
  await expect(failedLoad).rejects.toThrow('could not be loaded');
  expect(scriptElements()).toEqual([]);
  const secondLoad = loadGoogleMaps(options);
  expect(scriptElements()).toHaveLength(1);
  finishScriptLoad();
  await expect(secondLoad).resolves.toBe(fakeApi);
});

it('rejects when the script defines no maps API', async () => {
  const { loadGoogleMaps } = await importInNewPage();
  const loading = loadGoogleMaps(options);
  finishScriptLoad({});
  await expect(loading).rejects.toThrow('defined no maps API');
});

it('reports a refused key, and loads nothing more in this page', async () => {
  const { loadGoogleMaps, onKeyRefused } = await importInNewPage();
  const loading = loadGoogleMaps(options);
  finishScriptLoad();
  await loading;
  const calledListeners: string[] = [];
  onKeyRefused(() => void calledListeners.push('first'));
  onKeyRefused(() => void calledListeners.push('second'))();
  callGlobal('gm_authFailure');
  expect(calledListeners).toEqual(['first']);
  await expect(loadGoogleMaps(options)).resolves.toBeNull();
  expect(scriptElements()).toEqual([]);
});
