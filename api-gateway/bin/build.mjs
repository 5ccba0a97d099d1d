import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('..', import.meta.url));
const { dependencies, devDependencies } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));

// Our own workspaces are TypeScript sources, so they go into the bundle. All other packages are imported from
// node_modules, also the `devDependencies`, because programs of tests import some of them.
const external = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !name.startsWith('@mahlzeit/'));

const PROGRAMS = [
  'src/main.ts',
  'src/import-main.ts',
  'src/jobs-main.ts',
  'src/moderate-main.ts',
  'src/partner-main.ts',
  'src/drawing-thread.ts',
];

// `node bin/build.mjs` builds the product; `node bin/build.mjs FOLDER PROGRAM…` builds the programs of a test into a
// folder.
const [outdir = `${folder}/dist`, ...programs] = process.argv.slice(2);

rmSync(outdir, { recursive: true, force: true });
await build({
  absWorkingDir: folder,
  entryPoints: programs.length === 0 ? PROGRAMS : programs,
  outdir,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: 'linked',
  external,
  logLevel: 'warning',
});
