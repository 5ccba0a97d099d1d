import { checkVersion, majorOf } from './access-rules';

const checked = (requiredVersion: string | null, own = '5.0.9', maintenance = false) => checkVersion({ maintenance, requiredVersion }, own);

it.each([
  ['5.0.9', '5.0.9', 'open'],
  ['5.0.8', '5.0.9', 'open'],
  ['5.0.10', '5.0.9', 'outdated'],
  ['5.0.9', '5.0.10', 'open'],
  ['5.1', '5.0.9', 'outdated'],
  ['5.0', '5.0.0', 'open'],
  ['5.0.0.1', '5.0.0', 'outdated'],
  ['6', '5.9.9', 'outdated'],
  ['4.99.99', '5.0.0', 'open'],
  [' 5.0.9 ', '5.0.9', 'open'],
])('A05 requires %s of %s: %s', (required, own, access) => {
  expect(checked(required, own)).toEqual({ access, isBadVersion: false });
});

it.each([null, '', 'abc', '5.x', '5..1', '-5', '5.0.1-beta'])('A05 takes %j for a bad version and lets everybody in', (required) => {
  expect(checked(required)).toEqual({ access: 'open', isBadVersion: true });
});

it('lets nobody in during maintenance, whatever the version', () => {
  expect(checked('5.0.9', '5.0.9', true).access).toBe('maintenance');
  expect(checked('9.0.0', '5.0.9', true).access).toBe('maintenance');
  expect(checked(null, '5.0.9', true)).toEqual({ access: 'maintenance', isBadVersion: true });
});

it('lets in a build whose own version is none', () => {
  expect(checked('5.0.9', 'dev').access).toBe('open');
});

it.each([['5.0.1', '5'], ['12.3', '12'], ['7', '7'], ['', '']])('files the version info of %s under %s', (version, major) => {
  expect(majorOf(version)).toBe(major);
});
