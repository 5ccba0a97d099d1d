import type { UserChanges } from '@mahlzeit/contract';
import { applyUserChanges } from './profile-service';
import { anonymousUser, registeredUser } from './user-rules';

const visitorUser = anonymousUser('uid-1', 1_000);
const registeredMember = registeredUser(visitorUser, {
  email: 'anna@mahlzeit.test',
  passwordHash: 'hash',
  visible: false,
  connectionCode: 'ANNA1234',
  policyVersion: 1,
  now: 1_000,
});
const changeFacts = { policyVersion: 3, now: 5_000 };

const applyChanges = (userChanges: UserChanges, user = registeredMember) => {
  const changeResult = applyUserChanges(user, userChanges, changeFacts);
  if (!changeResult.ok) throw new Error(changeResult.error);
  return changeResult.value;
};

it('leaves what is not mentioned as it is', () => {
  expect(applyChanges({})).toEqual(registeredMember);
  expect(applyChanges({ languageCode: 'en' })).toEqual({ ...registeredMember, languageCode: 'en' });
});

it('A04 stores the date and the present version of the policy', () => {
  expect(applyChanges({ policyAccepted: true })).toEqual({
    ...registeredMember,
    policyAccepted: 5_000,
    policyVersion: 3,
  });
});

it.each<[readonly string[], { add: string[]; remove: string[] }, readonly string[]]>([
  [[], { add: ['a'], remove: [] }, ['a']],
  [['a'], { add: ['a', 'b', 'b'], remove: [] }, ['a', 'b']],
  [['a', 'b'], { add: [], remove: ['a', 'unknown'] }, ['b']],
  [['a'], { add: ['b'], remove: ['b'] }, ['a']],
])('of favourites %j and %j keeps %j', (currentFavorites, favoritesChange, expectedFavorites) => {
  expect(
    applyChanges({ favorites: favoritesChange }, { ...registeredMember, favorites: currentFavorites }).favorites,
  ).toEqual(expectedFavorites);
});

it('keeps the newest thousand favourites', () => {
  const manyFavorites = Array.from({ length: 1_000 }, (_, index) => `key-${index}`);
  const remainingFavorites = applyChanges(
    { favorites: { add: ['newest'], remove: [] } },
    { ...registeredMember, favorites: manyFavorites },
  ).favorites;
  expect([remainingFavorites.length, remainingFavorites[0], remainingFavorites.at(-1)]).toEqual([
    1_000,
    'key-1',
    'newest',
  ]);
});

it('lets visitors set the language alone', () => {
  expect(applyChanges({ languageCode: 'de' }, visitorUser).languageCode).toBe('de');
  expect(applyUserChanges(visitorUser, { policyAccepted: true }, changeFacts)).toEqual({
    ok: false,
    error: 'registrationRequired',
  });
  expect(
    applyUserChanges(visitorUser, { languageCode: 'de', favorites: { add: ['a'], remove: [] } }, changeFacts),
  ).toEqual({
    ok: false,
    error: 'registrationRequired',
  });
});
