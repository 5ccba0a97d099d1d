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
])('finds the remote of the modal %j', (modalKey, remoteName) => {
  expect(remoteOfModal(lookup, modalKey)).toBe(remoteName);
});

describe('addresses that remotes declare', () => {
  const lookupOfDeclared = createRemoteLookup({
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
    expect(lookupOfDeclared.address('login')).toEqual({ key: 'probe', params: ['now'] });
    expect(lookupOfDeclared.address('/p')).toEqual({ key: 'probe', params: [] });
  });

  it('are absent where no remote declares them', () => {
    expect([lookupOfDeclared.address('consent'), lookupOfDeclared.address('/constructor')]).toEqual([null, null]);
  });
});
