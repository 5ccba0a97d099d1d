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

/** Real milliseconds after which all running gateways have read a changed ring of their folder. */
export const RING_NOTICED_MS = 60_000;

/** Where the ring of a gateway is. */
export interface SecretsConfig {
  readonly dataDir: string;
  /** Line with the ring from the environment; null: the ring is in the data folder. */
  readonly secretKeys: string | null;
}

/** A database and the machine's time. */
export interface SecretsDeps {
  readonly config: SecretsConfig;
  readonly database: Database;
  readonly realNow: () => number;
}

/** The ring as it was found, and whether the database was used with a ring before. */
interface LoadedRing {
  readonly ring: KeyRing;
  /** The ring without keys that only the database holds. */
  readonly ownRing: KeyRing;
}

/** Names a ring and its latest rotation without its secrets. */
const describeRing = (ring: KeyRing): { readonly fingerprint: string; readonly newestKeyTime: number } => ({
  fingerprint: deriveSecret(ring, 'fingerprint'),
  newestKeyTime: newestKeyTimeOf(ring),
});

/** Names the place of the configured ring for messages. */
export const whereRingIs = ({ dataDir, secretKeys }: SecretsConfig): string =>
  secretKeys === null ? `DATA_DIR: ${ringFileOf(dataDir)}` : 'SECRET_KEYS:';

/**
 * Reads the ring of the environment or of the data folder; null if the data folder has none yet. Throws
 * `StartRefusedError` for a text that is no ring.
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

/** Notes the ring in the database. Throws `StartRefusedError` where the database knows another or a later ring. */
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

/** The secrets of a running gateway, and the worker that reads a rotated ring. */
export interface OpenedSecrets {
  readonly secrets: LiveSecrets;
  readonly follower: Worker;
}

/**
 * Opens the secrets of a database: from the environment, else from the data folder, whose first gateway creates them.
 * Keys that an earlier release has stored in the database join the ring. Throws `StartRefusedError` for a ring that
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

/** Says how the configured ring fits a database: `older` lacks the keys of its latest rotation. */
export type RingFit = 'same' | 'missing' | 'other' | 'older';

/** Compares the configured ring with the one that a database has noted; null for a database without a note. */
export const findRingFit = (config: SecretsConfig, claim: string | null): RingFit => {
  const [claimedFingerprint, claimedTime = '0'] = claim?.split(' ') ?? [];
  if (claimedFingerprint === undefined) return 'same';
  const ring = readRing(config);
  if (ring === null) return 'missing';
  const { fingerprint, newestKeyTime } = describeRing(ring);
  if (fingerprint !== claimedFingerprint) return 'other';
  return newestKeyTime < Number(claimedTime) ? 'older' : 'same';
};

/** Notes a ring that was rotated, so that no gateway starts with the one before. */
export const claimRotatedRing = (database: Database, ring: KeyRing): Promise<void> =>
  database.write((tx) => writeClaim(tx, ring));

/** Lets the database be used with another ring. What was encrypted with the former one can't be read any more. */
export const forgetClaim = (database: Database, config: SecretsConfig): Promise<void> =>
  database.write((tx) => writeClaim(tx, readRing(config) ?? createRingFile(config.dataDir, createKeyRing())));

/**
 * Creates the job that deletes the keys that an earlier release has stored in the database, once no gateway of that
 * release can run any more. Each gateway has them in its ring since its start.
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
