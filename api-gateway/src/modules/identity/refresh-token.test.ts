import { fingerprintOf, firstSecret, formatRefreshToken, nextSecret, parseRefreshToken } from './refresh-token';

const key = new Uint8Array(32).fill(7);

it('reads what it writes', () => {
  const token = { sessionId: 'abc_-1', secret: firstSecret() };
  expect(parseRefreshToken(formatRefreshToken(token))).toEqual(token);
});

it.each(['', '.', 'abc', 'abc.', `.${'a'.repeat(43)}`, `abc.${'a'.repeat(42)}`, `a c.${'a'.repeat(43)}`, `abc.${'a'.repeat(43)}.x`])('refuses %j', (text) => {
  expect(parseRefreshToken(text)).toBeNull();
});

it('derives the same successor for the same secret, another for another secret or key', () => {
  const secret = firstSecret();
  expect(nextSecret(key, secret)).toBe(nextSecret(key, secret));
  expect(nextSecret(key, secret)).not.toBe(nextSecret(key, firstSecret()));
  expect(nextSecret(key, secret)).not.toBe(nextSecret(new Uint8Array(32).fill(8), secret));
});

it('makes successors that are tokens again', () => {
  expect(parseRefreshToken(`abc.${nextSecret(key, firstSecret())}`)).not.toBeNull();
});

it('stores nothing that would do as a secret', () => {
  const secret = firstSecret();
  expect(fingerprintOf(secret)).not.toContain(secret);
  expect(fingerprintOf(secret)).toBe(fingerprintOf(secret));
});
