import { rotateKeyRing } from './key-ring';
import type { KeyRing } from './key-ring';
import { claimRotatedRing, openSecrets } from './open-secrets';
import type { SecretsDeps } from './open-secrets';
import { replaceRingFile } from './ring-file';
import { createSealedColumnsRepository } from './sealed-columns-repository';
import type { SealedColumn } from './sealed-columns-repository';

/**
 * Input of a rotation of secret keys: the columns with encrypted texts, and the real time from which the new keys are
 * used.
 */
interface Rotation extends SecretsDeps {
  readonly sealedColumns: readonly SealedColumn[];
  readonly usedFrom: number;
}

/**
 * Rotates the secret keys of a database: adds a key for each purpose and removes the keys that nothing needs any more.
 * Stores the key ring if it is in the data folder; otherwise the caller distributes the returned one. Throws
 * `StartRefusedError` for the key ring of another database.
 */
export const rotateSecrets = async ({ sealedColumns, usedFrom, ...deps }: Rotation): Promise<KeyRing> => {
  const { config, database, realNow } = deps;
  const ring = (await openSecrets(deps)).secrets.ring();
  const sealedTexts = createSealedColumnsRepository(database.knex);
  const neededIds = new Set<string>();
  for (const { id, use } of ring.keys)
    if (use === 'storedText' && (await sealedTexts.hasTextOf(id, sealedColumns))) neededIds.add(id);
  const rotatedRing = rotateKeyRing(ring, {
    usedFrom,
    realNow: realNow(),
    isStillNeeded: (keyId) => neededIds.has(keyId),
  });
  if (config.secretKeys === null) {
    replaceRingFile(config.dataDir, rotatedRing);
    await claimRotatedRing(database, rotatedRing);
  }
  return rotatedRing;
};
