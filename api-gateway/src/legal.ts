import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { LegalKind } from '@mahlzeit/contract';
import texts from '../locales/de.json';
import { createLegalTexts } from './modules/content';
import type { LegalTextError, LegalTexts } from './modules/content';
import type { GatewayConfig } from './platform/config/config';
import { fillText } from './platform/escape';
import { openCommandDatabase } from './open-command-database';
import type { ProgramOutput } from './startup';

/** Executes a command for the legal texts. Returns the lines to print, and whether the command succeeded. */
type LegalCommand = (
  legalTexts: LegalTexts,
) => Promise<{ readonly lines: readonly string[]; readonly hasSucceeded: boolean }>;

const TEXT_BY_ERROR: Readonly<Record<LegalTextError, string>> = {
  empty: texts.legalEmpty,
  sample: texts.legalSample,
  oldVersion: texts.legalOldVersion,
};

const listDocuments: LegalCommand = async (legalTexts) => ({
  lines: (await legalTexts.list()).map(({ kind, language, version, title, sample }) =>
    fillText(texts.legalLine, {
      kind,
      language,
      version,
      title,
      state: sample ? texts.legalIsSample : texts.legalIsOwn,
    }),
  ),
  hasSucceeded: true,
});

interface LegalFile {
  readonly kind: LegalKind;
  readonly version: number;
  readonly title: string | null;
  readonly file: string;
}

const setDocument =
  ({ file, ...document }: LegalFile): LegalCommand =>
  async (legalTexts) => {
    const result = await legalTexts.replace({ ...document, html: readFileSync(file, 'utf8') });
    return result.ok
      ? { lines: [fillText(texts.legalSet, { kind: document.kind, version: document.version })], hasSucceeded: true }
      : { lines: [TEXT_BY_ERROR[result.error]], hasSucceeded: false };
  };

const parseOptions = (commandArguments: readonly string[]) => {
  try {
    return parseArgs({
      args: [...commandArguments],
      allowPositionals: true,
      options: { version: { type: 'string' }, title: { type: 'string' }, file: { type: 'string' } },
    });
  } catch (error) {
    // `parseArgs` throws a TypeError for an unknown option.
    if (error instanceof TypeError) return null;
    throw error;
  }
};

/** Returns the command that the operator typed; null for an unknown one. */
const parseCommand = (commandArguments: readonly string[]): LegalCommand | null => {
  const options = parseOptions(commandArguments);
  if (options === null) return null;
  const { positionals, values } = options;
  const { version = '', title = null, file } = values;
  if (positionals.length === 1 && positionals[0] === 'list')
    return Object.keys(values).length === 0 ? listDocuments : null;
  const kind = LegalKind.safeParse(positionals[1]);
  return positionals.length === 2 &&
    positionals[0] === 'set' &&
    kind.success &&
    /^[1-9]\d{0,5}$/.test(version) &&
    file !== undefined
    ? setDocument({ kind: kind.data, version: Number(version), title, file })
    : null;
};

/**
 * Runs one command for the legal texts of the configured database and prints its output. Returns the exit code: 1 for a
 * command that failed; 2 for an unknown command, for which no configuration is read.
 */
export const runLegal = async (
  commandArguments: readonly string[],
  readConfig: () => GatewayConfig,
  programOutput: ProgramOutput,
): Promise<number> => {
  const command = parseCommand(commandArguments);
  if (command === null) {
    programOutput.error(texts.legalUsage);
    return 2;
  }
  const { database } = await openCommandDatabase(readConfig());
  try {
    const { lines, hasSucceeded } = await command(createLegalTexts(database));
    for (const line of lines) (hasSucceeded ? programOutput.log : programOutput.error)(line);
    return hasSucceeded ? 0 : 1;
  } finally {
    await database.close();
  }
};
