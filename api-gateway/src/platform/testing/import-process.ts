import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ImportReport } from '@mahlzeit/contract';
import { bundledProgram } from './bundled-program';

const root = join(__dirname, '../../../..');

/** How one run of `npm run import` ended. */
interface ImportRun {
  readonly exitCode: number | null;
  /** The last line of standard output. */
  readonly lastLine: string;
  /** All of standard error. */
  readonly errors: string;
}

/**
 * Called at the top of a `describe`: runs the import as a process of its own, as its users do, on the database of a
 * data folder.
 */
export const importProgram = (): ((words: readonly string[], dataDir: string) => Promise<ImportRun>) => {
  const program = bundledProgram('src/import-main.ts');
  return async (words, dataDir) => {
    const environment = {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      MAHLZEIT_WORLD: 'empty',
      MAHLZEIT_NOW: '2026-06-24T11:30:00+02:00',
    };
    const child = spawn(process.execPath, [program(), ...words], {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    const [exitCode, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    return { exitCode, lastLine: output.trimEnd().split('\n').at(-1) ?? '', errors };
  };
};

/** The counts that a run printed for programs; fails where its last line is none. */
export const reportOf = ({ lastLine }: ImportRun): ImportReport => ImportReport.parse(JSON.parse(lastLine));
