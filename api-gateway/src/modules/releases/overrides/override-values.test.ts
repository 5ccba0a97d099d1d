import { RemoteName } from '../manifest';
import { changeOverrides, originOf } from './override-values';

const change = (address: string, present: Readonly<Record<string, string>> = {}, isForeignLink = false) => {
  const presentValues = new Map(
    Object.entries(present).map(([name, value]) => [RemoteName.parse(name), value] as const),
  );
  const result = changeOverrides(address, presentValues, { isForeignLink });
  return result === null ? null : [result.address, Object.fromEntries(result.values)];
};

describe('an address', () => {
  it.each([
    ['/restaurants?remote.social=5.0.1+0123456789ab', '/restaurants', { 'mf-social': '5.0.1+0123456789ab' }],
    ['/restaurants?remote.mf-social=5.0.1%2B0123456789ab', '/restaurants', { 'mf-social': '5.0.1+0123456789ab' }],
    ['/restaurants?remote.social=http://localhost:4202', '/restaurants', { 'mf-social': 'http://localhost:4202' }],
    ['/r?remote.social=http%3A%2F%2Flocalhost%3A4202%2Fx%3Fy', '/r', { 'mf-social': 'http://localhost:4202' }],
    ['/r?remote.social=off&qa', '/r?qa', { 'mf-social': 'off' }],
    ['/r?qa&remote.social=1&a=b%20c&remote.probe=2', '/r?qa&a=b%20c', { 'mf-probe': '2', 'mf-social': '1' }],
    ['/r?remote.social=Quatsch', '/r', { 'mf-social': 'Quatsch' }],
  ])('%s asks for releases', (address, target, values) => expect(change(address)).toEqual([target, values]));

  it.each(['/r', '/r?qa', '/r?remotes=1', '/r?token=remote.social', '/r?x=remote.social=1'])(
    '%s asks for none',
    (address) => expect(change(address)).toBeNull(),
  );

  it.each([
    ['/r?remote.social=', { 'mf-account': '2' }],
    ['/r?remote', {}],
    ['/r?remote&remote.social=3', { 'mf-social': '3' }],
    ['/r?remote.social=3', { 'mf-account': '2', 'mf-social': '3' }],
    [`/r?remote.social=${'a'.repeat(101)}`, { 'mf-account': '2' }],
    ['/r?remote.social=ü', { 'mf-account': '2' }],
    ['/r?remote.So%20cial=1', { 'mf-account': '2', 'mf-social': '1' }],
    ['/r?remote.%E0%A4%A=1', { 'mf-account': '2', 'mf-social': '1' }],
  ])('%s changes what the browser has asked for before', (address, values) =>
    expect(change(address, { 'mf-account': '2', 'mf-social': '1' })).toEqual(['/r', values]),
  );

  it('names no dev server in a link of another site', () => {
    const present = { 'mf-social': 'http://localhost:4202' };
    expect(change('/r?remote.social=http://localhost:4203&remote.account=2', present, true)).toEqual([
      '/r',
      { 'mf-account': '2' },
    ]);
  });

  it('keeps no more overrides than a cookie can hold', () => {
    const query = Array.from({ length: 40 }, (_, index) => `remote.r${index}=${'9'.repeat(100)}`).join('&');
    expect(changeOverrides(`/r?${query}`, new Map(), { isForeignLink: false })?.values.size).toBe(16);
  });
});

it.each([
  ['http://localhost:4202', 'http://localhost:4202'],
  ['http://localhost:4202/', 'http://localhost:4202'],
  ['https://dev.example:443/path', 'https://dev.example'],
  ['http://', null],
  ['ftp://localhost', null],
  ['javascript:alert(1)', null],
  ['5.0.1+0123456789ab', null],
])('%s names the origin %s', (value, origin) => expect(originOf(value)).toBe(origin));
