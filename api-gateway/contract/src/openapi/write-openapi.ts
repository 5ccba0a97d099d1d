import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { openApiDocument } from './openapi-document';

const scriptPath = process.argv[1] ?? '';
const packageFolder = resolve(dirname(scriptPath), '../..');
const outputPath = join(packageFolder, 'dist/openapi.json');

const parsePackageVersion = (packageJsonText: string): string => {
  const packageFields: unknown = JSON.parse(packageJsonText);
  if (
    typeof packageFields === 'object' &&
    packageFields !== null &&
    'version' in packageFields &&
    typeof packageFields.version === 'string'
  )
    return packageFields.version;
  throw new Error('package.json of the contract has no version');
};

const sourcePathsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .map((name) => join(folder, name));

const packageVersion = parsePackageVersion(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
const apiDocument = openApiDocument(packageVersion, sourcePathsIn(join(packageFolder, 'src')));
mkdirSync(dirname(outputPath), { recursive: true });
writeFileSync(outputPath, `${JSON.stringify(apiDocument, null, 2)}\n`);
console.log(`Wrote ${outputPath}`);
