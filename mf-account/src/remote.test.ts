import { anAccount, anAnonymousAccount } from '@mahlzeit/contract/fixtures';
import type { Account } from '@mahlzeit/contract';
import { fakeShell } from '@mahlzeit/shared-ui/testing';
import declaration from './remote';
import { isLegalKind } from './screen-access';

const mayOpen = async (key: string, account: Account, ...params: readonly string[]): Promise<boolean> => {
  const screen = declaration.screens.find((declaredScreen) => declaredScreen.key === key);
  if (screen === undefined) throw new Error(`Screen not declared: ${key}`);
  return (await screen.isValid?.(params, { status: 'known', account }, fakeShell())) ?? true;
};

it.each(['google', 'facebook', 'apple'] as const)(
  'A10 declares no screen for another e-mail address to users of %s',
  async (thirdParty) => {
    expect(await mayOpen('changeemail', anAccount({ thirdParty }))).toBe(false);
    expect(await mayOpen('deleteaccount', anAccount({ thirdParty }))).toBe(true);
  },
);

it('declares the screen for another e-mail address to users with a password', async () => {
  expect(await mayOpen('changeemail', anAccount())).toBe(true);
  expect(await mayOpen('changeemail', anAnonymousAccount())).toBe(false);
});

it.each([
  [[], false],
  [['new'], false],
  [['changed'], false],
  [['reset'], true],
] as const)('opens login %j to a logged-in user: %s', async (params, isOpen) => {
  expect(await mayOpen('login', anAccount(), ...params)).toBe(isOpen);
  expect(await mayOpen('login', anAnonymousAccount(), ...params)).toBe(true);
});

it.each([
  ['imprint', true],
  ['privacy', true],
  ['cookies', false],
  ['toString', false],
  ['', false],
])('tells whether %j names a document', (param, expected) => {
  expect(isLegalKind(param)).toBe(expected);
});
