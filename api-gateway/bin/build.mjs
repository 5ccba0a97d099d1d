import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const gatewayFolder = fileURLToPath(new URL('..', import.meta.url));
const { dependencies, devDependencies } = JSON.parse(readFileSync(`${gatewayFolder}/package.json`, 'utf8'));

// Bundles the repository's own packages, because they are TypeScript sources. All other packages are imported from
// node_modules, also `devDependencies`, because programs of tests import some of them.
const externalPackages = Object.keys({ ...dependencies, ...devDependencies }).filter(
  (name) => !name.startsWith('@mahlzeit/'),
);

// Declares all packages free of side effects, so that a bundled program doesn't load a package of which it uses
// nothing.
const externalPackagesPlugin = {
  name: 'external-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) =>
      externalPackages.some((name) => path === name || path.startsWith(`${name}/`))
        ? { path, external: true, sideEffects: false }
        : undefined,
    );
  },
};

const PROGRAM_SOURCES = [
  'src/main.ts',
  'src/backup-main.ts',
  'src/doctor-main.ts',
  'src/import-main.ts',
  'src/jobs-main.ts',
  'src/legal-main.ts',
  'src/moderate-main.ts',
  'src/payments-main.ts',
  'src/move-main.ts',
  'src/partner-main.ts',
  'src/release-main.ts',
  'src/restore-main.ts',
  'src/secrets-main.ts',
  'src/sessions-main.ts',
  'src/backup-thread.ts',
  'src/drawing-thread.ts',
  'src/guesses-thread.ts',
];

// `node bin/build.mjs` builds the product; `node bin/build.mjs FOLDER PROGRAM…` builds the programs of a test into a
// folder.
const [outputFolder = `${gatewayFolder}/dist`, ...requestedPrograms] = process.argv.slice(2);

rmSync(outputFolder, { recursive: true, force: true });
await build({
  absWorkingDir: gatewayFolder,
  entryPoints: requestedPrograms.length === 0 ? PROGRAM_SOURCES : requestedPrograms,
  outdir: outputFolder,
  bundle: true,
  // Programs of one build share code in common files, and load a file of a dynamic import only when they need it.
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: 'linked',
  plugins: [externalPackagesPlugin],
  logLevel: 'warning',
});
