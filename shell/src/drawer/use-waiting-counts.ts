import type { Account } from '@mahlzeit/contract';
import { Invitation, Notification, meTopic } from '@mahlzeit/contract';
import { liveItems, useNow, useTopic } from '@mahlzeit/shared-ui/platform';
import type { DrawerEntryId } from './drawer-rules';
import { countToAnswer, countUnread } from './waiting-rules';

/** How many things wait behind a line of the drawer. */
export type WaitingCounts = Readonly<Partial<Record<DrawerEntryId, number>>>;

const noCounts: WaitingCounts = {};
const invitationsOf = liveItems('invitations', Invitation);
const notificationsOf = liveItems('notifications', Notification);

/** Counts from the live data that the shell holds anyway: no remote is loaded for them (DESIGN §2). */
export const useWaitingCounts = (account: Account | null): WaitingCounts => {
  const isMember = account?.loggedIn === true;
  const view = useTopic(isMember ? meTopic : null);
  const now = useNow();
  return isMember ? { inbox: countUnread(notificationsOf(view)), invitations: countToAnswer(invitationsOf(view), { uid: account.uid, now }) } : noCounts;
};
