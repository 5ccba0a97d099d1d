import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { createBaseConfig, moduleReplacementsOf } from '../../../shared-ui/build/base-config';
import { closeCompiler, createCompiler, runCompilerOnce } from '../../../shared-ui/build/build-command';
import { initialScriptsOf, scriptsOfPackage, scriptsOfSource } from '../../../shared-ui/build/chunk-scripts';
import { createScriptGuardPlugin } from '../../../shared-ui/build/federation-config';
import { readDeclaration } from '../../../shared-ui/build/read-declaration';
import type { ReadDeclaration } from '../../../shared-ui/build/read-declaration';
import { finishFiles } from '../../../shared-ui/build/release-files';
import { readWorkspacePackage } from '../../../shared-ui/build/workspace-package';
import { REMOTES } from '../../world/product';

type BuildConfiguration = ReturnType<typeof createBaseConfig>;
type BuildCompilation = Parameters<typeof initialScriptsOf>[0];

/**
 * Name of the module by which the shell loads remotes. In the bundle, a generated module that imports all remotes
 * replaces it.
 */
const FEDERATION_MODULE = '@module-federation/enhanced/runtime$';

/** Returns the source of a module that offers the shell's part of Module Federation, and imports each remote. */
const bundledFederationSource = (root: string): string => `
const declarations = {
${REMOTES.map((remote) => `  '${remote}': () => import(${JSON.stringify(join(root, remote, 'src/remote.ts'))}),`).join('\n')}
};
export const registerRemotes = () => undefined;
export const getInstance = () => null;
export const satisfy = () => true;
export const loadRemote = (id) => declarations[id.split('/')[0]]();
`;

/** Returns webpack's configuration of the whole product as one application: shell and remotes without federation. */
const defineOneBundle = (root: string, distFolder: string, federationFile: string): BuildConfiguration => {
  const shell = readWorkspacePackage(join(root, 'shell'));
  const baseConfig = createBaseConfig(shell, { mode: 'production', purpose: 'alone' });
  const moduleReplacements = ['shell', ...REMOTES].map((folder) =>
    moduleReplacementsOf({ dir: join(root, folder), root }),
  );
  return {
    ...baseConfig,
    cache: false,
    entry: { shell: './src/main.tsx' },
    resolve: {
      ...baseConfig.resolve,
      alias: Object.assign({}, ...moduleReplacements, { [FEDERATION_MODULE]: federationFile }),
    },
    output: { ...baseConfig.output, path: distFolder, publicPath: '/assets/', uniqueName: 'mahlzeit_shell' },
    plugins: [...(baseConfig.plugins ?? []), createScriptGuardPlugin()],
  };
};

/** Returns the scripts that the page preloads: those of the parts whose scripts it preloads with federation, too. */
const preloadedScriptsOf = (
  root: string,
  compilation: BuildCompilation,
  declarations: readonly ReadDeclaration[],
): readonly string[] => {
  const main = declarations.find(({ mainScreen }) => mainScreen !== null);
  if (main === undefined) throw new Error('No remote has a main screen');
  const preloadedParts = [
    ...main.screens.filter(({ name }) => name === main.mainScreen),
    ...main.slots.filter(({ name }) => name.startsWith('frame/')),
  ];
  const initialScripts = initialScriptsOf(compilation);
  return [
    ...new Set([
      ...scriptsOfPackage(compilation, 'single-spa'),
      ...scriptsOfSource(compilation, join(root, main.name, 'src/remote.ts')),
      ...preloadedParts.flatMap(({ source }) => scriptsOfSource(compilation, source)),
    ]),
  ].filter((script) => !initialScripts.includes(script));
};

/** Returns the name under which the bundle lists the scripts of a screen, which are scripts of its shell. */
const screenScriptsKey = (remote: string, screenKey: string): string => `${remote}/${screenKey}`;

