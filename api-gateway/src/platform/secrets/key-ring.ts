import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';

const KEY_BYTES = 32;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Purposes of secret keys. The number is the real milliseconds for which a token or text that was made with the key may
 * stay valid; a replaced key is accepted for that long. Infinity: the key stays as long as a row is encrypted with it.
 */
export const KEY_USES = {
  /** Key that signs id tokens, as the private key of Ed25519. */
  idToken: HOUR_MS,
  /** Key that derives the successors of refresh tokens. A replaced token is stored for an hour. */
  refreshChain: 2 * HOUR_MS,
  /** Key that hashes verification codes, whose lifetime follows a clock that the sandbox moves. */
  verificationCode: DAY_MS,
  /** Key that signs the cookies of browsers that signed in before. */
  knownDevice: 400 * DAY_MS,
  /** Key that signs the cookies with a browser's overrides of releases. */
  releaseOverrides: 2 * HOUR_MS,
  /** Key that encrypts texts in the database. */
  storedText: Infinity,
} as const;

export type KeyUse = keyof typeof KEY_USES;

const isKeyUse = (text: string): text is KeyUse => Object.hasOwn(KEY_USES, text);

const bytesSchema = z.string().check(z.refine((text) => Buffer.from(text, 'base64url').length === KEY_BYTES));

const RingKey = z.object({
  id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,32}$/)),
  use: z.string().check(z.refine(isKeyUse)),
  /** Real time from which gateways use this key for new tokens and texts, until a later key replaces it. */
  usedFrom: z.int(),
  /** Secret bytes of the key as base64url. */
  secret: bytesSchema,
});

/** One secret key with its id, by which tokens and encrypted texts name it. */
export type RingKey = Omit<z.infer<typeof RingKey>, 'use'> & { readonly use: KeyUse };

/** Key ring: all secret keys of one database, which its gateways share. */
export interface KeyRing {
  /** Secret bytes of the key ring as base64url. They never change, so they identify the ring. */
  readonly root: string;
  readonly keys: readonly RingKey[];
}

const KeyRingSchema = z.object({ root: bytesSchema, keys: z.array(RingKey) });

