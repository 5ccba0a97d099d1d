import { parseArgs } from 'node:util';
import texts from '../locales/de.json';
import { StartRefusedError } from './platform/errors';
import { fillText } from './platform/escape';
import {
  encodeKeyRing,
  expiryOf,
  forgetClaim,
  openSecrets,
  replacedAtOf,
  RING_NOTICED_MS,
  rotateSecrets,
} from './platform/secrets';
import type { KeyRing, SecretsDeps } from './platform/secrets';
import { openCommandDatabase } from './open-command-database';
import { SEALED_COLUMNS } from './sealed-columns';
import { defineProgram } from './startup';

const MINUTE_MS = 60_000;

/** Minutes after which a rotated key is used if the machines get their keys by environment variables and a restart. */
const ENVIRONMENT_MINUTES = 60;

/** Type of a command for secret keys. It returns the lines to print. */
type SecretsCommand = (context: SecretsDeps) => Promise<readonly string[]>;

const formatInstant = (ms: number): string => new Date(ms).toISOString();

const openRing = async (context: SecretsDeps): Promise<KeyRing> => (await openSecrets(context)).secrets.ring();

// Returns since when a key is used. The first keys of a key ring have no time: they are used since the database was
// created.
const sinceOf = ({ usedFrom }: KeyRing['keys'][number]): string =>
  usedFrom === 0 ? texts.secretsSinceStart : fillText(texts.secretsSince, { since: formatInstant(usedFrom) });

const endOf = (ring: KeyRing, key: KeyRing['keys'][number], realNow: number): string => {
  if (key.usedFrom > realNow) return texts.secretsLater;
  const replacedAt = replacedAtOf(ring, key);
  if (replacedAt === null || replacedAt > realNow) return texts.secretsCurrent;
  const expiresAt = expiryOf(ring, key);
  return expiresAt === null ? texts.secretsStored : fillText(texts.secretsUntil, { until: formatInstant(expiresAt) });
};

const listKeys: SecretsCommand = async (context) => {
  const ring = await openRing(context);
  const realNow = context.realNow();
  return [...ring.keys]
    .sort((left, right) => left.use.localeCompare(right.use) || left.usedFrom - right.usedFrom)
    .map((key) =>
      fillText(texts.secretsLine, {
        use: key.use,
        id: key.id,
        since: sinceOf(key),
        end: endOf(ring, key, realNow),
      }),
    );
};

const rotateKeys =
  (chosenMinutes: number | null): SecretsCommand =>
  async (context) => {
    const isInFile = context.config.secretKeys === null;
    const delayMs = (chosenMinutes ?? (isInFile ? RING_NOTICED_MS / MINUTE_MS : ENVIRONMENT_MINUTES)) * MINUTE_MS;
    const usedFrom = context.realNow() + delayMs;
    const ring = await rotateSecrets({ ...context, sealedColumns: SEALED_COLUMNS, usedFrom });
    const usedFromText = formatInstant(usedFrom);
    return isInFile
      ? [fillText(texts.secretsRotated, { from: usedFromText })]
      : [fillText(texts.secretsRotatedElsewhere, { from: usedFromText }), `SECRET_KEYS=${encodeKeyRing(ring)}`];
  };

const printRing: SecretsCommand = async (context) => [`SECRET_KEYS=${encodeKeyRing(await openRing(context))}`];

const adoptRing: SecretsCommand = async ({ config, database }) => {
  await forgetClaim(database, config);
  return [texts.secretsAdopted];
};

const COMMANDS_WITHOUT_OPTIONS: Readonly<Record<string, SecretsCommand>> = {
  list: listKeys,
  print: printRing,
  adopt: adoptRing,
};

/** Returns the command for secret keys that the operator has typed; null for an unknown one. */
const parseCommand = (commandArguments: readonly string[]): SecretsCommand | null => {
  try {
    const {
      positionals: [name = '', ...extraArguments],
      values: { after },
    } = parseArgs({ args: [...commandArguments], allowPositionals: true, options: { after: { type: 'string' } } });
    if (extraArguments.length > 0) return null;
    if (name === 'rotate')
      return after === undefined || /^\d{1,5}$/.test(after)
        ? rotateKeys(after === undefined ? null : Number(after))
        : null;
    return after === undefined && Object.hasOwn(COMMANDS_WITHOUT_OPTIONS, name)
      ? (COMMANDS_WITHOUT_OPTIONS[name] ?? null)
      : null;
  } catch (error) {
    // `parseArgs` throws a TypeError for an unknown option.
    if (error instanceof TypeError) return null;
    throw error;
  }
};

/**
 * Runs one command for the secret keys of the configured database and prints its output. Returns the exit code: 1 for a
 * command that failed; 2 for an unknown command, for which no configuration is read.
 */
export const runSecrets = defineProgram({
  parse: parseCommand,
  usage: texts.secretsUsage,
  async run(command, { config, output, realNow }) {
    const { database } = await openCommandDatabase(config);
    try {
      for (const line of await command({ config, database, realNow })) output.log(line);
      return 0;
    } catch (error) {
      if (!(error instanceof StartRefusedError)) throw error;
      output.error(error.message);
      return 1;
    } finally {
      await database.close();
    }
  },
});
