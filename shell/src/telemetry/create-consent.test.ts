import { createConsent } from './create-consent';

const createStorage = (first?: string) => {
  const kept = new Map<string, string>(first === undefined ? [] : [['mahlzeit.consent', first]]);
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
};
const both = ['analytics', 'errorReports'] as const;

it('is undecided at first, and then as the diner decided, over visits', () => {
  const storage = createStorage();
  const consent = createConsent(() => storage, both);
  expect(consent.get()).toBeNull();
  consent.decide(['errorReports']);
  expect(consent.get()).toEqual(['errorReports']);
  expect(createConsent(() => storage, both).get()).toEqual(['errorReports']);
});

it('can be taken back, and tells of it', () => {
  const storage = createStorage();
  const consent = createConsent(() => storage, both);
  consent.decide(both);
  let told = 0;
  consent.subscribe(() => (told += 1));
  consent.decide([]);
  expect([consent.get(), told]).toEqual([[], 1]);
  expect(createConsent(() => storage, both).get()).toEqual([]);
});

it('is undecided again where a purpose has come up since', () => {
  const storage = createStorage();
  createConsent(() => storage, ['analytics']).decide(['analytics']);
  expect(createConsent(() => storage, both).get()).toBeNull();
});

it('has nothing to ask where there is no purpose', () => {
  expect(createConsent(() => createStorage(), []).get()).toEqual([]);
});

it.each(['', 'null', '{', 'analytics', 'analytics=ja&errorReports=no', 'analytics=yes'])('takes %j in the storage for no consent', (kept) => {
  const storage = createStorage(kept);
  expect(createConsent(() => storage, both).get()).toBeNull();
});

it('lasts as long as the page where the browser forbids storage', () => {
  const consent = createConsent(() => { throw new Error('SecurityError'); }, both);
  expect(consent.get()).toBeNull();
  consent.decide(['analytics']);
  expect(consent.get()).toEqual(['analytics']);
});
