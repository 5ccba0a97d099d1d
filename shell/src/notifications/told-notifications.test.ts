import { createAnnouncedNotifications } from './told-notifications';

const blocked = () => {
  throw new Error('SecurityError');
};

beforeEach(() => localStorage.clear());

it('remembers for every tab of the browser, and over a reload', () => {
  const [one, other] = [createAnnouncedNotifications(() => localStorage), createAnnouncedNotifications(() => localStorage)];
  one.add(['n1']);
  other.add(['n2']);
  for (const key of ['n1', 'n2']) expect([one.has(key), other.has(key), createAnnouncedNotifications(() => localStorage).has(key)]).toEqual([true, true, true]);
  expect(one.has('n3')).toBe(false);
  expect(one.persisted()).toEqual(['n1', 'n2']);
});

it('forgets the oldest where there are very many', () => {
  const announced = createAnnouncedNotifications(() => localStorage);
  announced.add(Array.from({ length: 201 }, (_, index) => `n${index}`));
  const later = createAnnouncedNotifications(() => localStorage);
  expect([later.has('n0'), later.has('n1'), later.has('n200')]).toEqual([false, true, true]);
});

it('remembers in this page where nothing may be stored', () => {
  const announced = createAnnouncedNotifications(blocked);
  announced.add(['n1']);
  expect([announced.has('n1'), announced.has('n2')]).toEqual([true, false]);
});

it.each(['{"n1":1}', 'half a te', '[1,null]'])('makes nothing of %s', (persisted) => {
  localStorage.setItem('mahlzeit.toldNotifications', persisted);
  expect(createAnnouncedNotifications(() => localStorage).has('n1')).toBe(false);
});
