import { createScreenDirectory } from './screen-directory';

const directory = createScreenDirectory([
  { name: 'mf-account', screens: ['registration', 'login'], mainScreen: null },
  { name: 'mf-discovery', screens: ['main', 'details'], mainScreen: 'main' },
]);

it.each([
  ['details', 'mf-discovery'],
  ['login', 'mf-account'],
  ['orders', null],
  ['main', null],
  ['', null],
  ['constructor', null],
])('finds the remote of the modal %j', (key, remote) => {
  expect(directory.remoteOfModal(key)).toBe(remote);
  expect(directory.hasModal(key)).toBe(remote !== null);
});

it('finds the screen of the main region', () => {
  expect(directory.mainScreen()).toEqual({ remote: 'mf-discovery', key: 'main' });
  expect(createScreenDirectory([]).mainScreen()).toBeNull();
});
