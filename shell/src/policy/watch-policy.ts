import type { User } from '@mahlzeit/contract';
import { LegalItem, globalTopic, patchMe } from '@mahlzeit/contract';
import type { LiveClient, SessionClient, ShellApi } from '@mahlzeit/shared-ui/platform';
import { errorText, liveItems } from '@mahlzeit/shared-ui/platform';
import type { MeWatch } from '../me';
import { createObservable } from '../observable';
import type { Observable } from '../observable';
import { text } from '../shell-texts';

/** Whether somebody has to accept the policy before going on (S1§4 "Policy"). */
export interface PolicyWatch extends Observable<boolean> {
  /** Stores the acceptance; one that can't be stored leaves the demand standing. */
  accept(): Promise<void>;
  /** Logs out. */
  decline(): Promise<void>;
  stop(): void;
}

/** What watching takes. */
export interface PolicyDeps extends Pick<ShellApi, 'gateway' | 'track' | 'snackbar'> {
  readonly live: Pick<LiveClient, 'subscribe'>;
  readonly session: Pick<SessionClient, 'get' | 'logout'>;
  readonly me: Pick<MeWatch, 'get' | 'subscribe'>;
}

/** The policy in the language that every visitor can be shown. */
const POLICY_KEY = 'privacyde';

const documentsOf = liveItems('legal', LegalItem);

/** Versions are compared with versions: the date of an acceptance says nothing about what was accepted (A04). */
const isBehind = ({ policyVersion, deleted }: User, current: number): boolean => !deleted && (policyVersion ?? 0) < current;

/** Holds the accepted version against the present one, after each login and at each change of either. */
export const watchPolicy = ({ live, session, me, gateway, track, snackbar }: PolicyDeps): PolicyWatch => {
  const isDue = createObservable(false);
  let current: number | null = null;

  const isLoggedIn = (): boolean => {
    const view = session.get();
    return view.status === 'known' && view.account.loggedIn;
  };
  const look = (): void => {
    const user = me.get();
    isDue.set(user !== null && current !== null && isLoggedIn() && isBehind(user, current));
  };
  const stops = [
    me.subscribe(look),
    live.subscribe(globalTopic, (view) => {
      current = documentsOf(view).find(({ key }) => key === POLICY_KEY)?.version ?? current;
      look();
    }),
  ];

  return {
    get: isDue.get,
    subscribe: isDue.subscribe,
    async accept() {
      const stored = await track(gateway.call(patchMe, { body: { policyAccepted: true } }));
      if (!stored.ok) return snackbar({ text: errorText(stored.error), tone: 'error' });
      // The answer is sooner than the live document, and comes where live data don't.
      isDue.set(current !== null && isBehind(stored.value, current));
    },
    async decline() {
      const ended = await track(session.logout());
      if (ended.ok) snackbar({ text: text('SuccessLogout'), tone: 'success' });
      else snackbar({ text: errorText(ended.error), tone: 'error' });
    },
    stop: () => stops.forEach((stop) => stop()),
  };
};
