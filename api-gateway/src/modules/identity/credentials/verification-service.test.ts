import { CODE_LIFETIME_MS, codeHashOf, checkCode, MAX_WRONG_TRIES, newCode } from './verification-service';

const key = new Uint8Array(32).fill(7);
const now = 1_782_295_200_000;
const account = { uid: 'anna', email: 'anna@mahlzeit.test' };
const stored = {
  ...account,
  codeHash: codeHashOf(key, { ...account, code: '004711' }),
  expiresAt: now + CODE_LIFETIME_MS,
  wrongTries: 0,
};
const trial = (code: string) => ({
  email: account.email,
  codeHash: codeHashOf(key, { ...account, code }),
  now,
  maxWrongTries: MAX_WRONG_TRIES,
});

it.each([
  ['the code', stored, trial('004711'), 'right'],
  ['another code', stored, trial('004712'), 'wrong'],
  ['A02 the same number without its zeros', stored, trial('4711'), 'wrong'],
  ['no code was mailed', null, trial('004711'), 'wrong'],
  ['its last millisecond', stored, { ...trial('004711'), now: stored.expiresAt - 1 }, 'right'],
  ['one millisecond too late', stored, { ...trial('004711'), now: stored.expiresAt }, 'wrong'],
  ['the address before', stored, { ...trial('004711'), email: 'neu@mahlzeit.test' }, 'wrong'],
  ['the last try', { ...stored, wrongTries: 4 }, trial('004711'), 'right'],
  ['a spent code', { ...stored, wrongTries: 5 }, trial('004711'), 'spent'],
  ['a spent and wrong one', { ...stored, wrongTries: 5 }, trial('004712'), 'spent'],
  ['no limits', { ...stored, wrongTries: 99 }, { ...trial('004711'), maxWrongTries: Infinity }, 'right'],
])('checks %s', (_what, code, tried, verdict) => expect(checkCode(code, tried)).toBe(verdict));

it('hides a code by the key, the user and the address', () => {
  const hash = codeHashOf(key, { ...account, code: '004711' });
  expect(codeHashOf(new Uint8Array(32).fill(8), { ...account, code: '004711' })).not.toBe(hash);
  expect(codeHashOf(key, { ...account, uid: 'ben', code: '004711' })).not.toBe(hash);
  expect(codeHashOf(key, { ...account, email: 'neu@mahlzeit.test', code: '004711' })).not.toBe(hash);
});

it('draws codes of six digits from the whole range', () => {
  const codes = Array.from({ length: 2_000 }, newCode);
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
  // The probability that a tenth of the range has no code is 10^-91.
  expect(new Set(codes.map((code) => code[0])).size).toBe(10);
});
