import { createHash } from 'node:crypto';
import { Compilation as Stages, sources } from 'webpack';
import type { Compilation, Compiler } from 'webpack';
import type { WorkspacePackage } from './workspace-package';

/**
 * Placeholder for a release's hash in the names of its global variables. The build replaces the placeholder when the
 * content of all files is known.
 */
const HASH_PLACEHOLDER = 'RELEASE_HASH';

/** Number of hexadecimal digits of a release's hash. */
const RELEASE_HASH_LENGTH = 12;

/**
 * Returns the name of a remote's global variable: a JavaScript identifier that is different in each release. Without a
 * hash it contains the placeholder.
 */
export const globalNameOf = ({ name }: Pick<WorkspacePackage, 'name'>, releaseHash = HASH_PLACEHOLDER): string =>
  `mahlzeit_${name.replaceAll(/[^a-z0-9]/gi, '_')}_${releaseHash}`;

/** Returns the name of the global array into which the scripts of a remote put their modules. */
export const chunkArrayNameOf = (pkg: Pick<WorkspacePackage, 'name'>): string => `webpackChunk${globalNameOf(pkg)}`;

/**
 * Expression with which a script finds the global array of its release: the script element contains the array's name.
 */
const CHUNK_ARRAY_EXPRESSION = 'document.currentScript.dataset.chunks';

/** Returns the statement that stores the name of the release's array in a script element. */
export const chunkArrayStatement = (pkg: Pick<WorkspacePackage, 'name'>): string =>
  `script.dataset.chunks = ${JSON.stringify(chunkArrayNameOf(pkg))};`;

const isScript = (assetName: string): boolean => assetName.endsWith('.js');

const ENTRY_NAME_PATTERN = /^remoteEntry\.[0-9a-f]+\.js$/;

/** Returns the path of a remote's first script, which Module Federation calls its entry. Throws when there is none. */
export const entryPathIn = (paths: readonly string[]): string => {
  const entryPath = paths.find((path) => ENTRY_NAME_PATTERN.test(path));
  if (entryPath === undefined) throw new Error('The build emitted no remoteEntry');
  return entryPath;
};

/** Returns the hash of the release to which an entry belongs. The entry's file name contains it. */
export const releaseHashOf = (entryPath: string): string => entryPath.split('.')[1] ?? '';

const scriptNamesOf = (compilation: Compilation): readonly string[] =>
  compilation
    .getAssets()
    .map(({ name }) => name)
    .filter(isScript)
    .sort();

/** Replaces a text wherever an asset contains it, and keeps the asset's source map correct. */
const replaceInAsset = (compilation: Compilation, assetName: string, text: string, replacement: string): void => {
  compilation.updateAsset(assetName, (assetSource) => {
    const source = assetSource.source().toString();
    const replaceSource = new sources.ReplaceSource(assetSource);
    for (
      let matchIndex = source.indexOf(text);
      matchIndex !== -1;
      matchIndex = source.indexOf(text, matchIndex + text.length)
    )
      replaceSource.replace(matchIndex, matchIndex + text.length - 1, replacement);
    return replaceSource;
  });
};

/**
 * Replaces the name of the release in every script except the entry. Otherwise each release would rename all of its
 * scripts, and browsers would load unchanged ones again.
 */
const removeReleaseFromScripts = (compilation: Compilation, pkg: WorkspacePackage): void => {
  const entryPath = entryPathIn(scriptNamesOf(compilation));
  for (const scriptName of scriptNamesOf(compilation).filter((name) => name !== entryPath))
    replaceInAsset(compilation, scriptName, JSON.stringify(chunkArrayNameOf(pkg)), CHUNK_ARRAY_EXPRESSION);
};

const hashOfRelease = (compilation: Compilation, facts: unknown): string => {
  const releaseHash = createHash('sha256').update(JSON.stringify(facts));
  const assets = [...compilation.getAssets()].sort((left, right) => (left.name < right.name ? -1 : 1));
  for (const { name, source } of assets.filter((asset) => !asset.name.endsWith('.map')))
    releaseHash.update('\0').update(name).update('\0').update(source.buffer());
  return releaseHash.digest('hex').slice(0, RELEASE_HASH_LENGTH);
};

/** Puts the release's hash into its entry and into the entry's file name. */
const nameRelease = (compilation: Compilation, facts: unknown): void => {
  const scriptNames = scriptNamesOf(compilation);
  const entryPath = entryPathIn(scriptNames);
  const namingScript = scriptNames.find(
    (name) => name !== entryPath && compilation.getAsset(name)?.source.source().toString().includes(HASH_PLACEHOLDER),
  );
  if (namingScript !== undefined) throw new Error(`${namingScript} names its release, so each release would rename it`);
  const releaseHash = hashOfRelease(compilation, facts);
  replaceInAsset(compilation, entryPath, HASH_PLACEHOLDER, releaseHash);
  compilation.renameAsset(entryPath, `remoteEntry.${releaseHash}.js`);
};

/**
 * Creates a plugin that names a remote's release after its content: builds of the same content have the same name. The
 * name is a hash of all emitted files and of the result of `readFacts`, the other content of the manifest.
 */
export const createReleaseNamePlugin = (
  pkg: WorkspacePackage,
  readFacts: (compilation: Compilation) => Promise<unknown>,
) => ({
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ReleaseName', (compilation) => {
      // The names are replaced before the scripts are minified, and before webpack names them after their content.
      compilation.hooks.processAssets.tap({ name: 'ReleaseName', stage: Stages.PROCESS_ASSETS_STAGE_OPTIMIZE }, () =>
        removeReleaseFromScripts(compilation, pkg),
      );
      compilation.hooks.processAssets.tapPromise(
        { name: 'ReleaseName', stage: Stages.PROCESS_ASSETS_STAGE_REPORT },
        async () => nameRelease(compilation, await readFacts(compilation)),
      );
    });
  },
});
