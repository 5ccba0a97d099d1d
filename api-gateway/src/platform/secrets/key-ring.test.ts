import {
  acceptedKeysOf,
  createKeyRing,
  decodeKeyRing,
  deriveSecret,
  encodeKeyRing,
  KEY_USES,
  parseKeyRing,
  ringKeyOf,
  rotateKeyRing,
} from './key-ring';
import type { KeyRing, KeyUse } from './key-ring';

const NOW = 1_782_300_600_000;
const EVERY_USE: readonly KeyUse[] = ['idToken', 'refreshChain', 'verificationCode', 'knownDevice', 'storedText'];

const rotateAt = (ring: KeyRing, usedFrom: number, realNow = usedFrom, isStillNeeded = () => false): KeyRing =>
  rotateKeyRing(ring, { usedFrom, realNow, isStillNeeded });

const idsOf = (ring: KeyRing, use: KeyUse, realNow: number): string[] =>
  acceptedKeysOf(ring, use, realNow).map(({ id }) => id);

it('has one key for each use, and survives its text and its line', () => {
  const ring = createKeyRing();
  for (const use of EVERY_USE) expect(idsOf(ring, use, NOW)).toHaveLength(1);
  expect(parseKeyRing(JSON.stringify(ring))).toEqual(ring);
  expect(decodeKeyRing(encodeKeyRing(ring))).toEqual(ring);
  expect(encodeKeyRing(ring)).toMatch(/^[A-Za-z0-9_-]+$/);
});

it('takes keys that exist already instead of new ones', () => {
  const presentKey = ringKeyOf('knownDevice', Buffer.alloc(32, 7).toString('base64url'), 0);
  expect(acceptedKeysOf(createKeyRing([presentKey]), 'knownDevice', NOW)).toEqual([presentKey]);
});

it.each(['', 'x', '{}', '{"root":"AA","keys":[]}', JSON.stringify({ root: 'A'.repeat(43), keys: [{ id: 'a' }] })])(
  'is not the text %j',
  (text) => expect([parseKeyRing(text), decodeKeyRing(text)]).toEqual([null, null]),
);

it.each(EVERY_USE)('makes new things with the new key of %s from its time on, and accepts both', (use) => {
  const ring = createKeyRing();
  const rotatedRing = rotateAt(ring, NOW + 60_000, NOW);
  const [formerId = ''] = idsOf(ring, use, NOW);
  expect([idsOf(rotatedRing, use, NOW)[0], idsOf(rotatedRing, use, NOW).length]).toEqual([formerId, 2]);
  const laterIds = idsOf(rotatedRing, use, NOW + 60_000);
  expect([laterIds[0] === formerId, laterIds.includes(formerId)]).toEqual([false, true]);
});

it('accepts a replaced key as long as what it has made, and drops it at a later rotation', () => {
  const ring = createKeyRing();
  const rotatedRing = rotateAt(ring, NOW);
  for (const use of EVERY_USE) {
    const [formerId = ''] = idsOf(ring, use, NOW);
    const endMs = NOW + KEY_USES[use];
    if (endMs === Infinity) continue;
    expect(idsOf(rotatedRing, use, endMs - 1)).toContain(formerId);
    expect(idsOf(rotatedRing, use, endMs)).not.toContain(formerId);
    expect(rotateAt(rotatedRing, endMs - 1).keys.some(({ id }) => id === formerId)).toBe(true);
    expect(rotateAt(rotatedRing, endMs).keys.some(({ id }) => id === formerId)).toBe(false);
  }
});

it('keeps the key of encrypted texts as long as there are any', () => {
  const ring = rotateAt(createKeyRing(), NOW);
  const [, formerId = ''] = idsOf(ring, 'storedText', NOW);
  const yearsLater = NOW + 1_000 * 86_400_000;
  expect(
    idsOf(
      rotateAt(ring, yearsLater, yearsLater, () => true),
      'storedText',
      yearsLater,
    ),
  ).toContain(formerId);
  expect(idsOf(rotateAt(ring, yearsLater), 'storedText', yearsLater)).not.toContain(formerId);
});

it('derives secrets that outlive each rotation, another one for each purpose and ring', () => {
  const ring = createKeyRing();
  expect(deriveSecret(rotateAt(ring, NOW), 'redis')).toBe(deriveSecret(ring, 'redis'));
  expect(
    new Set([deriveSecret(ring, 'redis'), deriveSecret(ring, 'x'), deriveSecret(createKeyRing(), 'redis')]).size,
  ).toBe(3);
});