/** Parses the text of a key ring; null for another text. */
export const parseKeyRing = (text: string): KeyRing | null => {
  try {
    const { data } = KeyRingSchema.safeParse(JSON.parse(text));
    if (data === undefined) return null;
    return { ...data, keys: data.keys.flatMap(({ use, ...key }) => (isKeyUse(use) ? [{ ...key, use }] : [])) };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

/**
 * Formats a key ring as one line for the variable SECRET_KEYS, without a character that a shell or a file would change.
 */
export const encodeKeyRing = (ring: KeyRing): string => Buffer.from(JSON.stringify(ring)).toString('base64url');

/** Parses the line that `encodeKeyRing` writes; null for another text. */
export const decodeKeyRing = (line: string): KeyRing | null =>
  parseKeyRing(Buffer.from(line, 'base64url').toString('utf8'));

const randomSecret = (): string => randomBytes(KEY_BYTES).toString('base64url');

/** Returns the id of a secret key, which is computed from its bytes: the same key has the same id in each ring. */
export const keyIdOf = (use: KeyUse, secret: string): string =>
  createHash('sha256').update(`mahlzeit key id ${use} ${secret}`).digest('hex').slice(0, 16);

/** Builds a key of the key ring from secret bytes. */
export const ringKeyOf = (use: KeyUse, secret: string, usedFrom: number): RingKey => ({
  id: keyIdOf(use, secret),
  use,
  usedFrom,
  secret,
});

const newKeys = (uses: readonly KeyUse[], usedFrom: number): RingKey[] =>
  uses.map((use) => ringKeyOf(use, randomSecret(), usedFrom));

/** All purposes of secret keys. */
export const ALL_USES = Object.keys(KEY_USES).filter(isKeyUse);

/** Creates a key ring with a key for each purpose. `presentKeys` are used instead of new keys of the same purpose. */
export const createKeyRing = (presentKeys: readonly RingKey[] = []): KeyRing => ({
  root: randomSecret(),
  keys: [
    ...presentKeys,
    ...newKeys(
      ALL_USES.filter((use) => !presentKeys.some((key) => key.use === use)),
      0,
    ),
  ],
});

/** Adds keys to a key ring, except those that it already has. Returns the same ring if nothing is added. */
export const addKeys = (ring: KeyRing, keys: readonly RingKey[]): KeyRing => {
  const missingKeys = keys.filter(({ id }) => !ring.keys.some((key) => key.id === id));
  return missingKeys.length === 0 ? ring : { ...ring, keys: [...ring.keys, ...missingKeys] };
};

const keysOf = (ring: KeyRing, use: KeyUse): RingKey[] =>
  ring.keys.filter((key) => key.use === use).sort((left, right) => left.usedFrom - right.usedFrom);

/** Returns the real time at which a key is replaced by the next one; null for the last key of its purpose. */
export const replacedAtOf = (ring: KeyRing, { use, id }: RingKey): number | null => {
  const keys = keysOf(ring, use);
  return keys[keys.findIndex((key) => key.id === id) + 1]?.usedFrom ?? null;
};

/** Returns the real time from which a key is no longer accepted; null if that isn't certain yet. */
export const expiryOf = (ring: KeyRing, key: RingKey): number | null => {
  const replacedAt = replacedAtOf(ring, key);
  return replacedAt === null || KEY_USES[key.use] === Infinity ? null : replacedAt + KEY_USES[key.use];
};

/**
 * Returns the keys of a purpose with which something was made that may still be valid. The first one is used for new
 * tokens and texts; keys whose time begins later come last.
 */
export const acceptedKeysOf = (ring: KeyRing, use: KeyUse, realNow: number): RingKey[] => {
  const keys = keysOf(ring, use).filter((key) => (expiryOf(ring, key) ?? Infinity) > realNow);
  const present = keys.filter(({ usedFrom }) => usedFrom <= realNow).reverse();
  return [...present, ...keys.filter(({ usedFrom }) => usedFrom > realNow)];
};

/**
 * Rotates a key ring: adds a key for each purpose, which gateways use for new tokens and texts from `usedFrom` on, and
 * removes the keys that aren't accepted any more. `isStillNeeded` returns whether a row is encrypted with a replaced
 * key.
 */
export const rotateKeyRing = (
  ring: KeyRing,
  {
    usedFrom,
    realNow,
    isStillNeeded,
  }: {
    readonly usedFrom: number;
    readonly realNow: number;
    readonly isStillNeeded: (keyId: string) => boolean;
  },
): KeyRing => {
  const isKept = (key: RingKey): boolean => {
    const replacedAt = replacedAtOf(ring, key);
    if (replacedAt === null || replacedAt > realNow) return true;
    return KEY_USES[key.use] === Infinity ? isStillNeeded(key.id) : (expiryOf(ring, key) ?? Infinity) > realNow;
  };
  return { ...ring, keys: [...ring.keys.filter(isKept), ...newKeys(ALL_USES, usedFrom)] };
};

/** Returns the latest time from which a key of the ring is used. A ring that was rotated later has a later time. */
export const newestKeyTimeOf = ({ keys }: KeyRing): number => Math.max(0, ...keys.map(({ usedFrom }) => usedFrom));

/**
 * Derives a secret as base64url that stays the same as long as the key ring exists. Each `purpose` gets another secret.
 */
export const deriveSecret = ({ root }: KeyRing, purpose: string): string =>
  Buffer.from(hkdfSync('sha256', Buffer.from(root, 'base64url'), '', `mahlzeit ${purpose}`, KEY_BYTES)).toString(
    'base64url',
  );
