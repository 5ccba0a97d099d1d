import { meTopic } from '@mahlzeit/contract';
import { aBlockedUser, aChat, anAccount } from '@mahlzeit/contract/fixtures';
import { fakeShell } from '@mahlzeit/shared-ui/testing';
import { waitTurns } from '../fake-browser';
import { watchUnreadCount } from './unread-count';

const unreadChat = aChat({ key: 'a' });
const chatRead = { key: 'a', messageKey: 'nachricht-01', timestamp: unreadChat.updatedAt };

const startPage = ({
  session = 'verified',
  setAppBadge = jest.fn(() => Promise.resolve()),
}: {
  readonly session?: 'anonymous' | 'verified' | 'unknown';
  readonly setAppBadge?: (count?: number) => Promise<void>;
} = {}) => {
  const shell = fakeShell({ session, topics: { [meTopic]: { chats: [unreadChat, aChat({ key: 'b' })] } } });
  const prefixes: string[] = [];
  const stopWatching = watchUnreadCount({
    shell,
    title: { setPrefix: (prefix) => void prefixes.push(prefix) },
    navigator: { setAppBadge },
  });
  const putChatRead = () =>
    shell.change(meTopic, { kind: 'put', collection: 'chatReads', key: 'a', value: { ...chatRead } });
  return { shell, prefixes, setAppBadge, putChatRead, stop: stopWatching };
};

it('writes the number of unread chats into the title and onto the icon, as soon as chats are known', async () => {
  const { shell, prefixes, setAppBadge, putChatRead } = startPage();
  // The number that an earlier visit has left on the app's icon stays until the chats are loaded.
  expect(setAppBadge).not.toHaveBeenCalled();
  await waitTurns();
  expect(prefixes).toEqual(['(2) ']);
  putChatRead();
  expect(prefixes).toEqual(['(2) ', '(1) ']);
  const { key, ...blockedUser } = aBlockedUser({ key: 'uid-mehmet-01' });
  shell.change(meTopic, { kind: 'put', collection: 'blockedUsers', key, value: { ...blockedUser, key } });
  expect(prefixes).toEqual(['(2) ', '(1) ', '']);
  expect(jest.mocked(setAppBadge).mock.calls).toEqual([[2], [1], [0]]);
});

it('removes the number that an earlier visit has left, for a visitor', () => {
  const { setAppBadge, prefixes } = startPage({ session: 'anonymous' });
  expect(setAppBadge).toHaveBeenCalledWith(0);
  expect(prefixes).toEqual(['']);
});

it.each([
  ['logs out', 'anonymous'],
  ['is not known any more', 'unknown'],
  ['is another one', { status: 'known', account: anAccount({ uid: 'uid-mehmet-01' }) }],
] as const)('A06 removes the number as soon as the member %s', async (_name, nextSession) => {
  const { shell, prefixes } = startPage();
  await waitTurns();
  shell.setSession(nextSession);
  expect(prefixes).toEqual(['(2) ', '']);
});

it('counts for a member who logs in, and again after a session that was unknown for a while', async () => {
  const { shell, prefixes } = startPage({ session: 'unknown' });
  expect(prefixes).toEqual([]);
  shell.setSession('anonymous');
  shell.setSession('verified');
  await waitTurns();
  expect(prefixes).toEqual(['', '(2) ']);
});

it('works in browsers that have no number on icons, or forbid it', async () => {
  const refused = startPage({ setAppBadge: () => Promise.reject(new DOMException('no', 'NotAllowedError')) });
  await waitTurns();
  expect(refused.prefixes).toEqual(['(2) ']);
  const shell = fakeShell({ session: 'verified', topics: { [meTopic]: { chats: [unreadChat] } } });
  const setPrefix = jest.fn();
  watchUnreadCount({ shell, title: { setPrefix }, navigator: {} });
  await waitTurns();
  expect(setPrefix).toHaveBeenCalledWith('(1) ');
});

it('writes nothing after its stop', async () => {
  const { prefixes, putChatRead, stop } = startPage();
  await waitTurns();
  stop();
  putChatRead();
  expect(prefixes).toEqual(['(2) ']);
});
