import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import type { Plugin } from 'esbuild';
import { build } from 'esbuild';
import * as z from 'zod/mini';
import { NO_ENTRIES, readEntries } from './read-entries';
import type { DeclaredEntries } from './read-entries';

const PLATFORM_MODULE = '@mahlzeit/shared-ui/platform';

/** Screen, slot or command, with the file that its function `load` imports. */
export interface DeclaredPart {
  readonly name: string;
  /** Absolute path of the imported file. */
  readonly source: string;
}

/** Screen, with the kind of users who may open it. */
export interface DeclaredScreen extends DeclaredPart {
  readonly access: 'anyone' | 'notLoggedIn' | 'loggedIn' | 'verified';
}

/** Content of a remote's declaration. It is read without loading the remote's screens. */
export interface ReadDeclaration {
  readonly name: string;
  /** Semver range of the versions of the shell contract that the remote supports. */
  readonly contract: string;
  readonly screens: readonly DeclaredScreen[];
  /** Key of the screen whose region is `main`; null for a remote without one. */
  readonly mainScreen: string | null;
  readonly slots: readonly DeclaredPart[];
  readonly commands: readonly DeclaredPart[];
  /**
   * Entries that the shell shows before it loads the remote. A remote without `src/shell-entries/index.ts` has none.
   */
  readonly entries: DeclaredEntries;
}

const LoadFunctionSchema = z.custom<() => unknown>((value) => typeof value === 'function');
const LoadFunctionsSchema = z.record(z.string(), LoadFunctionSchema);
const LoadedModuleSchema = z.object({ source: z.string() });
const DeclarationSchema = z.object({
  name: z.string(),
  contract: z.string(),
  screens: z.array(
    z.object({
      key: z.string(),
      region: z.enum(['main', 'modal']),
      access: z.enum(['anyone', 'notLoggedIn', 'loggedIn', 'verified']),
      load: LoadFunctionSchema,
    }),
  ),
  slots: LoadFunctionsSchema,
  commands: LoadFunctionsSchema,
});

/**
 * Plugin of esbuild. It replaces each `import()` by a module that exports only the path of the file. It also replaces
 * the platform by the only function that a declaration needs.
 */
const declarationOnlyPlugin: Plugin = {
  name: 'only-the-declaration',
  setup(pluginBuild) {
    pluginBuild.onResolve({ filter: /.*/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (path === PLATFORM_MODULE) return { path, namespace: 'platform' };
      if (kind !== 'dynamic-import' || pluginData === 'inner') return undefined;
      const resolvedFile = await pluginBuild.resolve(path, {
        kind: 'import-statement',
        resolveDir,
        pluginData: 'inner',
      });
      return resolvedFile.errors.length > 0
        ? { errors: resolvedFile.errors }
        : { path: resolvedFile.path, namespace: 'part' };
    });
    pluginBuild.onLoad({ filter: /.*/, namespace: 'part' }, ({ path }) => ({
      contents: `export const source = ${JSON.stringify(path)};`,
    }));
    pluginBuild.onLoad({ filter: /.*/, namespace: 'platform' }, () => ({
      contents: 'export const defineRemoteDeclaration = (declaration) => declaration;',
    }));
  },
};

const evaluateDefaultExport = async (declarationFile: string): Promise<unknown> => {
  const { outputFiles } = await build({
    entryPoints: [declarationFile],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'declared',
    logLevel: 'silent',
    plugins: [declarationOnlyPlugin],
  });
  return new Script(`${outputFiles[0]?.text ?? ''}; declared.default`, {
    filename: declarationFile,
  }).runInThisContext();
};

/** File with the entries that the shell shows before it loads the remote. */
const ENTRIES_FILE = 'src/shell-entries/index.ts';

const readEntriesIn = async (packageFolder: string): Promise<DeclaredEntries> => {
  const file = join(packageFolder, ENTRIES_FILE);
  return existsSync(file) ? readEntries(await evaluateDefaultExport(file)) : NO_ENTRIES;
};

const readPart = async ([name, loadPart]: readonly [string, () => unknown]): Promise<DeclaredPart> => ({
  name,
  source: LoadedModuleSchema.parse(await loadPart()).source,
});

/**
 * Reads `src/remote.ts` of the package in `packageFolder`. Throws when its default export isn't a valid declaration.
 */
export const readDeclaration = async (packageFolder: string): Promise<ReadDeclaration> => {
  const { name, contract, screens, slots, commands } = DeclarationSchema.parse(
    await evaluateDefaultExport(join(packageFolder, 'src/remote.ts')),
  );
  return {
    name,
    contract,
    screens: await Promise.all(
      screens.map(async ({ key, access, load }) => ({ ...(await readPart([key, load])), access })),
    ),
    mainScreen: screens.find(({ region }) => region === 'main')?.key ?? null,
    slots: await Promise.all(Object.entries(slots).map(readPart)),
    commands: await Promise.all(Object.entries(commands).map(readPart)),
    entries: await readEntriesIn(packageFolder),
  };
};

const ShellContractSchema = z.object({ SHELL_CONTRACT_VERSION: z.string() });

/**
 * Reads the version of the contract between shell and remotes from `SHELL_CONTRACT_VERSION` in the sources of
 * shared-ui.
 */
export const readShellContract = async (root: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'shared-ui/src/platform/shell/shell-contract.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'stated',
    logLevel: 'silent',
  });
  return ShellContractSchema.parse(new Script(`${outputFiles[0]?.text ?? ''}; ({ ...stated })`).runInThisContext())
    .SHELL_CONTRACT_VERSION;
};
