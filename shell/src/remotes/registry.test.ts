import { aPageRegistry } from '@mahlzeit/contract/fixtures';
import { createRemoteLookup, fetchCurrentRelease, remoteOfModal } from './registry';

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

describe('the present release of a remote', () => {
  const answerWith = (body: unknown) =>
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(JSON.stringify(body), { status: 200 }));
  afterEach(() => jest.restoreAllMocks());

  it('is read from the gateway, beside releases in a form that this page doesn’t know', async () => {
    const fetchCalls = answerWith({
      remotes: [
        { name: 'mf-later', form: 'unknown' },
        { ...remote, version: 'later' },
      ],
    });
    await expect(fetchCurrentRelease(remote.name, [])).resolves.toMatchObject({ name: remote.name, version: 'later' });
    expect(fetchCalls).toHaveBeenCalledWith('/registry.json', expect.objectContaining({ cache: 'no-store' }));
  });

  it('gives way to the last good one where this page has found it broken', async () => {
    const fetchCalls = answerWith({ remotes: [remote] });
    await fetchCurrentRelease('mf-social', ['5.0.1+aaaa', '5.0.1+bbbb']);
    const [firstCall] = fetchCalls.mock.calls;
    expect(new URL(String(firstCall?.[0]), 'https://mahlzeit.test').searchParams.get('failed')).toBe(
      'mf-social@5.0.1+aaaa,mf-social@5.0.1+bbbb',
    );
  });

  it('is null for a remote without a release, and for one in an unknown form', async () => {
    answerWith({ remotes: [{ name: remote.name }] });
    await expect(fetchCurrentRelease(remote.name, [])).resolves.toBeNull();
  });

  it.each([
    ['another content', { error: 'unavailable' }],
    ['no object', 7],
  ])('is null where the gateway answers %s', async (_, body) => {
    answerWith(body);
    await expect(fetchCurrentRelease(remote.name, [])).resolves.toBeNull();
  });

  it('is null where the gateway can’t be reached', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(fetchCurrentRelease(remote.name, [])).resolves.toBeNull();
  });
});
