import { anAccount, anAnonymousAccount } from '@mahlzeit/contract/fixtures';
import type { Account } from '@mahlzeit/contract';
import declaration from './remote';
import { isLegalKind } from './screen-access';

const mayOpen = (key: string, account: Account, ...params: readonly string[]): boolean => {
  const screen = declaration.screens.find((declared) => declared.key === key);
  if (screen === undefined) throw new Error(`no screen ${key}`);
  return screen.isValid?.(params, { status: 'known', account }) ?? true;
};

it.each(['google', 'facebook', 'apple'] as const)('A10 opens no way to another e-mail address for who signs in by %s', (thirdParty) => {
  expect(mayOpen('changeemail', anAccount({ thirdParty }))).toBe(false);
  expect(mayOpen('deleteaccount', anAccount({ thirdParty }))).toBe(true);
});

it('opens the way to another e-mail address for who has a password alone', () => {
  expect(mayOpen('changeemail', anAccount())).toBe(true);
  expect(mayOpen('changeemail', anAnonymousAccount())).toBe(false);
});

it.each([[[], false], [['new'], false], [['changed'], false], [['reset'], true]] as const)('opens login %j to who is logged in: %s', (params, isOpen) => {
  expect(mayOpen('login', anAccount(), ...params)).toBe(isOpen);
  expect(mayOpen('login', anAnonymousAccount(), ...params)).toBe(true);
});

it.each([['imprint', true], ['privacy', true], ['cookies', false], ['toString', false], ['', false]])('knows whether %j names a document', (param, expected) => {
  expect(isLegalKind(param)).toBe(expected);
});
