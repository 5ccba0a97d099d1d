import { User, meTopic } from '@mahlzeit/contract';
import type { LiveClient, SessionClient } from '@mahlzeit/shared-ui/platform';
import { liveItems } from '@mahlzeit/shared-ui/platform';
import { createObservable } from '../observable';
import type { Observable } from '../observable';

/** The user's own document, live; null while it isn't known. */
export interface MeWatch extends Observable<User | null> {
  stop(): void;
}

const usersOf = liveItems('user', User);

/** Follows the document of whoever uses the app. Between two users there is none (A06). */
export const watchMe = ({ session, live }: { readonly session: Pick<SessionClient, 'get'>; readonly live: Pick<LiveClient, 'subscribe'> }): MeWatch => {
  const me = createObservable<User | null>(null);
  const stop = live.subscribe(meTopic, (view) => {
    const known = session.get();
    const user = usersOf(view).find(({ uid }) => known.status === 'known' && uid === known.account.uid);
    me.set(user ?? null);
  });
  return { get: me.get, subscribe: me.subscribe, stop };
};
