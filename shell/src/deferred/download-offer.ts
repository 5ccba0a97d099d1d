import { storedText } from '@mahlzeit/shared-ui/platform';
import type { BrowserStorage } from '@mahlzeit/shared-ui/platform';
import { DOWNLOAD_SCREEN } from '../router/router';
import type { Router } from '../router/router';

interface DownloadOfferDeps {
  readonly browser: {
    matchMedia(query: string): Pick<MediaQueryList, 'matches'>;
  };
  /** Who comes back from a payment, or by the link of a mail, has come for that. */
  readonly isReturn: boolean;
  readonly router: Pick<Router, 'get' | 'replace'>;
  /** What this device remembers. */
  readonly storage: BrowserStorage;
  hasScreen(key: string): boolean;
}

const SEEN_KEY = 'mahlzeit.downloadOffered';

/** Whether this device hasn't seen the offer yet; notes that it has now. */
const isFirstTime = (storage: BrowserStorage): boolean => {
  const seen = storedText(storage, SEEN_KEY);
  if (seen.read() !== null) return false;
  // Where the storage is blocked the offer comes at each start, as the specification has it.
  seen.write('1');
  return true;
};

/**
 * S1§2: below 500 px, with no modal in the hash, the download screen opens at start, once a device (DESIGN §13.31). It
 * takes the place of the bare address, so Back leaves as before.
 */
export const offerDownload = ({ browser, isReturn, router, storage, hasScreen }: DownloadOfferDeps): void => {
  const { page, modal } = router.get();
  if (page.kind !== 'main' || modal !== null || isReturn || !hasScreen(DOWNLOAD_SCREEN)) return;
  if (!browser.matchMedia('(width < 500px)').matches || !isFirstTime(storage)) return;
  router.replace(DOWNLOAD_SCREEN);
};
