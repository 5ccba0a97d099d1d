import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import type { AddressLookup } from '../remotes/registry';
import { screenOfSharedLink } from '../router/address';
import type { ReturnName } from '../router/return-values';
import type { Router } from '../router/router';
import { text } from './deferred-texts';

export interface SharedPlaceDeps {
  readonly router: Pick<Router, 'replace'>;
  readonly lookup: AddressLookup;
  readonly snackbar: ShellApi['snackbar'];
  /** Origin of the app. Only URLs of this origin are opened. */
  readonly origin: string;
}

/** URL parameter of a restaurant's page that opens the sheet „Teilen“ (share). */
const SHARE_PARAMETER = 'share';

const ADDRESS_PATTERN = /https?:\/\/[^\s<>"]+/g;
const PLACE_PATH = /^\/r\//;

/**
 * Returns the first URL of a restaurant in the texts that another app has shared; many apps share a URL as a part of a
 * text.
 */
const placeUrlOf = (texts: readonly string[], origin: string): URL | null =>
  texts
    .flatMap((sharedText) => sharedText.match(ADDRESS_PATTERN) ?? [])
    .map((address) => URL.parse(address))
    .find((url) => url?.origin === origin && PLACE_PATH.test(url.pathname)) ?? null;

/**
 * Opens the sheet „Teilen“ (share) for the restaurant whose URL another app has shared with this app. Explains the
 * problem if the URL isn't that of a restaurant.
 */
export const openSharedPlace = (
  { router, lookup, snackbar, origin }: SharedPlaceDeps,
  values: ReadonlyMap<ReturnName, string>,
): void => {
  const sharedTexts = [values.get('sharedUrl'), values.get('sharedText')].filter((value) => value !== undefined);
  if (sharedTexts.length === 0) return;
  const placeUrl = placeUrlOf(sharedTexts, origin);
  const placeScreen = placeUrl === null ? null : screenOfSharedLink(placeUrl, lookup);
  if (placeScreen === null) snackbar({ text: text('SharedNoPlace'), tone: 'error' });
  else router.replace(placeScreen.key, ...placeScreen.params, SHARE_PARAMETER);
};
