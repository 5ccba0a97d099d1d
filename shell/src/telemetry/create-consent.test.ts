import { createConsent } from './create-consent';

const createStorage = (first?: string) => {
  const stored = new Map<string, string>(first === undefined ? [] : [['mahlzeit.consent', first]]);
  return { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => void stored.set(key, value), removeItem: (key: string) => void stored.delete(key) };
};
const both = ['analytics', 'errorReports'] as const;
const alone = { addEventListener: () => undefined };

it('is undecided at first, and then as the diner decided, over visits', () => {
  const storage = createStorage();
  const consent = createConsent(() => storage, both, alone);
  expect(consent.get()).toBeNull();
  consent.decide(['errorReports']);
  expect(consent.get()).toEqual(['errorReports']);
  expect(createConsent(() => storage, both, alone).get()).toEqual(['errorReports']);
});

it('can be taken back, and tells of it', () => {
  const storage = createStorage();
  const consent = createConsent(() => storage, both, alone);
  consent.decide(both);
  let changes = 0;
  consent.subscribe(() => (changes += 1));
  consent.decide([]);
  expect([consent.get(), changes]).toEqual([[], 1]);
  expect(createConsent(() => storage, both, alone).get()).toEqual([]);
});

it('is undecided again where a purpose has come up since', () => {
  const storage = createStorage();
  createConsent(() => storage, ['analytics'], alone).decide(['analytics']);
  expect(createConsent(() => storage, both, alone).get()).toBeNull();
});

it('has nothing to ask where there is no purpose', () => {
  expect(createConsent(() => createStorage(), [], alone).get()).toEqual([]);
});

it.each(['', 'null', '{', 'analytics', 'version=1&analytics=ja&errorReports=no', 'version=1&analytics=yes', 'analytics=yes&errorReports=yes', 'version=0&analytics=yes&errorReports=yes'])('takes %j in the storage for no consent', (stored) => {
  const storage = createStorage(stored);
  expect(createConsent(() => storage, both, alone).get()).toBeNull();
});

it('keeps on which question it was decided', () => {
  const storage = createStorage();
  createConsent(() => storage, both, alone).decide(['errorReports']);
  expect(storage.getItem('mahlzeit.consent')).toBe('version=1&analytics=no&errorReports=yes');
});

it('lasts as long as the page where the browser forbids storage', () => {
  const consent = createConsent(() => { throw new Error('SecurityError'); }, both, alone);
  expect(consent.get()).toBeNull();
  consent.decide(['analytics']);
  expect(consent.get()).toEqual(['analytics']);
});

it('follows what another tab decides', () => {
  const storage = createStorage();
  const listeners: ((event: { readonly key: string | null }) => void)[] = [];
  const here = createConsent(() => storage, both, { addEventListener: (_, listener) => void listeners.push(listener) });
  const tell = (key: string | null): void => listeners.forEach((listener) => listener({ key }));
  createConsent(() => storage, both, alone).decide(both);
  tell('mahlzeit.session');
  expect(here.get()).toBeNull();
  tell('mahlzeit.consent');
  expect(here.get()).toEqual(both);
  createConsent(() => storage, both, alone).decide([]);
  tell('mahlzeit.consent');
  expect(here.get()).toEqual([]);
});
