/** @page */
import { anAccount } from '@mahlzeit/contract/fixtures';
import { eraseOtherUsers, userStorageKey } from '@mahlzeit/shared-ui/platform';
import { fakeShell } from '@mahlzeit/shared-ui/testing';
import { createChatDrafts } from './chat-drafts';

const STORAGE_KEY = userStorageKey(anAccount().uid, 'chatDrafts');

afterEach(() => {
  jest.restoreAllMocks();
  window.localStorage.clear();
});

const openPage = (shell = fakeShell({ session: 'verified' })) => {
  const drafts = createChatDrafts({ session: shell.session, storage: () => window.localStorage, browser: window });
  const onChange = jest.fn();
  return { shell, drafts, onChange, close: drafts.subscribe(onChange) };
};

const changeInAnotherTab = (storedTexts: Readonly<Record<string, unknown>>): void => {
  window.localStorage.setItem(STORAGE_KEY, JSON.stringify(storedTexts));
  window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY }));
};

it('keeps one text for each chat over a reload', () => {
  const firstPage = openPage();
  firstPage.drafts.write('a', 'Bin gleich');
  firstPage.drafts.write('b', 'Wo seid ihr?');
  expect(firstPage.onChange).toHaveBeenCalledTimes(2);
  const { drafts } = openPage();
  expect([drafts.textOf('a'), drafts.textOf('b'), drafts.textOf('c')]).toEqual(['Bin gleich', 'Wo seid ihr?', '']);
});

it('removes an emptied text, and stores none that nobody can see', () => {
  const { drafts } = openPage();
  drafts.write('a', 'Bin');
  drafts.write('b', '  ');
  expect(drafts.textOf('b')).toBe('  ');
  expect(JSON.parse(window.localStorage.getItem(STORAGE_KEY) ?? '')).toEqual({ a: 'Bin' });
  drafts.write('a', '');
  expect(window.localStorage.getItem(STORAGE_KEY)).toBeNull();
});

it('A06 belongs to one account: another user sees nothing, and logging out removes it', () => {
  const { shell, drafts, onChange } = openPage();
  drafts.write('a', 'Nur für Mehmet');
  shell.setSession({ status: 'known', account: anAccount({ uid: 'uid-mehmet-01' }) });
  expect(onChange).toHaveBeenCalledTimes(2);
  expect(drafts.textOf('a')).toBe('');
  drafts.write('a', 'Von mir');
  shell.setSession('anonymous');
  expect(drafts.textOf('a')).toBe('');
  drafts.write('a', 'Niemand');
  expect(drafts.textOf('a')).toBe('');
  eraseOtherUsers(() => window.localStorage, 'visitor');
  expect(window.localStorage).toHaveLength(0);
  shell.setSession('verified');
  expect(drafts.textOf('a')).toBe('');
});

it('takes over what another tab has written and sent, and keeps that tab’s other texts', () => {
  const { drafts, onChange } = openPage();
  drafts.write('a', 'Bin');
  changeInAnotherTab({ b: 'Dort' });
  expect([drafts.textOf('a'), drafts.textOf('b')]).toEqual(['', 'Dort']);
  expect(onChange).toHaveBeenCalledTimes(2);
  drafts.write('a', 'Hier');
  expect(JSON.parse(window.localStorage.getItem(STORAGE_KEY) ?? '')).toEqual({ a: 'Hier', b: 'Dort' });
  window.dispatchEvent(new StorageEvent('storage', { key: 'mahlzeit.lastPlace' }));
  expect(onChange).toHaveBeenCalledTimes(3);
});

it('holds a text that the browser could not store, also while another tab writes', () => {
  const { drafts, close } = openPage();
  jest.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  drafts.write('a', 'Zu viel');
  changeInAnotherTab({ b: 'Dort' });
  expect([drafts.textOf('a'), drafts.textOf('b')]).toEqual(['Zu viel', 'Dort']);
  close();
  drafts.subscribe(() => undefined);
  expect(drafts.textOf('a')).toBe('Zu viel');
});

it('forgets the drafts of chats that are gone', () => {
  const { drafts } = openPage();
  drafts.write('a', 'Hier');
  drafts.write('weg', 'Dort');
  drafts.removeUnless((chatKey) => chatKey === 'a');
  expect([drafts.textOf('a'), drafts.textOf('weg')]).toEqual(['Hier', '']);
});

it.each(['{', '[1, {"a": 3}]', '{"a": 3}', '"x"'])('reads nothing from a storage with %s', (storedText) => {
  window.localStorage.setItem(STORAGE_KEY, storedText);
  expect(openPage().drafts.textOf('a')).toBe('');
});
