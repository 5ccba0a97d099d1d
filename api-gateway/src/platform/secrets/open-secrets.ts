import { beginUpgrade, mayEarlierReleaseRun } from '../database/earlier-release';
import type { Database, WriteTransaction } from '../database/database';
import { readSetting, SECRET_RING_SETTING, writeSetting } from '../database/rows';
import { StartRefusedError } from '../errors';
import type { PeriodicJob } from '../jobs/periodic-jobs';
import type { Worker } from '../worker';
import { addKeys, createKeyRing, decodeKeyRing, deriveSecret, newestKeyTimeOf, ringKeyOf } from './key-ring';
import type { KeyRing } from './key-ring';
import { createRingFile, readRingFile, replaceRingFile, ringFileOf } from './ring-file';
import { createSecrets } from './secrets';
import type { LiveSecrets } from './secrets';
import { createStoredKeysRepository } from './stored-keys-repository';
import type { StoredKey } from './stored-keys-repository';

const REREAD_INTERVAL_MS = 10_000;

/** Real milliseconds after which all running gateways have read a changed key ring in their folder. */
export const RING_NOTICED_MS = 60_000;

/** Where a gateway finds its key ring. */
export interface SecretsConfig {
  readonly dataDir: string;
  /** Key ring in one line, from the environment; null if it is in the data folder. */
  readonly secretKeys: string | null;
}

/** Database and the machine's time, which the secrets need. */
export interface SecretsDeps {
  readonly config: SecretsConfig;
  readonly database: Database;
  readonly realNow: () => number;
}

/** A key ring as it was read, and whether the database was used with a key ring before. */
interface LoadedRing {
  readonly ring: KeyRing;
  /** The key ring without keys that only the database holds. */
  readonly ownRing: KeyRing;
}

/** Describes a key ring and its latest rotation without its secrets. */
const describeRing = (ring: KeyRing): { readonly fingerprint: string; readonly newestKeyTime: number } => ({
  fingerprint: deriveSecret(ring, 'fingerprint'),
  newestKeyTime: newestKeyTimeOf(ring),
});

/** Names the place of the configured key ring, for messages to the operator. */
export const whereRingIs = ({ dataDir, secretKeys }: SecretsConfig): string =>
  secretKeys === null ? `DATA_DIR: ${ringFileOf(dataDir)}` : 'SECRET_KEYS:';

/**
 * Reads the key ring from the environment or from the data folder; null if the data folder has none yet. Throws
 * `StartRefusedError` for a text that is no key ring.
 */
export const readRing = ({ dataDir, secretKeys }: SecretsConfig): KeyRing | null => {
  if (secretKeys === null) return readRingFile(dataDir);
  const ring = decodeKeyRing(secretKeys);
  if (ring === null)
    throw new StartRefusedError('SECRET_KEYS: must be the line that "npm run secrets -- print" prints');
  return ring;
};

const storedRingKeys = (storedKeys: readonly StoredKey[], usedFrom: number) =>
  storedKeys.map(({ use, secret }) => ringKeyOf(use, secret, usedFrom));

const loadRing = async ({ config, database, realNow }: SecretsDeps): Promise<LoadedRing> => {
  const storedKeys = await createStoredKeysRepository(database.knex).list();
  const presentRing = readRing(config);
  if (presentRing !== null && config.secretKeys !== null)
    return { ring: addKeys(presentRing, storedRingKeys(storedKeys, realNow())), ownRing: presentRing };
  if (presentRing === null && (await readSetting(database.knex, SECRET_RING_SETTING)) !== null)
    throw new StartRefusedError(
      `${whereRingIs(config)} must hold the keys with which this database was used, and is missing: copy it from another gateway or a backup, or accept new keys by "npm run secrets -- adopt"`,
    );
  const foundRing = presentRing ?? createRingFile(config.dataDir, createKeyRing(storedRingKeys(storedKeys, 0)));
  const ring = addKeys(foundRing, storedRingKeys(storedKeys, realNow()));
  if (ring !== foundRing) replaceRingFile(config.dataDir, ring);
  return { ring, ownRing: ring };
};

const writeClaim = async ({ knex }: Pick<WriteTransaction, 'knex'>, ring: KeyRing): Promise<void> => {
  const { fingerprint, newestKeyTime } = describeRing(ring);
  await writeSetting(knex, SECRET_RING_SETTING, `${fingerprint} ${newestKeyTime}`);
};

