import { createToldNotifications } from './told-notifications';

const blocked = () => {
  throw new Error('SecurityError');
};

beforeEach(() => localStorage.clear());

it('remembers for every tab of the browser, and over a reload', () => {
  const [one, other] = [createToldNotifications(() => localStorage), createToldNotifications(() => localStorage)];
  one.add(['n1']);
  other.add(['n2']);
  for (const key of ['n1', 'n2']) expect([one.has(key), other.has(key), createToldNotifications(() => localStorage).has(key)]).toEqual([true, true, true]);
  expect(one.has('n3')).toBe(false);
  expect(one.kept()).toEqual(['n1', 'n2']);
});

it('forgets the oldest where there are very many', () => {
  const told = createToldNotifications(() => localStorage);
  told.add(Array.from({ length: 201 }, (_, index) => `n${index}`));
  const later = createToldNotifications(() => localStorage);
  expect([later.has('n0'), later.has('n1'), later.has('n200')]).toEqual([false, true, true]);
});

it('remembers in this page where nothing may be kept', () => {
  const told = createToldNotifications(blocked);
  told.add(['n1']);
  expect([told.has('n1'), told.has('n2')]).toEqual([true, false]);
});

it.each(['{"n1":1}', 'half a te', '[1,null]'])('makes nothing of %s', (kept) => {
  localStorage.setItem('mahlzeit.toldNotifications', kept);
  expect(createToldNotifications(() => localStorage).has('n1')).toBe(false);
});
