import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ImportReport } from '@mahlzeit/contract';
import { bundledProgram } from './bundled-program';

const repositoryRoot = join(__dirname, '../../../..');

/** Result of one run of `npm run import` in a test. */
interface ImportRun {
  readonly exitCode: number | null;
  /** Last line of the command's standard output, which contains the report. */
  readonly lastLine: string;
  /** Text of the command's standard error. */
  readonly errors: string;
}

/**
 * Creates the function by which a test runs `npm run import` as a separate process, whose environment names the
 * database. Must be called at the top of a `describe`.
 */
export const createImportRunner = (): ((
  commandLine: readonly string[],
  commandEnvironment: Readonly<Record<string, string | undefined>>,
) => Promise<ImportRun>) => {
  const buildImportBundle = bundledProgram('src/import-main.ts');
  return async (commandLine, commandEnvironment) => {
    const importProcess = spawn(process.execPath, [buildImportBundle(), ...commandLine], {
      cwd: repositoryRoot,
      env: { ...commandEnvironment, MAHLZEIT_NOW: '2026-06-24T11:30:00+02:00' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const whenExited = new Promise<number | null>((resolve, reject) => {
      importProcess.on('error', reject);
      importProcess.on('close', resolve);
    });
    const [exitCode, standardOutput, errors] = await Promise.all([
      whenExited,
      text(importProcess.stdout),
      text(importProcess.stderr),
    ]);
    return { exitCode, lastLine: standardOutput.trimEnd().split('\n').at(-1) ?? '', errors };
  };
};

/** Parses the report in the last line of an import's output. Throws when there is none. */
export const reportOf = ({ lastLine }: ImportRun): ImportReport => ImportReport.parse(JSON.parse(lastLine));
