import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import SqliteConnection from 'better-sqlite3';
import texts from '../locales/de.json';
import { createProgressBar, fileErrorLine, importFiles, warningLines } from './modules/discovery';
import type { ImportResult } from './modules/discovery';
import type { GatewayConfig } from './platform/config/config';
import { openCommandDatabase } from './open-command-database';
import { readConfig, runProgram } from './startup';

// Copies a consistent snapshot of the database, even while a gateway writes to it.
const copyDatabase = (sourceFile: string, targetFile: string): void => {
  const connection = new SqliteConnection(sourceFile, { readonly: true });
  try {
    connection.prepare('vacuum into ?').run(targetFile);
  } finally {
    connection.close();
  }
};

/** Runs `runWithConfig` on a copy of the database and deletes the copy afterwards. */
const withDatabaseCopy = async <T>(
  config: GatewayConfig,
  runWithConfig: (config: GatewayConfig) => Promise<T>,
): Promise<T> => {
  // Refuses the option on PostgreSQL, which copies a database only while nobody else uses it.
  if (config.database.driver === 'pg') throw new Error(texts.importDryRunNeedsSqlite);
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-dry-run-'));
  const database = { ...config.database, file: join(folder, 'mahlzeit.db') };
  try {
    if (existsSync(config.database.file)) copyDatabase(config.database.file, database.file);
    return await runWithConfig({ ...config, database });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

interface ImportArguments {
  readonly files: readonly string[];
  readonly prune: boolean;
  readonly dryRun: boolean;
}

const parseArguments = (args: string[]): ImportArguments | null => {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { prune: { type: 'boolean', default: false }, 'dry-run': { type: 'boolean', default: false } },
    });
    return positionals.length === 0 ? null : { files: positionals, prune: values.prune, dryRun: values['dry-run'] };
  } catch (error) {
    // `parseArgs` throws a TypeError for an unknown option. Null makes the caller print how to use the command.
    if (error instanceof TypeError) return null;
    throw error;
  }
};

const runImport = async (config: GatewayConfig, { files, prune }: ImportArguments): Promise<ImportResult> => {
  const { database, clock } = await openCommandDatabase(config);
  const progressBar = createProgressBar(process.stderr);
  try {
    return await importFiles(files, { database, clock, prune, onProgress: progressBar.show });
  } finally {
    progressBar.end();
    await database.close();
  }
};

const main = async (args: string[]): Promise<number> => {
  const importArguments = parseArguments(args);
  if (importArguments === null) {
    console.error(texts.importUsage);
    return 2;
  }
  const config = readConfig();
  const importWithConfig = (importConfig: GatewayConfig): Promise<ImportResult> =>
    runImport(importConfig, importArguments);
  const {
    report,
    warnings,
    refused: refusedFiles,
  } = await (importArguments.dryRun ? withDatabaseCopy(config, importWithConfig) : importWithConfig(config));
  for (const line of [...warningLines(warnings), ...refusedFiles.map(fileErrorLine)]) console.error(line);
  // The last line of standard output is the report as JSON, so that other programs can read it (contract §9).
  console.log(JSON.stringify(report));
  return refusedFiles.length === importArguments.files.length ? 1 : 0;
};

runProgram(main, texts.importFailed);
