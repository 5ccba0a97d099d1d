import {
  VERIFICATION_CODE_LIFETIME_MS,
  codeHashOf,
  checkVerificationCode,
  MAX_WRONG_TRIES,
  createVerificationCode,
} from './verification-service';

const codeKey = new Uint8Array(32).fill(7);
const now = 1_782_295_200_000;
const annaAccount = { uid: 'anna', email: 'anna@mahlzeit.test' };
const storedCode = {
  ...annaAccount,
  codeHash: codeHashOf(codeKey, { ...annaAccount, code: '004711' }),
  expiresAt: now + VERIFICATION_CODE_LIFETIME_MS,
  wrongTries: 0,
};
const codeTrialOf = (verificationCode: string) => ({
  email: annaAccount.email,
  codeHashes: [codeHashOf(codeKey, { ...annaAccount, code: verificationCode })],
  now,
  maxWrongTries: MAX_WRONG_TRIES,
});

it.each([
  ['the code', storedCode, codeTrialOf('004711'), 'right'],
  ['another code', storedCode, codeTrialOf('004712'), 'wrong'],
  ['A02 the same number without its zeros', storedCode, codeTrialOf('4711'), 'wrong'],
  ['no code was mailed', null, codeTrialOf('004711'), 'wrong'],
  ['its last millisecond', storedCode, { ...codeTrialOf('004711'), now: storedCode.expiresAt - 1 }, 'right'],
  ['one millisecond too late', storedCode, { ...codeTrialOf('004711'), now: storedCode.expiresAt }, 'wrong'],
  ['the address before', storedCode, { ...codeTrialOf('004711'), email: 'neu@mahlzeit.test' }, 'wrong'],
  ['the last try', { ...storedCode, wrongTries: 4 }, codeTrialOf('004711'), 'right'],
  ['a spent code', { ...storedCode, wrongTries: 5 }, codeTrialOf('004711'), 'spent'],
  ['a spent and wrong one', { ...storedCode, wrongTries: 5 }, codeTrialOf('004712'), 'spent'],
  ['no limits', { ...storedCode, wrongTries: 99 }, { ...codeTrialOf('004711'), maxWrongTries: Infinity }, 'right'],
])('checks %s', (_title, storedCodeCase, codeTrial, expectedVerdict) =>
  expect(checkVerificationCode(storedCodeCase, codeTrial)).toBe(expectedVerdict),
);

it('hides a code by the key, the user and the address', () => {
  const leadingZeroCodeHash = codeHashOf(codeKey, { ...annaAccount, code: '004711' });
  expect(codeHashOf(new Uint8Array(32).fill(8), { ...annaAccount, code: '004711' })).not.toBe(leadingZeroCodeHash);
  expect(codeHashOf(codeKey, { ...annaAccount, uid: 'ben', code: '004711' })).not.toBe(leadingZeroCodeHash);
  expect(codeHashOf(codeKey, { ...annaAccount, email: 'neu@mahlzeit.test', code: '004711' })).not.toBe(
    leadingZeroCodeHash,
  );
});

it('draws codes of six digits from the whole range', () => {
  const verificationCodes = Array.from({ length: 2_000 }, createVerificationCode);
  expect(verificationCodes.every((verificationCode) => /^\d{6}$/.test(verificationCode))).toBe(true);
  // Checks that all first digits occur. With random codes, the probability that one is missing is 10^-91.
  expect(new Set(verificationCodes.map((verificationCode) => verificationCode[0])).size).toBe(10);
});
