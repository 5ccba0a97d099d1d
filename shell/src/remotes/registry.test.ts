import { aPageRegistry } from '@mahlzeit/contract/fixtures';
import { createRemoteLookup, remoteOfModal } from './registry';

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

describe('addresses that remotes declare', () => {
  const declared = createRemoteLookup({
    remotes: [
      { ...remote, name: 'mf-account' },
      {
        ...remote,
        name: 'mf-probe',
        addresses: { login: ['probe', 'now'], '/p': ['probe'] },
      },
      { ...remote, name: 'mf-second', addresses: { login: ['other'], '/p': ['other'] } },
    ],
  });

  it('come from the first remote that declares them', () => {
    expect(declared.address('login')).toEqual({ key: 'probe', params: ['now'] });
    expect(declared.address('/p')).toEqual({ key: 'probe', params: [] });
  });

  it('are absent where no remote declares them', () => {
    expect([declared.address('consent'), declared.address('/constructor')]).toEqual([null, null]);
  });
});
