import type { SessionClient } from '@mahlzeit/shared-ui/platform';
import type { Alerts } from '../dialogs/create-alerts';
import type { Drawer } from '../drawer/create-drawer';
import type { Snackbars } from '../snackbars/create-snackbars';

export interface DepartedUserDeps {
  readonly session: Pick<SessionClient, 'get' | 'subscribe'>;
  readonly alerts: Pick<Alerts, 'clear'>;
  readonly snackbars: Pick<Snackbars, 'clear'>;
  readonly drawer: Pick<Drawer, 'close'>;
}

/** A06: dismisses what was asked of a member and said to them once they have logged out, in whichever tab. Returns an unsubscribe function. */
export const forgetDepartedUser = ({ session, alerts, snackbars, drawer }: DepartedUserDeps): (() => void) => {
  const activeMember = (): string | null => {
    const view = session.get();
    return view.status === 'known' && view.account.loggedIn ? view.account.uid : null;
  };
  let member = activeMember();
  return session.subscribe(() => {
    const before = member;
    member = activeMember();
    // A visitor who logs in goes on with what they were doing.
    if (before === null || before === member) return;
    alerts.clear();
    snackbars.clear();
    drawer.close();
  });
};
