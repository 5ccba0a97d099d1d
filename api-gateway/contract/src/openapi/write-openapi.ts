import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { openApiDocument } from './openapi-document';

const scriptPath = process.argv[1] ?? '';
const packageFolder = resolve(dirname(scriptPath), '../..');
const target = join(packageFolder, 'dist/openapi.json');

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

const version = versionOf(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
const document = openApiDocument(version, sourcesIn(join(packageFolder, 'src')));
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, `${JSON.stringify(document, null, 2)}\n`);
console.log(`Wrote ${target}`);
