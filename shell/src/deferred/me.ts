import { getMe, Lang, meTopic, patchMe, User } from '@mahlzeit/contract';
import { liveItems } from '@mahlzeit/shared-ui/platform';
import type { ApiClient, LiveClient, SessionClient, Timers } from '@mahlzeit/shared-ui/platform';
import { createObservable } from '../observable';
import type { Observable } from '../observable';

/** The user's own document, live; null while it isn't known. */
export interface MeWatch extends Observable<User | null> {
  /** Applies a document that a response has just returned, sooner than the live one. */
  apply(user: User): void;
  stop(): void;
}

interface MeDeps {
  readonly session: Pick<SessionClient, 'get' | 'applyUser'>;
  readonly live: Pick<LiveClient, 'subscribe'>;
  readonly apiClient: Pick<ApiClient, 'call'>;
  readonly timers: Timers;
}

/** A topic also goes with a session that ends, a moment before the page knows. */
const REFUSED_FOR_GOOD_MS = 1_000;

const usersOf = liveItems('user', User);

/** Follows the document of whoever uses the app. Between two users there is none (A06). */
export const watchMe = ({ session, live, apiClient, timers }: MeDeps): MeWatch => {
  const me = createObservable<User | null>(null);
  let lastLive: User | undefined;
  let stopReading: (() => void) | null = null;

  const uidHere = (): string | null => {
    const view = session.get();
    return view.status === 'known' ? view.account.uid : null;
  };
  const apply = (user: User): void => {
    if (user.uid !== uidHere()) return;
    me.set(user);
    session.applyUser(user);
  };
  /** Contract §0: who is flagged deleted may be refused the topic, and may always read the document. */
  const read = async (): Promise<void> => {
    const answer = await apiClient.call(getMe, {});
    if (answer.ok && stopReading !== null) apply(answer.value);
  };
  const unsubscribe = live.subscribe(meTopic, (view) => {
    const [user] = usersOf(view).filter(({ uid }) => uid === uidHere());
    if (view.status === 'gone') return void (stopReading ??= timers.after(REFUSED_FOR_GOOD_MS, () => void read()));
    stopReading?.();
    stopReading = null;
    // The topic also speaks when the connection drops: what it held then may be older than what was applied since.
    if (user !== undefined && user === lastLive) return;
    lastLive = user;
    me.set(user ?? null);
  });
  const stop = (): void => {
    unsubscribe();
    stopReading?.();
  };
  return { get: me.get, subscribe: me.subscribe, apply, stop };
};

interface LanguageDeps {
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