/**
 * Stores in the database with which key ring it is used. Throws `StartRefusedError` if the database was used with
 * another or a later key ring.
 */
const claimDatabase = ({ database, config, realNow }: SecretsDeps, ring: KeyRing): Promise<void> =>
  database.write(async (tx) => {
    const { fingerprint, newestKeyTime } = describeRing(ring);
    const [claimedFingerprint, claimedTime = '0'] = (await readSetting(tx.knex, SECRET_RING_SETTING))?.split(' ') ?? [];
    if (claimedFingerprint !== undefined && claimedFingerprint !== fingerprint)
      throw new StartRefusedError(
        `${whereRingIs(config)} must hold the keys with which this database was used: copy them from another gateway or a backup, or accept these by "npm run secrets -- adopt"`,
      );
    if (newestKeyTime < Number(claimedTime))
      throw new StartRefusedError(
        `${whereRingIs(config)} must hold the latest keys of this database: they were rotated, so copy them from another gateway`,
      );
    if (claimedFingerprint === undefined || newestKeyTime > Number(claimedTime)) await writeClaim(tx, ring);
    await beginUpgrade(tx.knex, realNow());
  });

/** The secrets of a running gateway, and the worker that reads a rotated key ring. */
export interface OpenedSecrets {
  readonly secrets: LiveSecrets;
  readonly follower: Worker;
}

/**
 * Opens the secrets of a database: from the environment, else from the data folder, where the first gateway creates
 * them. Adds keys that an earlier release has stored in the database. Throws `StartRefusedError` for a key ring that
 * doesn't belong to the database.
 */
export const openSecrets = async (deps: SecretsDeps): Promise<OpenedSecrets> => {
  const { ring, ownRing } = await loadRing(deps);
  await claimDatabase(deps, ownRing);
  const secrets = createSecrets(ring, deps.realNow);
  return {
    secrets,
    follower: {
      name: 'secrets',
      everyMs: REREAD_INTERVAL_MS,
      run: async () => secrets.replaceRing((await loadRing(deps)).ring),
    },
  };
};

/**
 * Result of comparing the configured key ring with the one of a database: `older` lacks the keys of the latest
 * rotation.
 */
export type RingFit = 'same' | 'missing' | 'other' | 'older';

/**
 * Compares the configured key ring with the one that a database was used with; null if the database was never used with
 * one.
 */
export const findRingFit = (config: SecretsConfig, claim: string | null): RingFit => {
  const [claimedFingerprint, claimedTime = '0'] = claim?.split(' ') ?? [];
  if (claimedFingerprint === undefined) return 'same';
  const ring = readRing(config);
  if (ring === null) return 'missing';
  const { fingerprint, newestKeyTime } = describeRing(ring);
  if (fingerprint !== claimedFingerprint) return 'other';
  return newestKeyTime < Number(claimedTime) ? 'older' : 'same';
};

/** Stores in the database that the key ring was rotated, so that no gateway starts with the earlier one. */
export const claimRotatedRing = (database: Database, ring: KeyRing): Promise<void> =>
  database.write((tx) => writeClaim(tx, ring));

/**
 * Allows a database to be used with another key ring. Texts that were encrypted with the former one can't be read any
 * more.
 */
export const forgetClaim = (database: Database, config: SecretsConfig): Promise<void> =>
  database.write((tx) => writeClaim(tx, readRing(config) ?? createRingFile(config.dataDir, createKeyRing())));

/**
 * Creates the job that deletes the keys that an earlier release has stored in the database. It runs when no gateway of
 * that release can be running any more. Each gateway has added these keys to its key ring at its start.
 */
export const createStoredKeysRemoval = ({
  database,
  realNow,
}: Pick<SecretsDeps, 'database' | 'realNow'>): PeriodicJob => ({
  name: 'stored-keys',
  everyMs: REREAD_INTERVAL_MS,
  clock: 'real',
  async run() {
    const hasStoredKeys = (await createStoredKeysRepository(database.knex).list()).length > 0;
    if (!hasStoredKeys || (await mayEarlierReleaseRun(database.knex, realNow()))) return;
    await database.write(({ knex }) => createStoredKeysRepository(knex).removeAll());
  },
});
