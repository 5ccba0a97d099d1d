import { fakeAddresses } from '../fake-entries';
import type { ReturnName } from '../router/return-values';
import { openSharedPlace } from './shared-place';

const share = ({ sharedUrl, sharedText }: { readonly sharedText?: string; readonly sharedUrl?: string }) => {
  const returnValues = new Map<ReturnName, string>();
  if (sharedUrl !== undefined) returnValues.set('sharedUrl', sharedUrl);
  if (sharedText !== undefined) returnValues.set('sharedText', sharedText);
  const [replace, snackbar] = [jest.fn(), jest.fn()];
  openSharedPlace(
    { router: { replace }, lookup: fakeAddresses(), snackbar, origin: 'https://mahlzeit.test' },
    returnValues,
  );
  return { opened: replace.mock.calls, messages: snackbar.mock.calls.map(([{ text }]) => text) };
};

it.each([
  [{ sharedUrl: 'https://mahlzeit.test/r/elbkantine' }],
  [{ sharedText: 'Mittag im Lokal Elbkantine? https://mahlzeit.test/r/elbkantine' }],
  [{ sharedUrl: '', sharedText: 'https://other.test/r/x https://mahlzeit.test/r/elbkantine' }],
])('opens „Teilen“ of the place in %j', (returnValues) => {
  expect(share(returnValues)).toEqual({ opened: [['details', 'elbkantine', 'share']], messages: [] });
});

it.each([
  [{ sharedText: 'Suppe' }],
  [{ sharedUrl: 'https://other.test/r/elbkantine' }],
  [{ sharedUrl: 'https://mahlzeit.test/i/3qZ8-t0k3n' }],
  [{ sharedUrl: 'https://mahlzeit.test/r/a/b' }],
  [{ sharedUrl: 'https://' }],
])('opens nothing for %j, and says so', (returnValues) => {
  expect(share(returnValues)).toEqual({ opened: [], messages: ['Das ist keine Adresse eines Lokals bei Mahlzeit.'] });
});

it('says nothing on a return with other values', () => {
  expect(share({})).toEqual({ opened: [], messages: [] });
});
