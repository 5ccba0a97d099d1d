import { aPageRegistry } from '@mahlzeit/contract/fixtures';
import { createRemoteLookup } from '../registry/remote-lookup';
import { remoteOfModal } from './remote-of-modal';

const [remote] = aPageRegistry().remotes;
if (remote === undefined) throw new Error('the fixture has a remote');
const lookup = createRemoteLookup({
  remotes: [
    { ...remote, name: 'mf-account', screens: ['registration', 'login'], mainScreen: null },
    { ...remote, name: 'mf-discovery', screens: ['main', 'details'], mainScreen: 'main' },
  ],
});

it.each([
  ['details', 'mf-discovery'],
  ['login', 'mf-account'],
  ['orders', null],
  ['main', null],
  ['', null],
  ['constructor', null],
])('finds the remote of the modal %j', (key, name) => {
  expect(remoteOfModal(lookup, key)).toBe(name);
});
