import { anAccount } from '@mahlzeit/contract/fixtures';
import { createObservable, UNSENT_MESSAGES, userStorageKey } from '@mahlzeit/shared-ui/platform';
import type { LiveStatus, ShellApi } from '@mahlzeit/shared-ui/platform';
import { fakeShell } from '@mahlzeit/shared-ui/testing';
import { waitTurns } from '../fake-browser';
import { resumeSending } from './resume-sending';

const UNSENT_MESSAGES_KEY = userStorageKey(anAccount().uid, UNSENT_MESSAGES);

const startResuming = ({
  session = 'verified',
  storedTexts = [UNSENT_MESSAGES_KEY],
}: { readonly session?: 'anonymous' | 'verified'; readonly storedTexts?: readonly string[] } = {}) => {
  const textByStorageKey = new Map(storedTexts.map((key) => [key, '[]']));
  const storage = {
    getItem: (key: string) => textByStorageKey.get(key) ?? null,
    setItem: (key: string, text: string) => void textByStorageKey.set(key, text),
    removeItem: (key: string) => void textByStorageKey.delete(key),
  };
  const resumeCommand = jest.fn(() => Promise.resolve({}));
  const {
    session: client,
    remotes,
    setSession,
  } = fakeShell({ session, commands: { 'social/resumeSending': resumeCommand } });
  const liveStatus = createObservable<LiveStatus>('offline');
  const browser = new EventTarget();
  const stopResuming = resumeSending({
    shell: { session: client, remotes, live: { status: liveStatus.get, onStatus: liveStatus.subscribe } },
    storage: () => storage,
    browser,
  });
  return { resumed: resumeCommand, remotes, storage, browser, stop: stopResuming, setSession, setLive: liveStatus.set };
};

it('resumes the messages of an earlier page as soon as its member is known', () => {
  expect(startResuming().resumed).toHaveBeenCalledTimes(1);
  const { setSession, resumed } = startResuming({ session: 'anonymous' });
  expect(resumed).not.toHaveBeenCalled();
  setSession('verified');
  expect(resumed).toHaveBeenCalledTimes(1);
});

it("loads nothing without unsent messages, and resumes another tab's messages once the connection is back", () => {
  const { setLive, storage, resumed } = startResuming({ storedTexts: [] });
  setLive('online');
  storage.setItem(UNSENT_MESSAGES_KEY, '[]');
  setLive('offline');
  expect(resumed).not.toHaveBeenCalled();
  setLive('online');
  expect(resumed).toHaveBeenCalledTimes(1);
});

it('resumes as soon as the network is back, even when the live connection has noticed nothing', async () => {
  const { browser, resumed, stop } = startResuming();
  expect(resumed).toHaveBeenCalledTimes(1);
  await waitTurns();
  browser.dispatchEvent(new Event('online'));
  expect(resumed).toHaveBeenCalledTimes(2);
  await waitTurns();
  stop();
  browser.dispatchEvent(new Event('online'));
  expect(resumed).toHaveBeenCalledTimes(2);
});

it('tries again at the next connection after a failed load, and not during a load', async () => {
  const commands: string[] = [];
  const commandResolvers: (() => void)[] = [];
  const { session } = fakeShell({ session: 'verified' });
  const runCommand: ShellApi['remotes']['runCommand'] = async (commandName) => {
    commands.push(commandName);
    await new Promise<void>((resolve) => commandResolvers.push(resolve));
    return { ok: false, error: 'unavailable' };
  };
  const liveStatus = createObservable<LiveStatus>('offline');
  resumeSending({
    shell: {
      session,
      remotes: { ...fakeShell({}).remotes, runCommand },
      live: { status: liveStatus.get, onStatus: liveStatus.subscribe },
    },
    storage: () => ({ getItem: () => '[]', setItem: () => undefined, removeItem: () => undefined }),
    browser: new EventTarget(),
  });
  liveStatus.set('online');
  expect(commands).toEqual(['social/resumeSending']);
  commandResolvers.forEach((resolveCommand) => resolveCommand());
  await waitTurns();
  liveStatus.set('offline');
  liveStatus.set('online');
  expect(commands).toHaveLength(2);
});

it('A06 resumes no messages of another user', () => {
  expect(
    startResuming({ storedTexts: [userStorageKey('uid-somebody-else', UNSENT_MESSAGES)] }).resumed,
  ).not.toHaveBeenCalled();
});

it('does nothing after its stop', () => {
  const { setSession, resumed, stop } = startResuming({ session: 'anonymous' });
  stop();
  setSession('verified');
  expect(resumed).not.toHaveBeenCalled();
});
