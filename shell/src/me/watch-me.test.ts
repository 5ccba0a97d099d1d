import { meTopic } from '@mahlzeit/contract';
import { aUser } from '@mahlzeit/contract/fixtures';
import { fakeShell } from '@mahlzeit/shared-ui/testing';
import { pause } from '../fake-pause';
import { watchMe } from './watch-me';

const start = async (session: 'anonymous' | 'verified') => {
  const shell = fakeShell({ session });
  const me = watchMe(shell);
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

it('hears nothing more once it is stopped', async () => {
  const { shell, me } = await start('verified');
  me.stop();
  shell.change(meTopic, { kind: 'put', collection: 'user', key: aUser().uid, value: { ...aUser({ policyVersion: 2 }) } });
  expect(me.get()?.policyVersion).toBe(1);
});
