import type { GoogleMaps } from '@mahlzeit/contract';
import { createListeners } from '@mahlzeit/shared-ui/platform';
import loadGoogleMapsApi from 'google-maps-api-loader';
import { mapsApiOf } from './google-api';
import type { GoogleMapsApi } from './google-api';
import { admitScript } from './google-script-url';

/** The name under which Google tells a page that its key is refused. */
const AUTH_FAILURE = 'gm_authFailure';

type ScriptOptions = Pick<GoogleMaps, 'key' | 'scriptUrl'>;

/** Milliseconds for all of it: a script that has begun and never calls back counts as failed. */
const TIMEOUT_MS = 10_000;

let isRefused = false;
const refusalListeners = createListeners();

/** Called once Google refuses the key. Returns an unsubscribe function. */
export const onRefused = refusalListeners.add;

const watchRefusal = (): void => {
  Reflect.set(window, AUTH_FAILURE, () => {
    isRefused = true;
    refusalListeners.emit();
  });
};

const pageNonce = (): string => document.querySelector<HTMLElement>('[nonce]')?.nonce ?? '';

/** The element that the loader has put into the page. */
const scriptElement = (url: string): HTMLScriptElement | null =>
  [...document.head.querySelectorAll('script')].findLast(({ src }) => src.startsWith(`${url}?`)) ?? null;

/** Rejects as soon as the browser can't have the script; the loader itself would wait for its time to pass. */
const whenItFails = (script: HTMLScriptElement | null): Promise<never> =>
  new Promise((_resolve, reject) => {
    script?.addEventListener('error', () => reject(new Error('The script of Google’s map can’t be had')));
    AbortSignal.timeout(TIMEOUT_MS).addEventListener('abort', () =>
      reject(new Error('The script of Google’s map took too long')),
    );
  });

const load = async ({ key, scriptUrl }: ScriptOptions): Promise<GoogleMapsApi> => {
  watchRefusal();
  admitScript(scriptUrl);
  const loading = loadGoogleMapsApi({ apiKey: key, language: 'de', version: 'weekly' });
  const script = scriptElement(scriptUrl);
  // Google gives its own styles the nonce that it finds.
  if (script !== null) script.nonce = pageNonce();
  try {
    const api = mapsApiOf(await Promise.race([loading, whenItFails(script)]));
    if (api === null) throw new Error('The script of Google’s map left nothing to draw with');
    return api;
  } finally {
    script?.remove();
  }
};

let attempt: Promise<GoogleMapsApi> | null = null;

/**
 * Loads Google's script: once in a page, one attempt at a time. Null where the key was refused in this page; rejects
 * where the script can't be had, which may be tried again.
 */
export const loadGoogleMaps = async (options: ScriptOptions): Promise<GoogleMapsApi | null> => {
  if (isRefused) return null;
  attempt ??= load(options).catch((cause: unknown) => {
    attempt = null;
    throw cause;
  });
  return attempt;
};
