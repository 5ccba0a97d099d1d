import type { GoogleMaps } from '@mahlzeit/contract';
import { createListeners } from '@mahlzeit/shared-ui/platform';
import loadGoogleMapsApi from 'google-maps-api-loader';
import { mapsApiOf } from './google-api';
import type { GoogleMapsApi } from './google-api';
import { admitScript } from './google-script-url';

/** Name of the global function that Google calls when it refuses the key. */
const AUTH_FAILURE = 'gm_authFailure';

type ScriptOptions = Pick<GoogleMaps, 'key' | 'scriptUrl'>;

/** Timeout in ms. A script that has loaded and never calls back counts as failed. */
const TIMEOUT_MS = 10_000;

let isRefused = false;
const refusalListeners = createListeners();

/** Calls back when Google refuses the key. Returns an unsubscribe function. */
export const onRefused = refusalListeners.add;

const watchRefusal = (): void => {
  Reflect.set(window, AUTH_FAILURE, () => {
    isRefused = true;
    refusalListeners.emit();
  });
};

const pageNonce = (): string => document.querySelector<HTMLElement>('[nonce]')?.nonce ?? '';

/** Finds the script element that the loader has added. */
const scriptElement = (url: string): HTMLScriptElement | null =>
  [...document.head.querySelectorAll('script')].findLast(({ src }) => src.startsWith(`${url}?`)) ?? null;

/** Rejects if the browser can't load the script. The loader itself would wait for its timeout. */
const whenItFails = (script: HTMLScriptElement | null): Promise<never> =>
  new Promise((_resolve, reject) => {
    script?.addEventListener('error', () => reject(new Error('The script of Google’s map could not be loaded')));
    AbortSignal.timeout(TIMEOUT_MS).addEventListener('abort', () =>
      reject(new Error('The script of Google’s map took too long')),
    );
  });

const load = async ({ key, scriptUrl }: ScriptOptions): Promise<GoogleMapsApi> => {
  watchRefusal();
  admitScript(scriptUrl);
  const loading = loadGoogleMapsApi({ apiKey: key, language: 'de', version: 'weekly' });
  const script = scriptElement(scriptUrl);
  // Google copies the nonce of the script to its own styles.
  if (script !== null) script.nonce = pageNonce();
  try {
    const api = mapsApiOf(await Promise.race([loading, whenItFails(script)]));
    if (api === null) throw new Error('The script of Google’s map defined no maps API');
    return api;
  } finally {
    script?.remove();
  }
};

let attempt: Promise<GoogleMapsApi> | null = null;

/**
 * Loads Google's script once in a page; concurrent calls share one attempt. Resolves to null after Google has refused
 * the key in this page. Rejects if the script can't be loaded; the caller may retry.
 */
export const loadGoogleMaps = async (options: ScriptOptions): Promise<GoogleMapsApi | null> => {
  if (isRefused) return null;
  attempt ??= load(options).catch((cause: unknown) => {
    attempt = null;
    throw cause;
  });
  return attempt;
};
