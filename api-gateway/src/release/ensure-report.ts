import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConformanceReport } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { integrityOf, MANIFEST_FILE, REPORT_FILE } from '../modules/releases/store/release-archive';

const PackageWithConformanceScript = z.object({ name: z.string(), scripts: z.object({ conformance: z.string() }) });

const readJson = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    // Returns undefined for a file that is missing or no JSON. The schemas refuse the missing value.
    return undefined;
  }
};

const hasReport = async (folder: string): Promise<boolean> => {
  const report = ConformanceReport.safeParse(await readJson(join(folder, REPORT_FILE)));
  return report.success && report.data.manifest === integrityOf(await readFile(join(folder, MANIFEST_FILE)));
};

/**
 * Runs the script `conformance` of a package. Its output goes to stderr, because the command's own output may be JSON.
 */
const runConformanceScript = async (packageFolder: string): Promise<void> => {
  await once(spawn('npm', ['run', '--silent', 'conformance'], { cwd: packageFolder, stdio: ['ignore', 2, 2] }), 'exit');
};

/**
 * Makes sure that the folder of a built remote contains the conformance report of this build. If it doesn't, and the
 * folder is the `dist` of a remote's sources, runs the conformance suite there. Does nothing else, because the gateway
 * reports what is missing or wrong.
 */
export const ensureReport = async (folder: string, runScript = runConformanceScript): Promise<void> => {
  if (await hasReport(folder)) return;
  const sourceFolder = dirname(folder);
  if (PackageWithConformanceScript.safeParse(await readJson(join(sourceFolder, 'package.json'))).success)
    await runScript(sourceFolder);
};
