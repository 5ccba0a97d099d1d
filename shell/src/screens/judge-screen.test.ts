import { anAccount } from '@mahlzeit/contract/fixtures';
import type { ScreenAccess, SessionView } from '@mahlzeit/shared-ui/platform';
import { checkAccess } from './judge-screen';
import type { AccessDecision } from './judge-screen';

const known = (account: Parameters<typeof anAccount>[0]): SessionView => ({ status: 'known', account: anAccount(account) });
const sessions = {
  unknown: { status: 'unknown' },
  failed: { status: 'failed' },
  anonymous: known({ isAnonymous: true, loggedIn: false, verified: false }),
  unverified: known({ isAnonymous: false, loggedIn: true, verified: false }),
  verified: known({ isAnonymous: false, loggedIn: true, verified: true }),
} satisfies Record<string, SessionView>;

it.each<[ScreenAccess, Record<keyof typeof sessions, AccessDecision>]>([
  ['anyone', { unknown: 'wait', failed: 'wait', anonymous: 'allowed', unverified: 'allowed', verified: 'allowed' }],
  ['notLoggedIn', { unknown: 'wait', failed: 'wait', anonymous: 'allowed', unverified: 'refused', verified: 'refused' }],
  ['loggedIn', { unknown: 'wait', failed: 'wait', anonymous: 'refused', unverified: 'allowed', verified: 'allowed' }],
  ['verified', { unknown: 'wait', failed: 'wait', anonymous: 'refused', unverified: 'refused', verified: 'allowed' }],
])('R06 decides on a screen for %s by the session, and not before it is known', (access, expected) => {
  const verdicts = Object.fromEntries(Object.entries(sessions).map(([name, session]) => [name, checkAccess({ access }, [], session)]));
  expect(verdicts).toEqual(expected);
});

it('R06 asks the screen about its parameters only once the session is known and may enter', () => {
  const asked: string[] = [];
  const isValid = (params: readonly string[]) => {
    asked.push(params.join('/'));
    return params[0] === 'gut';
  };
  expect(checkAccess({ access: 'loggedIn', isValid }, ['gut'], sessions.unknown)).toBe('wait');
  expect(checkAccess({ access: 'loggedIn', isValid }, ['gut'], sessions.anonymous)).toBe('refused');
  expect(asked).toEqual([]);
  expect(checkAccess({ access: 'loggedIn', isValid }, ['gut'], sessions.unverified)).toBe('allowed');
  expect(checkAccess({ access: 'loggedIn', isValid }, ['schlecht'], sessions.unverified)).toBe('refused');
});
