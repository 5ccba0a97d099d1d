import { anAccount, anAnonymousAccount } from '@mahlzeit/contract/fixtures';
import type { Account } from '@mahlzeit/contract';
import { fakeShell } from '@mahlzeit/shared-ui/testing';
import declaration from './remote';
import { isLegalKind } from './screen-access';

const mayOpenScreen = async (
  screenKey: string,
  account: Account,
  ...screenParams: readonly string[]
): Promise<boolean> => {
  const screenDeclaration = declaration.screens.find((declaredScreen) => declaredScreen.key === screenKey);
  if (screenDeclaration === undefined) throw new Error(`Screen not declared: ${screenKey}`);
  return (await screenDeclaration.isValid?.(screenParams, { status: 'known', account }, fakeShell())) ?? true;
};

it.each(['google', 'facebook', 'apple'] as const)(
  'A10 declares no screen for another e-mail address to users of %s',
  async (provider) => {
    expect(await mayOpenScreen('changeemail', anAccount({ thirdParty: provider }))).toBe(false);
    expect(await mayOpenScreen('deleteaccount', anAccount({ thirdParty: provider }))).toBe(true);
  },
);

it('declares the screen for another e-mail address to users with a password', async () => {
  expect(await mayOpenScreen('changeemail', anAccount())).toBe(true);
  expect(await mayOpenScreen('changeemail', anAnonymousAccount())).toBe(false);
});

it.each([
  [[], false],
  [['new'], false],
  [['changed'], false],
  [['reset'], true],
] as const)('opens login %j to a logged-in user: %s', async (screenParams, mayOpenLogin) => {
  expect(await mayOpenScreen('login', anAccount(), ...screenParams)).toBe(mayOpenLogin);
  expect(await mayOpenScreen('login', anAnonymousAccount(), ...screenParams)).toBe(true);
});

it.each([
  ['imprint', true],
  ['privacy', true],
  ['cookies', false],
  ['toString', false],
  ['', false],
])('tells whether %j names a document', (documentParam, isDocument) => {
  expect(isLegalKind(documentParam)).toBe(isDocument);
});
