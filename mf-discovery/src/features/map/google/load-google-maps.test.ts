/** @page */
import type { GoogleMapsApi } from './google-api';

const scriptOptions = { key: 'key', scriptUrl: 'https://maps.googleapis.com/maps/api/js' };

// A page loads the script only once, so each test simulates a new page.
const importModuleInNewPage = async () => {
  jest.resetModules();
  document.head.replaceChildren();
  for (const globalName of ['google', 'gm_authFailure', 'googleMapsAutoCompleteAPILoad'])
    Reflect.deleteProperty(window, globalName);
  return import('./load-google-maps');
};

const listScriptElements = (): readonly HTMLScriptElement[] => [...document.head.querySelectorAll('script')];

class FakeMapsClass {}
const fakeMapsApi = {
  Map: FakeMapsClass,
  LatLng: FakeMapsClass,
  OverlayView: FakeMapsClass,
  event: { addListener: () => undefined, clearInstanceListeners: () => undefined },
};

const callGlobal = (callbackName: string): void => {
  const callback: unknown = Reflect.get(window, callbackName);
  if (typeof callback === 'function') callback();
};

/** Simulates that Google's script has loaded. */
const finishScriptLoad = (mapsObject: unknown = fakeMapsApi): void => {
  Reflect.set(window, 'google', { maps: mapsObject });
  callGlobal('googleMapsAutoCompleteAPILoad');
};

it('loads the script once for all callers, and removes its element', async () => {
  const { loadGoogleMaps } = await importModuleInNewPage();
  const concurrentLoads = [loadGoogleMaps(scriptOptions), loadGoogleMaps(scriptOptions)];
  expect(listScriptElements().map(({ src }) => new URL(src).origin)).toEqual(['https://maps.googleapis.com']);
  finishScriptLoad();
  const [firstApi, secondApi]: (GoogleMapsApi | null)[] = await Promise.all(concurrentLoads);
  expect(firstApi).toBe(fakeMapsApi);
  expect(secondApi).toBe(firstApi);
  expect(listScriptElements()).toEqual([]);
});

it('rejects when the script can’t be loaded, and may be called again', async () => {
  const { loadGoogleMaps } = await importModuleInNewPage();
  const failedLoad = loadGoogleMaps(scriptOptions);
  listScriptElements()[0]?.dispatchEvent(new Event('error'));
  await expect(failedLoad).rejects.toThrow('could not be loaded');
  expect(listScriptElements()).toEqual([]);
  const secondLoad = loadGoogleMaps(scriptOptions);
  expect(listScriptElements()).toHaveLength(1);
  finishScriptLoad();
  await expect(secondLoad).resolves.toBe(fakeMapsApi);
});

it('rejects when the script defines no maps API', async () => {
  const { loadGoogleMaps } = await importModuleInNewPage();
  const pendingLoad = loadGoogleMaps(scriptOptions);
  finishScriptLoad({});
  await expect(pendingLoad).rejects.toThrow('defined no maps API');
});

it('reports a refused key, and loads nothing more in this page', async () => {
  const { loadGoogleMaps, onKeyRefused } = await importModuleInNewPage();
  const pendingLoad = loadGoogleMaps(scriptOptions);
  finishScriptLoad();
  await pendingLoad;
  const calledListeners: string[] = [];
  onKeyRefused(() => void calledListeners.push('first'));
  onKeyRefused(() => void calledListeners.push('second'))();
  callGlobal('gm_authFailure');
  expect(calledListeners).toEqual(['first']);
  await expect(loadGoogleMaps(scriptOptions)).resolves.toBeNull();
  expect(listScriptElements()).toEqual([]);
});
