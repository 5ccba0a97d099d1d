import type { UserChanges } from '@mahlzeit/contract';
import { changedUser } from './profile-service';
import { anonymousUser, registeredUser } from './user-rules';

const visitor = anonymousUser('uid-1', 1_000);
const member = registeredUser(visitor, {
  email: 'anna@mahlzeit.test',
  passwordHash: 'hash',
  visible: false,
  connectionCode: 'ANNA1234',
  policyVersion: 1,
  now: 1_000,
});
const facts = { policyVersion: 3, now: 5_000 };

const userAfter = (changes: UserChanges, user = member) => {
  const result = changedUser(user, changes, facts);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};

it('leaves what is not mentioned as it is', () => {
  expect(userAfter({})).toEqual(member);
  expect(userAfter({ languageCode: 'en' })).toEqual({ ...member, languageCode: 'en' });
});

it('A04 stores the date and the present version of the policy', () => {
  expect(userAfter({ policyAccepted: true })).toEqual({ ...member, policyAccepted: 5_000, policyVersion: 3 });
});

it.each<[readonly string[], { add: string[]; remove: string[] }, readonly string[]]>([
  [[], { add: ['a'], remove: [] }, ['a']],
  [['a'], { add: ['a', 'b', 'b'], remove: [] }, ['a', 'b']],
  [['a', 'b'], { add: [], remove: ['a', 'unknown'] }, ['b']],
  [['a'], { add: ['b'], remove: ['b'] }, ['a']],
])('of favourites %j and %j keeps %j', (favorites, change, expected) => {
  expect(userAfter({ favorites: change }, { ...member, favorites }).favorites).toEqual(expected);
});

it('keeps the newest thousand favourites', () => {
  const favorites = Array.from({ length: 1_000 }, (_, index) => `key-${index}`);
  const keptFavorites = userAfter({ favorites: { add: ['newest'], remove: [] } }, { ...member, favorites }).favorites;
  expect([keptFavorites.length, keptFavorites[0], keptFavorites.at(-1)]).toEqual([1_000, 'key-1', 'newest']);
});

it('lets visitors set the language alone', () => {
  expect(userAfter({ languageCode: 'de' }, visitor).languageCode).toBe('de');
  expect(changedUser(visitor, { policyAccepted: true }, facts)).toEqual({ ok: false, error: 'registrationRequired' });
  expect(changedUser(visitor, { languageCode: 'de', favorites: { add: ['a'], remove: [] } }, facts)).toEqual({
    ok: false,
    error: 'registrationRequired',
  });
});
