import { createStoredText } from '@mahlzeit/shared-ui/platform';
import type { BrowserStorage } from '@mahlzeit/shared-ui/platform';
import type { AddressLookup } from '../remotes/registry';
import type { Router } from '../router/router';

interface DownloadOfferDeps {
  readonly browser: {
    matchMedia(query: string): Pick<MediaQueryList, 'matches'>;
  };
  /** True for users who return from a payment or open a link from an e-mail. They don't see the offer of the app. */
  readonly isReturn: boolean;
  readonly router: Pick<Router, 'get' | 'replace'>;
  /** Storage in which this device remembers that it has shown the offer of the app. */
  readonly storage: BrowserStorage;
  readonly lookup: AddressLookup;
}

const SEEN_KEY = 'mahlzeit.downloadOffered';

/** Returns whether this device has never shown the offer of the app, and stores that it is shown now. */
const isFirstTime = (storage: BrowserStorage): boolean => {
  const storedMark = createStoredText(storage, SEEN_KEY);
  if (storedMark.read() !== null) return false;
  // If the storage is blocked, the offer appears at each start, as the specification demands.
  storedMark.write('1');
  return true;
};

/**
 * Opens the screen that offers the app at the start: once per device, in windows below 500 px, without a modal screen
 * in the hash (S1§2, Decision 31), and not in the installed app. It replaces the current history entry, so that Back
 * leaves the app as without the offer.
 */
export const offerDownload = ({ browser, isReturn, router, storage, lookup }: DownloadOfferDeps): void => {
  const { page, modal } = router.get();
  const downloadAddress = lookup.address('download');
  if (page.kind !== 'main' || modal !== null || isReturn || downloadAddress === null) return;
  const isInstalled = browser.matchMedia('(display-mode: standalone)').matches;
  if (isInstalled || !browser.matchMedia('(width < 500px)').matches || !isFirstTime(storage)) return;
  router.replace(downloadAddress.key, ...downloadAddress.params);
};
