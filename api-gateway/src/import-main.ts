import texts from '../locales/de.json';
import { createProgressBar, importFiles, refusalLine, warningLines, type ImportResult } from './modules/discovery';
import { openPreparedDatabase } from './prepare-database';
import { readConfig } from './read-config';

const runImport = async (files: readonly string[]): Promise<ImportResult> => {
  const { database, clock } = await openPreparedDatabase(readConfig());
  const bar = createProgressBar(process.stderr);
  try {
    return await importFiles(files, { database, clock, onProgress: bar.show });
  } finally {
    bar.end();
    await database.close();
  }
};

const main = async (words: readonly string[]): Promise<number> => {
  if (words.length === 0 || words.some((word) => word.startsWith('-'))) {
    console.error(texts.importUsage);
    return 2;
  }
  const { report, warnings, refused } = await runImport(words);
  for (const line of [...warningLines(warnings), ...refused.map(refusalLine)]) console.error(line);
  // The last line of standard output is for programs: contract §9.
  console.log(JSON.stringify(report));
  return refused.length === words.length ? 1 : 0;
};

void main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(texts.importFailed.replace('{reason}', String(error)));
    process.exitCode = 1;
  },
);
