import { CODE_LIFETIME_MS, codeHashOf, checkCode, MAX_WRONG_TRIES, createCode } from './verification-service';

const key = new Uint8Array(32).fill(7);
const now = 1_782_295_200_000;
const account = { uid: 'anna', email: 'anna@mahlzeit.test' };
const storedCode = {
  ...account,
  codeHash: codeHashOf(key, { ...account, code: '004711' }),
  expiresAt: now + CODE_LIFETIME_MS,
  wrongTries: 0,
};
const trialOf = (code: string) => ({
  email: account.email,
  codeHash: codeHashOf(key, { ...account, code }),
  now,
  maxWrongTries: MAX_WRONG_TRIES,
});

it.each([
  ['the code', storedCode, trialOf('004711'), 'right'],
  ['another code', storedCode, trialOf('004712'), 'wrong'],
  ['A02 the same number without its zeros', storedCode, trialOf('4711'), 'wrong'],
  ['no code was mailed', null, trialOf('004711'), 'wrong'],
  ['its last millisecond', storedCode, { ...trialOf('004711'), now: storedCode.expiresAt - 1 }, 'right'],
  ['one millisecond too late', storedCode, { ...trialOf('004711'), now: storedCode.expiresAt }, 'wrong'],
  ['the address before', storedCode, { ...trialOf('004711'), email: 'neu@mahlzeit.test' }, 'wrong'],
  ['the last try', { ...storedCode, wrongTries: 4 }, trialOf('004711'), 'right'],
  ['a spent code', { ...storedCode, wrongTries: 5 }, trialOf('004711'), 'spent'],
  ['a spent and wrong one', { ...storedCode, wrongTries: 5 }, trialOf('004712'), 'spent'],
  ['no limits', { ...storedCode, wrongTries: 99 }, { ...trialOf('004711'), maxWrongTries: Infinity }, 'right'],
])('checks %s', (_title, storedCodeCase, codeTrial, expectedVerdict) =>
  expect(checkCode(storedCodeCase, codeTrial)).toBe(expectedVerdict),
);

it('hides a code by the key, the user and the address', () => {
  const codeHash = codeHashOf(key, { ...account, code: '004711' });
  expect(codeHashOf(new Uint8Array(32).fill(8), { ...account, code: '004711' })).not.toBe(codeHash);
  expect(codeHashOf(key, { ...account, uid: 'ben', code: '004711' })).not.toBe(codeHash);
  expect(codeHashOf(key, { ...account, email: 'neu@mahlzeit.test', code: '004711' })).not.toBe(codeHash);
});

it('draws codes of six digits from the whole range', () => {
  const codes = Array.from({ length: 2_000 }, createCode);
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
  // With random codes, the probability that a first digit is missing is 10^-91.
  expect(new Set(codes.map((code) => code[0])).size).toBe(10);
});
