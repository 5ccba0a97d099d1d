import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import texts from '../locales/de.json';
import { migrations } from '../migrations';
import { explainBackupError } from './backup';
import { connectProviders, listLostCharges } from './modules/ordering';
import type { LostCharges } from './modules/ordering';
import { formatPrice } from './platform';
import type { GatewayConfig } from './platform/config/config';
import { restoreBackup } from './platform/database/backup';
import type { RestoreResult } from './platform/database/backup';
import { createDialect } from './platform/database/create-dialect';
import { openDatabase, schemaOf } from './platform/database/open-database';
import { errorCodeOf } from './platform/errors';
import { fillText } from './platform/escape';
import { findRingFit, whereRingIs } from './platform/secrets';
import { defineProgram } from './startup';

interface RestoreCommand {
  readonly file: string;
  readonly isDryRun: boolean;
  readonly isForced: boolean;
  /** Whether the secret keys that were used when the backup was made are lost. */
  readonly hasLostKeys: boolean;
}

/** Returns the restore command that the operator has typed; null for an unknown one. */
const parseCommand = (commandArguments: readonly string[]): RestoreCommand | null => {
  try {
    const { positionals, values } = parseArgs({
      args: [...commandArguments],
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        force: { type: 'boolean', default: false },
        'without-keys': { type: 'boolean', default: false },
      },
    });
    const [file = '', ...extraArguments] = positionals;
    if (file === '' || extraArguments.length > 0) return null;
    return {
      file: resolve(file),
      isDryRun: values['dry-run'],
      isForced: values.force,
      hasLostKeys: values['without-keys'],
    };
  } catch (error) {
    if (errorCodeOf(error)?.startsWith('ERR_PARSE_ARGS_') === true) return null;
    throw error;
  }
};

const KEY_MISTAKE_TEXTS = {
  missing: texts.restoreKeysMissing,
  other: texts.restoreKeysOther,
  older: texts.restoreKeysOlder,
} as const;

const findKeyMistake = (config: GatewayConfig, ring: string | null): string | null => {
  const keyRingFit = findRingFit(config, ring);
  return keyRingFit === 'same' ? null : fillText(KEY_MISTAKE_TEXTS[keyRingFit], { place: whereRingIs(config) });
};

const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;

/** Formats a duration as hours and minutes. */
const formatDuration = (ms: number): string => {
  const minutes = Math.ceil(ms / MINUTE_MS);
  return fillText(texts.restoreDuration, {
    hours: Math.floor(minutes / MINUTES_PER_HOUR),
    minutes: minutes % MINUTES_PER_HOUR,
  });
};

const formatInstant = (ms: number): string => new Date(ms).toISOString();

const sumOf = (rowCounts: Readonly<Record<string, number>>): number =>
  Object.values(rowCounts).reduce((sum, count) => sum + count, 0);

/** Returns the last line of the output, which scripts parse (its form is part of the contract of commands). */
const resultLineOf = (result: RestoreResult | null, problems: readonly string[]): string =>
  JSON.stringify({
    restored: (result?.restored ?? null) !== null,
    schema: result === null ? null : schemaOf((result.restored ?? result.manifest).migrations),
    epoch: (result?.restored ?? result?.manifest)?.epoch ?? null,
    tables: (result?.restored ?? result?.manifest)?.tables ?? {},
    problems,
  });

const describeCharges = ({ provider, charges, listedSince }: LostCharges): string[] => [
  ...(charges === null ? [fillText(texts.restoreChargesUnknown, { provider })] : []),
  ...(charges?.length === 0 ? [fillText(texts.restoreNoCharges, { provider })] : []),
  ...(charges ?? []).map(({ id, amount, reference }) =>
    fillText(texts.restoreCharge, { provider, paymentId: id, amount: formatPrice(amount), reference }),
  ),
  ...(listedSince === null ? [] : [fillText(texts.restoreChargesCut, { provider, since: formatInstant(listedSince) })]),
];

/** Asks the payment providers which orders were paid after the backup. Returns the lines for the operator. */
const describeLostOrders = async (
  { database, payment }: GatewayConfig,
  takenAt: number,
  realNow: () => number,
): Promise<string[]> => {
  const providers = connectProviders({ config: payment, fetch: (url, init) => fetch(url, init), realNow });
  const opened = openDatabase({ dialect: createDialect(database), realNow });
  try {
    const lostCharges = await listLostCharges(opened.knex, providers, { takenAt, realNow: realNow() });
    return [...lostCharges.flatMap(describeCharges), texts.restoreOrders];
  } finally {
    await opened.close();
  }
};

/** Returns the lines about a restore; `lostOrderLines` tell which orders it has lost. */
const describeResult = (
  file: string,
  result: RestoreResult,
  { realNow, lostOrderLines }: { readonly realNow: number; readonly lostOrderLines: readonly string[] },
): string[] => {
  const { manifest, restored } = result;
  const takenAt = formatInstant(manifest.takenAt);
  const schema = schemaOf(manifest.migrations);
  const checked = fillText(texts.restoreChecked, {
    ...{ file, takenAt, schema },
    version: manifest.version,
    rows: sumOf(manifest.tables),
  });
  if (restored === null) return [checked, texts.restoreDryRun, resultLineOf(result, [])];
  const newSchema = schemaOf(restored.migrations);
  return [
    checked,
    ...(newSchema === schema ? [] : [fillText(texts.databaseMigrated, { from: schema, to: newSchema })]),
    fillText(texts.restoreDone, { takenAt }),
    fillText(texts.restoreLost, { takenAt, duration: formatDuration(realNow - manifest.takenAt) }),
    ...lostOrderLines,
    ...(restored.kept === null ? [] : [fillText(texts.restoreKept, { kept: restored.kept })]),
    resultLineOf(result, []),
  ];
};

/**
 * Restores a backup into the configured database, and prints which data was lost. Returns the exit code: 1 for a
 * refused restore; 2 for an unknown command, for which no configuration is read.
 */
export const runRestore = defineProgram({
  parse: parseCommand,
  usage: texts.restoreUsage,
  async run(command, { config, output, realNow }) {
    const { file, hasLostKeys, ...choices } = command;
    try {
      const result = await restoreBackup(file, {
        ...choices,
        database: config.database,
        migrations,
        realNow,
        findKeyMistake: (ring) => (hasLostKeys ? null : findKeyMistake(config, ring)),
      });
      const { manifest, restored } = result;
      const lostOrderLines = restored === null ? [] : await describeLostOrders(config, manifest.takenAt, realNow);
      for (const line of describeResult(file, result, { realNow: realNow(), lostOrderLines })) output.log(line);
      return 0;
    } catch (error) {
      const explanation = explainBackupError(error);
      if (explanation === null) throw error;
      for (const line of explanation) output.error(line);
      output.log(resultLineOf(null, explanation));
      return 1;
    }
  },
});
