import { getMe, meTopic } from '@mahlzeit/contract';
import { aUser } from '@mahlzeit/contract/fixtures';
import { answer, createManualTimers, fakeShell, unreachable } from '@mahlzeit/shared-ui/testing';
import { pause } from '../fake-pause';
import { watchMe } from './watch-me';

const start = async (session: 'anonymous' | 'verified') => {
  const shell = fakeShell({ session });
  const me = watchMe({ ...shell, timers: createManualTimers() });
  await pause();
  return { shell, me };
};

it('has the document of whoever uses the app, as it changes', async () => {
  const { shell, me } = await start('verified');
  expect(me.get()).toMatchObject({ displayName: 'Frieda Petersen', policyVersion: 1 });
  shell.change(meTopic, { kind: 'put', collection: 'user', key: aUser().uid, value: { ...aUser({ policyVersion: 2 }) } });
  expect(me.get()?.policyVersion).toBe(2);
});

it('A06 has nothing of the former user once another uses the app', async () => {
  const { shell, me } = await start('verified');
  const seen: (string | null)[] = [];
  me.subscribe(() => seen.push(me.get()?.uid ?? null));
  shell.setSession('anonymous');
  await pause();
  expect(seen).toEqual([null, 'uid-anonym-01']);
});

it('gets nothing more once it is stopped', async () => {
  const { shell, me } = await start('verified');
  me.stop();
  shell.change(meTopic, { kind: 'put', collection: 'user', key: aUser().uid, value: { ...aUser({ policyVersion: 2 }) } });
  expect(me.get()?.policyVersion).toBe(1);
});

it('learns from an answer before the live document says it, and is not set back by a dropped connection', async () => {
  const { shell, me } = await start('verified');
  me.apply(aUser({ policyVersion: 2, displayName: 'Frieda P.' }));
  expect(me.get()?.policyVersion).toBe(2);
  expect(shell.session.get()).toMatchObject({ account: { displayName: 'Frieda P.' } });
  shell.setOffline(true);
  expect(me.get()?.policyVersion).toBe(2);
});

it('A06 learns nothing of who has gone', async () => {
  const { shell, me } = await start('verified');
  shell.setSession('anonymous');
  me.apply(aUser());
  expect(me.get()?.uid).not.toBe(aUser().uid);
});

/** The live side refuses the topic, as it may to who is flagged deleted. */
const startRefused = (shell: ReturnType<typeof fakeShell>) => {
  const timers = createManualTimers();
  const tellers: ((status: 'gone' | 'connecting') => void)[] = [];
  const refusing: Pick<typeof shell.live, 'subscribe'> = {
    subscribe(_, listener) {
      tellers.push((status) => listener({ status, collections: new Map() }));
      return () => undefined;
    },
  };
  const me = watchMe({ session: shell.session, apiClient: shell.apiClient, live: refusing, timers });
  const tell = (status: 'gone' | 'connecting'): void => tellers.forEach((teller) => teller(status));
  const pass = async (): Promise<void> => {
    timers.advance(1_000);
    await pause();
  };
  tell('gone');
  tell('gone');
  return { me, tell, pass };
};

it('A09 reads the document once where the live one is refused', async () => {
  const shell = fakeShell({ session: 'verified', answers: [answer(getMe, aUser({ deleted: true }))] });
  const { me, pass } = startRefused(shell);
  await pass();
  await pass();
  expect(me.get()).toMatchObject({ deleted: true });
  expect(shell.requests).toEqual(['GET /api/users/me']);
});

it('reads nothing where the topic went with a session that ended', async () => {
  const shell = fakeShell({ session: 'verified', answers: [answer(getMe, aUser())] });
  const { tell, pass } = startRefused(shell);
  tell('connecting');
  await pass();
  expect(shell.requests).toEqual([]);
});

it('has none where it can’t be read either', async () => {
  const { me, pass } = startRefused(fakeShell({ session: 'verified', answers: [unreachable(getMe)] }));
  await pass();
  expect(me.get()).toBeNull();
});
