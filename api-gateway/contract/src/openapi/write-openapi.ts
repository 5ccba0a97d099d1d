import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { openApiDocument } from './openapi-document';

const scriptPath = process.argv[1] ?? '';
const packageFolder = resolve(dirname(scriptPath), '../..');
const target = join(packageFolder, 'openapi.json');

const versionOf = (packageJson: string): string => {
  const packageFields: unknown = JSON.parse(packageJson);
  if (
    typeof packageFields === 'object' &&
    packageFields !== null &&
    'version' in packageFields &&
    typeof packageFields.version === 'string'
  )
    return packageFields.version;
  throw new Error('package.json of the contract has no version');
};

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .map((name) => join(folder, name));

const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cause;
  }
};

const document = `${JSON.stringify(openApiDocument(versionOf(readFileSync(join(packageFolder, 'package.json'), 'utf8')), sourcesIn(join(packageFolder, 'src'))), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(target, document);
  console.log(`Wrote ${target}`);
} else if (readIfThere(target) === document) {
  console.log('openapi.json says what the routes say.');
} else {
  console.error('openapi.json has drifted from the routes: run `npm run openapi -w @mahlzeit/contract` and commit it.');
  process.exitCode = 1;
}
