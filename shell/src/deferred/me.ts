import { getMe, Lang, patchMe } from '@mahlzeit/contract';
import type { User } from '@mahlzeit/contract';
import { createObservable, uidOf, userDocument } from '@mahlzeit/shared-ui/platform';
import type { ApiClient, Observable, ShellApi, Timers } from '@mahlzeit/shared-ui/platform';

/** Stored data (document) of the current user, updated live; null while it is unknown. */
export interface CurrentUserWatch extends Observable<User | null> {
  stop(): void;
}

interface CurrentUserWatchDeps {
  readonly shell: Pick<ShellApi, 'session' | 'store' | 'apiClient'>;
  readonly timers: Timers;
}

/**
 * Delay in ms between the refusal of the live topic and the request over HTTP. The topic is also refused when its
 * session ends, a moment before the page learns of the end; then no request is needed.
 */
const REFUSAL_DELAY_MS = 1_000;

/** Follows the stored data (document) of the current user. Between two users the value is null (A06). */
export const watchCurrentUser = ({
  shell: { session, store, apiClient },
  timers,
}: CurrentUserWatchDeps): CurrentUserWatch => {
  const document = userDocument.of(store);
  const currentUser = createObservable<User | null>(null);
  let stopReading: (() => void) | null = null;

  const activeUser = (): User | null => {
    const sessionView = session.get();
    const activeUid = uidOf(sessionView);
    const sessionUser = sessionView.status === 'known' ? sessionView.user : undefined;
    // Without live data, the user's data comes from the response with the session.
    return document.get().items.find(({ uid }) => uid === activeUid) ?? sessionUser ?? null;
  };
  /**
   * Loads the user's data over HTTP. The gateway may refuse the live topic to a user whose account is marked as
   * deleted, but never this request (contract §0).
   */
  const readUser = async (): Promise<void> => {
    const userResult = await apiClient.call(getMe, {});
    if (userResult.ok && stopReading !== null && uidOf(session.get()) === userResult.value.uid)
      session.applyUser(userResult.value);
  };
  const updateUser = (): void => {
    currentUser.set(activeUser());
    if (document.get().status === 'gone')
      return void (stopReading ??= timers.after(REFUSAL_DELAY_MS, () => void readUser()));
    stopReading?.();
    stopReading = null;
  };
  const stopFunctions = [document.subscribe(updateUser), session.subscribe(updateUser)];
  updateUser();
  const stopUserWatch = (): void => {
    for (const stopFunction of stopFunctions) stopFunction();
    stopReading?.();
    stopReading = null;
  };
  return { get: currentUser.get, subscribe: currentUser.subscribe, stop: stopUserWatch };
};

interface StoreLanguageDeps {
  readonly me: Pick<CurrentUserWatch, 'get' | 'subscribe'>;
  readonly apiClient: Pick<ApiClient, 'call'>;
  readonly timers: Timers;
  /** Language tag of the browser, `de-DE`. */
  readonly browserLanguage: string;
}

// Delay in ms before the language is stored, so that the list is loaded first.
const STORE_DELAY_MS = 5_000;

const languageOf = (languageTag: string): string | null => {
  const parsedLanguage = Lang.safeParse(languageTag.slice(0, 2).toLowerCase());
  return parsedLanguage.success ? parsedLanguage.data : null;
};

/**
 * Stores the browser's language in the user's data, once per user and only if it differs (S1§4). Returns an unsubscribe
 * function.
 */
export const storeLanguage = ({ me, apiClient, timers, browserLanguage }: StoreLanguageDeps): (() => void) => {
  const languageCode = languageOf(browserLanguage);
  let stopWaiting = (): void => undefined;
  let scheduledUid: string | null = null;

  const storeLanguageCode = (): void => {
    const user = me.get();
    if (languageCode === null || user === null || user.deleted || user.languageCode === languageCode) return;
    // The promise isn't awaited, because after a failure the next visit stores the language.
    void apiClient.call(patchMe, { body: { languageCode } });
  };
  const scheduleStore = (): void => {
    const uid = me.get()?.uid ?? null;
    if (uid === scheduledUid) return;
    scheduledUid = uid;
    stopWaiting();
    if (uid !== null) stopWaiting = timers.after(STORE_DELAY_MS, storeLanguageCode);
  };

  const unsubscribeMe = me.subscribe(scheduleStore);
  scheduleStore();
  return () => {
    unsubscribeMe();
    stopWaiting();
  };
};
