import type { SessionClient } from '@mahlzeit/shared-ui/platform';
import type { Alerts } from '../dialogs';
import type { Drawer } from '../drawer';
import type { Snackbars } from '../snackbars';

/** What of the shell speaks to a person. */
export interface LeaverTraces {
  readonly session: Pick<SessionClient, 'get' | 'subscribe'>;
  readonly alerts: Pick<Alerts, 'clear'>;
  readonly snackbars: Pick<Snackbars, 'clear'>;
  readonly drawer: Pick<Drawer, 'close'>;
}

/** A06: takes away what was asked of a member and said to him once he has left, in whichever tab. Answers the way to stop. */
export const forgetLeaver = ({ session, alerts, snackbars, drawer }: LeaverTraces): (() => void) => {
  const memberHere = (): string | null => {
    const view = session.get();
    return view.status === 'known' && view.account.loggedIn ? view.account.uid : null;
  };
  let member = memberHere();
  return session.subscribe(() => {
    const before = member;
    member = memberHere();
    // A visitor who logs in goes on with what he was at.
    if (before === null || before === member) return;
    alerts.clear();
    snackbars.clear();
    drawer.close();
  });
};
