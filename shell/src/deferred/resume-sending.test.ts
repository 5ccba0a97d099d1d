import { anAccount } from '@mahlzeit/contract/fixtures';
import { createObservable, UNSENT_MESSAGES, userStorageKey } from '@mahlzeit/shared-ui/platform';
import type { LiveStatus, ShellApi } from '@mahlzeit/shared-ui/platform';
import { fakeShell } from '@mahlzeit/shared-ui/testing';
import { waitTurns } from '../fake-browser';
import { resumeSending } from './resume-sending';

const STORED = userStorageKey(anAccount().uid, UNSENT_MESSAGES);

const start = ({
  session = 'verified',
  storedTexts = [STORED],
}: { readonly session?: 'anonymous' | 'verified'; readonly storedTexts?: readonly string[] } = {}) => {
  const texts = new Map(storedTexts.map((key) => [key, '[]']));
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  };
  const resumeCommand = jest.fn(() => Promise.resolve({}));
  const {
    session: client,
    remotes,
    setSession,
  } = fakeShell({ session, commands: { 'social/resumeSending': resumeCommand } });
  const status = createObservable<LiveStatus>('offline');
  const stop = resumeSending({
    shell: { session: client, remotes, live: { status: status.get, onStatus: status.subscribe } },
    storage: () => storage,
  });
  return { resumed: resumeCommand, remotes, storage, stop, setSession, setLive: status.set };
};

it('resumes the messages of an earlier page as soon as its member is known', () => {
  expect(start().resumed).toHaveBeenCalledTimes(1);
  const { setSession, resumed } = start({ session: 'anonymous' });
  expect(resumed).not.toHaveBeenCalled();
  setSession('verified');
  expect(resumed).toHaveBeenCalledTimes(1);
});

it("loads nothing without unsent messages, and resumes another tab's messages once the connection is back", () => {
  const { setLive, storage, resumed } = start({ storedTexts: [] });
  setLive('online');
  storage.setItem(STORED, '[]');
  setLive('offline');
  expect(resumed).not.toHaveBeenCalled();
  setLive('online');
  expect(resumed).toHaveBeenCalledTimes(1);
});

it('tries again at the next connection after a failed load, and not during a load', async () => {
  const commands: string[] = [];
  const answers: (() => void)[] = [];
  const { session } = fakeShell({ session: 'verified' });
  const runCommand: ShellApi['remotes']['runCommand'] = async (name) => {
    commands.push(name);
    await new Promise<void>((resolve) => answers.push(resolve));
    return { ok: false, error: 'unavailable' };
  };
  const status = createObservable<LiveStatus>('offline');
  resumeSending({
    shell: {
      session,
      remotes: { ...fakeShell({}).remotes, runCommand },
      live: { status: status.get, onStatus: status.subscribe },
    },
    storage: () => ({ getItem: () => '[]', setItem: () => undefined, removeItem: () => undefined }),
  });
  status.set('online');
  expect(commands).toEqual(['social/resumeSending']);
  answers.forEach((answer) => answer());
  await waitTurns();
  status.set('offline');
  status.set('online');
  expect(commands).toHaveLength(2);
});

it('A06 resumes no messages of another user', () => {
  expect(start({ storedTexts: [userStorageKey('uid-somebody-else', UNSENT_MESSAGES)] }).resumed).not.toHaveBeenCalled();
});

it('does nothing after its stop', () => {
  const { setSession, resumed, stop } = start({ session: 'anonymous' });
  stop();
  setSession('verified');
  expect(resumed).not.toHaveBeenCalled();
});
