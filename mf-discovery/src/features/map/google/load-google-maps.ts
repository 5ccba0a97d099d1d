import type { GoogleMaps } from '@mahlzeit/contract';
import { createListeners } from '@mahlzeit/shared-ui/platform';
import loadGoogleMapsApi from 'google-maps-api-loader';
import { mapsApiOf } from './google-api';
import type { GoogleMapsApi } from './google-api';
import { admitScriptUrl } from './google-script-url';

/** Name of the global function that Google calls when it refuses the key. */
const AUTH_FAILURE_CALLBACK = 'gm_authFailure';

type ScriptOptions = Pick<GoogleMaps, 'key' | 'scriptUrl'>;

/** Timeout in ms. If the script has loaded and doesn't call back within this time, the attempt counts as failed. */
const LOAD_TIMEOUT_MS = 10_000;

let isKeyRefused = false;
const refusalListeners = createListeners();

/** Adds a listener that runs when Google refuses the key of the deployment. Returns an unsubscribe function. */
export const onKeyRefused = refusalListeners.add;

const watchKeyRefusal = (): void => {
  Reflect.set(window, AUTH_FAILURE_CALLBACK, () => {
    isKeyRefused = true;
    refusalListeners.emit();
  });
};

const readCspNonce = (): string => document.querySelector<HTMLElement>('[nonce]')?.nonce ?? '';

/** Finds the script element that the loader has added. */
const findScriptElement = (scriptUrl: string): HTMLScriptElement | null =>
  [...document.head.querySelectorAll('script')].findLast(({ src }) => src.startsWith(`${scriptUrl}?`)) ?? null;

/** Rejects as soon as the browser can't load the script. The loader alone would only reject after its timeout. */
const rejectWhenScriptFails = (scriptElement: HTMLScriptElement | null): Promise<never> =>
  new Promise((_resolve, reject) => {
    scriptElement?.addEventListener('error', () => reject(new Error('The script of Google’s map could not be loaded')));
    AbortSignal.timeout(LOAD_TIMEOUT_MS).addEventListener('abort', () =>
      reject(new Error('The script of Google’s map took too long')),
    );
  });

const loadMapsScript = async ({ key, scriptUrl }: ScriptOptions): Promise<GoogleMapsApi> => {
  watchKeyRefusal();
  admitScriptUrl(scriptUrl);
  const apiPromise = loadGoogleMapsApi({ apiKey: key, language: 'de', version: 'weekly' });
  const scriptElement = findScriptElement(scriptUrl);
  // Google copies the nonce of the script to its own styles.
  if (scriptElement !== null) scriptElement.nonce = readCspNonce();
  try {
    const mapsApi = mapsApiOf(await Promise.race([apiPromise, rejectWhenScriptFails(scriptElement)]));
    if (mapsApi === null) throw new Error('The script of Google’s map defined no maps API');
    return mapsApi;
  } finally {
    scriptElement?.remove();
  }
};

let currentLoad: Promise<GoogleMapsApi> | null = null;

/**
 * Loads Google's script once in a page; concurrent calls share one attempt. Resolves to null after Google has refused
 * the key in this page. Rejects if the script can't be loaded; the caller may retry.
 */
export const loadGoogleMaps = async (scriptOptions: ScriptOptions): Promise<GoogleMapsApi | null> => {
  if (isKeyRefused) return null;
  currentLoad ??= loadMapsScript(scriptOptions).catch((loadError: unknown) => {
    currentLoad = null;
    throw loadError;
  });
  return currentLoad;
};
