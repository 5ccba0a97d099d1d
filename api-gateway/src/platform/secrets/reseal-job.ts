import { mayEarlierReleaseRun } from '../database/earlier-release';
import type { Database } from '../database/database';
import type { PeriodicJob } from '../jobs/periodic-jobs';
import { isSealed } from './sealed-text';
import { createSealedColumnsRepository, placeOf } from './sealed-columns-repository';
import type { SealedColumn } from './sealed-columns-repository';
import type { Secrets } from './secrets';

const INTERVAL_MS = 60 * 60_000;

// Number of texts that one transaction encrypts again, so that it stays short.
const TEXTS_PER_WRITE = 200;

interface ResealDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly sealedColumns: readonly SealedColumn[];
  readonly realNow: () => number;
}

/**
 * Creates the job that encrypts stored texts with the current key, so that a replaced key can be removed. It also
 * encrypts texts that an earlier release has stored unencrypted. A text whose key is lost stays as it is.
 */
export const createResealJob = ({ database, secrets, sealedColumns, realNow }: ResealDeps): PeriodicJob => {
  /** Encrypts some texts of a column again. Returns the key of the last row; null after the last text. */
  const resealSome = (sealedColumn: SealedColumn, afterRow: string): Promise<string | null> =>
    database.write(async ({ knex }) => {
      const sealedTexts = createSealedColumnsRepository(knex);
      const keyId = secrets.current('storedText').id;
      const textsOfOtherKeys = await sealedTexts.listOthers(sealedColumn, {
        keyId,
        afterRow,
        maxTexts: TEXTS_PER_WRITE,
      });
      // Leaves texts unencrypted while a gateway of the previous release may run, because it can't decrypt them.
      const keepsPlainTexts = await mayEarlierReleaseRun(knex, realNow());
      const place = placeOf(sealedColumn);
      for (const textOfOtherKey of textsOfOtherKeys) {
        const plainText = keepsPlainTexts ? null : textOfOtherKey.text;
        const text = isSealed(textOfOtherKey.text) ? secrets.open(place, textOfOtherKey.text) : plainText;
        if (text !== null) await sealedTexts.replace(sealedColumn, textOfOtherKey, secrets.seal(place, text));
      }
      return textsOfOtherKeys.length < TEXTS_PER_WRITE ? null : (textsOfOtherKeys.at(-1)?.row ?? null);
    });

  return {
    name: 'reseal',
    everyMs: INTERVAL_MS,
    clock: 'real',
    async run(stopSignal) {
      for (const sealedColumn of sealedColumns)
        for (let afterRow: string | null = ''; afterRow !== null && stopSignal?.aborted !== true;)
          afterRow = await resealSome(sealedColumn, afterRow);
    },
  };
};
