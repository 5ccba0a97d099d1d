import { Lang, patchMe } from '@mahlzeit/contract';
import type { ApiClient, Timers } from '@mahlzeit/shared-ui/platform';
import type { MeWatch } from './watch-me';

export interface LanguageDeps {
  readonly me: Pick<MeWatch, 'get' | 'subscribe'>;
  readonly apiClient: Pick<ApiClient, 'call'>;
  readonly timers: Timers;
  /** As browsers write it, `de-DE`. */
  readonly browserLanguage: string;
}

// The first list comes first.
const LATER_MS = 5_000;

const languageOf = (tag: string): string | null => {
  const parsed = Lang.safeParse(tag.slice(0, 2).toLowerCase());
  return parsed.success ? parsed.data : null;
};

/** Stores the browser's language in the user's document after a change of users (S1§4), where it is another one. Returns an unsubscribe function. */
export const storeLanguage = ({ me, apiClient, timers, browserLanguage }: LanguageDeps): (() => void) => {
  const languageCode = languageOf(browserLanguage);
  let stopWaiting = (): void => undefined;
  let storedFor: string | null = null;

  const store = (): void => {
    const user = me.get();
    if (languageCode === null || user === null || user.deleted || user.languageCode === languageCode) return;
    // Nobody waits for it: what fails is stored at the next visit.
    void apiClient.call(patchMe, { body: { languageCode } });
  };
  const schedule = (): void => {
    const uid = me.get()?.uid ?? null;
    if (uid === storedFor) return;
    storedFor = uid;
    stopWaiting();
    if (uid !== null) stopWaiting = timers.after(LATER_MS, store);
  };

  const stop = me.subscribe(schedule);
  schedule();
  return () => {
    stop();
    stopWaiting();
  };
};
