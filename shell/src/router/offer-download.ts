import { storedText } from '@mahlzeit/shared-ui/platform';
import type { BrowserStorage } from '@mahlzeit/shared-ui/platform';
import type { Router } from './create-router';

export interface DownloadOfferDeps {
  readonly browser: {
    matchMedia(query: string): Pick<MediaQueryList, 'matches'>;
  };
  /** The query that the page was opened with; what somebody came back with may be gone from the address. */
  readonly search: string;
  readonly router: Pick<Router, 'get' | 'replace'>;
  /** The storage of this visit. */
  readonly storage: BrowserStorage;
  hasScreen(key: string): boolean;
}

const SCREEN = 'download';
const SEEN_KEY = 'mahlzeit.downloadOffered';

// Who comes back from a payment, or by the link of a mail, has come for that.
const returns = ['token', 'transactionId', 'preAuthorizationId', 'resetToken'];

/** Whether this visit hasn't seen the offer yet; notes that it has now. */
const isFirstTime = (storage: BrowserStorage): boolean => {
  const seen = storedText(storage, SEEN_KEY);
  if (seen.read() !== null) return false;
  // Where the storage is blocked the offer comes at each start, as the specification has it.
  seen.write('1');
  return true;
};

/**
 * S1§2: below 500 px, with no modal in the hash, the download screen opens at start. It takes the place of the bare
 * address, so Back leaves as before; a reload goes on with the same visit and offers nothing again.
 */
export const offerDownload = ({ browser, search, router, storage, hasScreen }: DownloadOfferDeps): void => {
  const { page, modal } = router.get();
  const query = new URLSearchParams(search);
  const isReturn = returns.some((name) => query.has(name));
  if (page.kind !== 'main' || modal !== null || isReturn || !hasScreen(SCREEN)) return;
  if (!browser.matchMedia('(width < 500px)').matches || !isFirstTime(storage)) return;
  router.replace(SCREEN);
};