/** Returns the scripts that each screen loads when it opens. The page fetches them ahead, as with federation. */
const screenScriptsOf = (
  root: string,
  compilation: BuildCompilation,
  declarations: readonly ReadDeclaration[],
): Readonly<Record<string, readonly string[]>> => {
  const initialScripts = initialScriptsOf(compilation);
  return Object.fromEntries(
    declarations.flatMap((declaration) =>
      declaration.screens.map(({ name, source }) => [
        screenScriptsKey(declaration.name, name),
        [join(root, declaration.name, 'src/remote.ts'), source]
          .flatMap((file) => scriptsOfSource(compilation, file))
          .filter((script) => !initialScripts.includes(script)),
      ]),
    ),
  );
};

const ShellManifest = z.looseObject({ preload: z.array(z.string()), files: z.record(z.string(), z.string()) });
const RemoteManifest = z.looseObject({
  entry: z.string(),
  screens: z.array(z.string()),
  prerender: z.nullable(z.string()),
  files: z.record(z.string(), z.string()),
});

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const writeJson = (file: string, content: unknown): void => writeFileSync(file, JSON.stringify(content));

/**
 * Removes all files of a remote's release except its declarations, its entry script and its prerendered view. The
 * gateway demands an entry script, but the page of the bundle never requests it.
 */
const emptyRemote = (root: string, product: string, remote: string): void => {
  const [builtFolder, distFolder] = [join(root, remote, 'dist'), join(product, remote, 'dist')];
  const manifest = RemoteManifest.parse(readJson(join(builtFolder, 'release.json')));
  const keptFiles = [manifest.entry, ...(manifest.prerender === null ? [] : [manifest.prerender])];
  rmSync(distFolder, { recursive: true });
  mkdirSync(distFolder, { recursive: true });
  for (const file of keptFiles.flatMap((path) => [path, ...(path.endsWith('.js') ? [`${path}.br`] : [])]))
    cpSync(join(builtFolder, file), join(distFolder, file));
  writeJson(join(distFolder, 'release.json'), {
    ...manifest,
    globalName: remote,
    files: Object.fromEntries(keptFiles.map((path) => [path, manifest.files[path]])),
    preload: [],
    screenScripts: Object.fromEntries(
      manifest.screens.map((screenKey) => [screenKey, { own: [], shared: [screenScriptsKey(remote, screenKey)] }]),
    ),
  });
};

/**
 * Builds the sources below `root` as one application, and puts it into `product`, a copy of the built product: the same
 * sources, screens, preloads and prerendered view, without federation. The remotes below `root` are built.
 */
export const writeOneBundle = async (root: string, product: string): Promise<void> => {
  const distFolder = join(product, 'shell/dist');
  const shellManifest = ShellManifest.parse(readJson(join(root, 'shell/dist/shell.json')));
  rmSync(distFolder, { recursive: true });
  mkdirSync(distFolder, { recursive: true });
  const federationFile = join(product, 'bundled-federation.js');
  writeFileSync(federationFile, bundledFederationSource(root));
  const compiler = createCompiler(defineOneBundle(root, distFolder, federationFile));
  const { compilation } = await runCompilerOnce(compiler);
  const declarations = await Promise.all(REMOTES.map((remote) => readDeclaration(join(root, remote))));
  const assetNames = compilation.getAssets().map(({ name }) => name);
  const files = await finishFiles(distFolder, assetNames, 'production');
  const fonts = shellManifest.preload.filter((path) => path.endsWith('.woff2'));
  writeJson(join(distFolder, 'shell.json'), {
    ...shellManifest,
    scripts: initialScriptsOf(compilation),
    preload: [...fonts, ...preloadedScriptsOf(root, compilation, declarations)],
    sharedScripts: screenScriptsOf(root, compilation, declarations),
    files: Object.fromEntries(files.map(({ path, integrity }) => [path, integrity])),
    // The bundle is built without the service worker, which the bench switches off for both forms.
    worker: null,
  });
  await closeCompiler(compiler);
  for (const remote of REMOTES) emptyRemote(root, product, remote);
};
