import { storedText } from '@mahlzeit/shared-ui/platform';
import type { BrowserStorage, ShellApi } from '@mahlzeit/shared-ui/platform';
import { text } from '../shell-texts';
import type { Router } from './router';

/** The part of `window` that a value is taken from. */
interface TakenWindow {
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash'>;
  readonly history: Pick<History, 'replaceState' | 'state'>;
}

/**
 * Reads what somebody comes back with out of the query and takes it away (R10): the hash stays, no history entry is
 * made, and a reload does not find it again. Null where there is none.
 */
export const takeFromAddress = ({ location, history }: TakenWindow, name: string): string | null => {
  const query = new URLSearchParams(location.search);
  const value = query.get(name);
  if (value === null) return null;
  query.delete(name);
  const rest = query.size === 0 ? '' : `?${query.toString()}`;
  history.replaceState(history.state, '', `${location.pathname}${rest}${location.hash}`);
  return value;
};

type PasswordResetDeps = Pick<ShellApi, 'remotes' | 'track' | 'snackbar'>;

/** Hands the token of a mailed link to whoever asks for the new password (DESIGN §2). Where nobody can be had, says so and offers another try: the link works once, and the address no longer holds it. */
export const resetPassword = async (deps: PasswordResetDeps, token: string): Promise<void> => {
  const handed = await deps.track(deps.remotes.runCommand('account/resetPassword', { token }));
  if (handed.ok) return;
  deps.snackbar({ tone: 'error', text: text('PasswordResetFailed'), action: { label: text('Retry'), run: () => void resetPassword(deps, token) } });
};

interface DownloadOfferDeps {
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

const DOWNLOAD_SCREEN = 'download';
const SEEN_KEY = 'mahlzeit.downloadOffered';

// Who comes back from a payment, or by the link of a mail, has come for that.
const returnParameters = ['token', 'transactionId', 'preAuthorizationId', 'resetToken'];

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
  const isReturn = returnParameters.some((name) => query.has(name));
  if (page.kind !== 'main' || modal !== null || isReturn || !hasScreen(DOWNLOAD_SCREEN)) return;
  if (!browser.matchMedia('(width < 500px)').matches || !isFirstTime(storage)) return;
  router.replace(DOWNLOAD_SCREEN);
};
