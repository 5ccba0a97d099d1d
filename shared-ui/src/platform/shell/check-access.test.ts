import { anAccount } from '@mahlzeit/contract/fixtures';
import { checkAccess } from './check-access';
import type { ScreenAccess, SessionView } from './shell-contract';

const sessionViewOf = (account: Parameters<typeof anAccount>[0]): SessionView => ({
  status: 'known',
  account: anAccount(account),
});
const sessionByVisitor = {
  unknown: { status: 'unknown' },
  failed: { status: 'failed' },
  anonymous: sessionViewOf({ isAnonymous: true, loggedIn: false, verified: false }),
  unverified: sessionViewOf({ isAnonymous: false, loggedIn: true, verified: false }),
  verified: sessionViewOf({ isAnonymous: false, loggedIn: true, verified: true }),
} satisfies Record<string, SessionView>;

it.each<[ScreenAccess, Record<keyof typeof sessionByVisitor, ReturnType<typeof checkAccess>>]>([
  ['anyone', { unknown: 'wait', failed: 'wait', anonymous: 'allowed', unverified: 'allowed', verified: 'allowed' }],
  [
    'notLoggedIn',
    { unknown: 'wait', failed: 'wait', anonymous: 'allowed', unverified: 'refused', verified: 'refused' },
  ],
  ['loggedIn', { unknown: 'wait', failed: 'wait', anonymous: 'login', unverified: 'allowed', verified: 'allowed' }],
  [
    'verified',
    { unknown: 'wait', failed: 'wait', anonymous: 'login', unverified: 'verification', verified: 'allowed' },
  ],
])('R06 decides on a screen for %s by the session, and not before it is known', (access, expectedResults) => {
  expect(
    Object.fromEntries(
      Object.entries(sessionByVisitor).map(([visitorName, session]) => [visitorName, checkAccess(access, session)]),
    ),
  ).toEqual(expectedResults);
});
