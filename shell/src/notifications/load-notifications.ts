import type { SessionClient } from '@mahlzeit/shared-ui/platform';

/** What waiting for a member takes. */
export interface NotificationLoading {
  readonly session: Pick<SessionClient, 'get' | 'subscribe'>;
  /** Loads and starts what tells notifications; answers the way to stop. */
  start(): Promise<() => void>;
}

/** Loads what tells notifications once somebody is logged in: visitors have none. Answers the way to stop. */
export const loadNotifications = ({ session, start }: NotificationLoading): (() => void) => {
  let running: Promise<(() => void) | null> | null = null;
  const look = (): void => {
    const view = session.get();
    if (running !== null || view.status !== 'known' || !view.account.loggedIn) return;
    // What can't be had now is tried again at the session's next change; until then the notifications wait.
    running = start().catch(() => (running = null));
  };
  const stopHearing = session.subscribe(look);
  look();
  return () => {
    stopHearing();
    void running?.then((stop) => stop?.());
  };
};
