import type { SessionView } from '../session/session-state';
import type { ScreenAccess } from './shell-contract';

/**
 * Result of checking a user's access to a screen. `wait`: the session isn't known yet; `refused`: nothing is shown;
 * `login` or `verification`: the missing requirement.
 */
export type AccessResult = 'wait' | 'allowed' | 'refused' | 'login' | 'verification';

type Visitor = Pick<Extract<SessionView, { status: 'known' }>['account'], 'loggedIn' | 'verified'>;

const accessOfMember = ({ loggedIn }: Visitor): AccessResult => (loggedIn ? 'allowed' : 'login');

const accessRuleByScreenAccess: Readonly<Record<ScreenAccess, (visitor: Visitor) => AccessResult>> = {
  anyone: () => 'allowed',
  notLoggedIn: ({ loggedIn }) => (loggedIn ? 'refused' : 'allowed'),
  loggedIn: accessOfMember,
  verified: (visitor) => (visitor.loggedIn && !visitor.verified ? 'verification' : accessOfMember(visitor)),
};

/** Returns whether the session's user has access to a screen, or what is missing (Design §2). */
export const checkAccess = (access: ScreenAccess, session: SessionView): AccessResult =>
  session.status === 'known' ? accessRuleByScreenAccess[access](session.account) : 'wait';
