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
  /** Origin of the app, whose addresses alone are opened. */
  readonly origin: string;
}

/** Parameter of a place's page on which „Teilen“ is open. */
const SHARE_PARAMETER = 'share';

const ADDRESS_PATTERN = /https?:\/\/[^\s<>"]+/g;
const PLACE_PATH = /^\/r\//;

/** Returns the first address of a place in texts of another app; many apps share an address as a part of a text. */
const placeUrlOf = (texts: readonly string[], origin: string): URL | null =>
  texts
    .flatMap((sharedText) => sharedText.match(ADDRESS_PATTERN) ?? [])
    .map((address) => URL.parse(address))
    .find((url) => url?.origin === origin && PLACE_PATH.test(url.pathname)) ?? null;

/** Opens „Teilen“ of the place whose address another app has shared into this one; explains when it is no place. */
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
