import { globalTopic, logout, meTopic, patchMe } from '@mahlzeit/contract';
import { aUser } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, unreachable } from '@mahlzeit/shared-ui/testing';
import { watchMe } from '../me';
import { pause } from '../fake-pause';
import { watchPolicy } from './watch-policy';

const frieda = (policyVersion: number | null, overrides: Parameters<typeof aUser>[0] = {}) => aUser({ policyVersion, ...overrides });

const start = async (version: number, session: 'anonymous' | 'unverified' | 'verified' = 'verified') => {
  const shell = fakeShell({ session, topics: { [globalTopic]: { legal: [{ key: 'imprintde', version: 9 }, { key: 'privacyde', version }] } } });
  const me = watchMe(shell);
  const policy = watchPolicy({ ...shell, me });
  await pause();
  const putUser = (user: ReturnType<typeof frieda>) => shell.change(meTopic, { kind: 'put', collection: 'user', key: user.uid, value: { ...user } });
  const putPolicy = (next: number) => shell.change(globalTopic, { kind: 'put', collection: 'legal', key: 'privacyde', value: { key: 'privacyde', version: next } });
  return { shell, policy, putUser, putPolicy };
};

it.each([[1, false], [2, true]])('A04 demands acceptance from who accepted version 1 of version %i: %s', async (current, isDue) => {
  const { policy } = await start(current);
  expect(policy.get()).toBe(isDue);
});

it('A04 goes by the version, never by the date', async () => {
  const { policy, putUser } = await start(2);
  putUser(frieda(1, { policyAccepted: 9_999_999_999_999 }));
  expect(policy.get()).toBe(true);
  putUser(frieda(2, { policyAccepted: 0 }));
  expect(policy.get()).toBe(false);
});

it('A04 demands it from who never accepted any, as after a first sign-in through a third party', async () => {
  const { policy, putUser } = await start(1);
  putUser(frieda(null, { policyAccepted: null }));
  expect(policy.get()).toBe(true);
});

it('demands nothing of visitors, nor of who is to be deleted', async () => {
  expect((await start(2, 'anonymous')).policy.get()).toBe(false);
  const { policy, putUser } = await start(2);
  putUser(frieda(1, { deleted: true }));
  expect(policy.get()).toBe(false);
});

it('demands it at once when a new policy comes out', async () => {
  const { policy, putPolicy } = await start(1);
  putPolicy(2);
  expect(policy.get()).toBe(true);
});

it('A04 demands it again after the next login', async () => {
  const { policy, shell } = await start(2, 'anonymous');
  shell.setSession('verified');
  await pause();
  expect(policy.get()).toBe(true);
});

it('is content once the acceptance is stored', async () => {
  const { policy, shell } = await start(2);
  shell.use(answer(patchMe, frieda(2)));
  await policy.accept();
  expect(policy.get()).toBe(false);
  expect(shell.recorded.snackbars).toEqual([]);
});

it('says so where the acceptance could not be stored, and demands on', async () => {
  const { policy, shell } = await start(2);
  shell.use(unreachable(patchMe));
  await policy.accept();
  expect(policy.get()).toBe(true);
  expect(shell.recorded.snackbars).toEqual([{ text: expect.stringMatching(/Keine Verbindung/), tone: 'error' }]);
});

it('A04 logs out who declines, and says so', async () => {
  const { policy, shell } = await start(2);
  shell.use(answer(logout, {}));
  await policy.decline();
  await pause();
  expect(policy.get()).toBe(false);
  expect(shell.session.get()).toMatchObject({ account: { loggedIn: false } });
  expect(shell.recorded.snackbars).toEqual([{ text: 'Du bist abgemeldet.', tone: 'success' }]);
});

it('demands on where the logout did not reach the gateway', async () => {
  const { policy, shell } = await start(2);
  shell.use(unreachable(logout));
  await policy.decline();
  expect(policy.get()).toBe(true);
  expect(shell.recorded.snackbars).toEqual([expect.objectContaining({ tone: 'error' })]);
});

it('watches no longer once it is stopped', async () => {
  const { policy, putPolicy } = await start(1);
  policy.stop();
  putPolicy(2);
  expect(policy.get()).toBe(false);
});
