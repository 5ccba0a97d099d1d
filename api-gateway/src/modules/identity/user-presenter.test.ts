import { Account, User } from '@mahlzeit/contract';
import { newConnectionCode } from './connection-code';
import { presentAccount, presentUser } from './user-presenter';
import { anonymousUser, registeredUser } from './user-rules';

const visitor = anonymousUser('visitor', 1);
const anna = registeredUser(visitor, { email: 'anna@mahlzeit.test', passwordHash: 'secret-hash', visible: true, connectionCode: 'ABCDEFGH', policyVersion: 3, now: 5 });

it('shows a visitor without link and code', () => {
  expect(presentAccount(visitor, 'https://mahlzeit.test')).toMatchObject({ isAnonymous: true, loggedIn: false, verified: false, connectionLink: null, connectionCode: null });
});

it('shows a registered user with the link that connects to her', () => {
  const account = presentAccount(anna, 'https://mahlzeit.test');
  expect(Account.parse(account)).toEqual(account);
  expect(account).toMatchObject({ loggedIn: true, connectionLink: 'https://mahlzeit.test/restaurants#addcontacts/ABCDEFGH', connectionCode: 'ABCDEFGH' });
});

it('answers the user document of the contract and nothing beside it', () => {
  const user = presentUser(anna);
  expect(User.parse(user)).toEqual(user);
  expect(JSON.stringify(user)).not.toContain('secret-hash');
});

it('tells who has left that the account waits for its end, and until when', () => {
  const left = { ...anna, deletedAt: 1_782_295_200_000 };
  const inThirtyDays = 1_784_887_200_000;
  expect([presentUser(left), presentUser(anna)]).toMatchObject([{ deleted: true, erasedAt: inThirtyDays }, { deleted: false, erasedAt: null }]);
  expect([left, anna, visitor].map((user) => presentAccount(user, 'https://mahlzeit.test').deleted)).toEqual([true, false, false]);
});

it('makes codes of eight readable signs', () => {
  const codes = Array.from({ length: 200 }, newConnectionCode);
  for (const code of codes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
  expect(new Set(codes).size).toBe(200);
});
