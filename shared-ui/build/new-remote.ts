import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { RemoteName } from '@mahlzeit/contract';
import { reservedSegments } from '@mahlzeit/contract/rules';
import { packSharedPackages, writeRepositoryFiles } from './new-repository';
import { readDeclaration, readShellContract } from './read-declaration';
import { readManifest, remotesOf } from './workspace-package';

const USAGE_TEXT = `Aufruf: npm run new-remote -- mf-NAME [--into ORDNER]
  Legt ein neues Remote an: einen Bildschirm mit Eintrag im Menü, einen Slot, Texte, Szenarien, Tests und Budgets.
  NAME beginnt mit einem Buchstaben und besteht aus a–z, 0–9 und Bindestrichen, höchstens 40 Zeichen.
  --into ORDNER  ein eigenes Repository in diesem leeren Ordner, mit contract und shared-ui als Archiven
  --help         diese Hilfe`;

/**
 * Folder of the template, below the root of the repository. `workspace` holds the files of a remote in this repository,
 * `repository` those of a remote in its own, and `shared` those of both.
 */
const TEMPLATE_FOLDER = 'remote-template';

/** Names of a new remote, as its files contain them. */
interface RemoteNames {
  /** Name of the package and of its folder: `mf-lunch-diary`. */
  readonly name: string;
  /**
   * Key of the remote's screen. It is also the first part of the slot's name, and the path of shared links:
   * `lunchdiary`.
   */
  readonly key: string;
  /** Title of the screen: `Lunch Diary`. */
  readonly title: string;
}

const wordsOf = (name: string): readonly string[] => name.replace(/^mf-/, '').split('-');

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Derives all names of a remote from the name of its package. */
export const remoteNamesOf = (name: string): RemoteNames => ({
  name,
  // Keys are parts of URLs, which contain only letters.
  key: wordsOf(name)
    .join('')
    .replaceAll(/[^a-z]/g, ''),
  title: wordsOf(name).map(capitalize).join(' '),
});

/** Replaces the names of the template by those of the new remote, in a file name or in the content of a file. */
const fillNames = (text: string, { name, key, title }: RemoteNames, shellContract: string): string =>
  text
    .replaceAll('example-name', wordsOf(name).join('-'))
    .replaceAll('examplekey', key)
    .replaceAll('ExampleName', wordsOf(name).map(capitalize).join(''))
    .replaceAll('Beispielname', title)
    .replaceAll('^0.0.0', `^${shellContract}`);

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile());

interface FillOptions {
  readonly root: string;
  readonly targetFolder: string;
  readonly names: RemoteNames;
}

/** Writes the files of one folder of the template. */
const fillTemplate = async (templatePart: string, { root, targetFolder, names }: FillOptions): Promise<void> => {
  const shellContract = await readShellContract(root);
  const templateFolder = join(root, TEMPLATE_FOLDER, templatePart);
  for (const path of filesBelow(templateFolder)) {
    const targetFile = join(targetFolder, fillNames(path, names, shellContract));
    mkdirSync(dirname(targetFile), { recursive: true });
    writeFileSync(targetFile, fillNames(readFileSync(join(templateFolder, path), 'utf8'), names, shellContract));
  }
};

/** Returns the version in which the product uses each package on which a new remote may depend. */
const packageVersionsOf = (root: string): Readonly<Record<string, string>> => {
  const sharedUi = readManifest(join(root, 'shared-ui/package.json'));
  return {
    ...readManifest(join(root, 'package.json')).devDependencies,
    ...sharedUi.dependencies,
    [sharedUi.name]: sharedUi.version,
  };
};

/** Replaces the versions `*` in the package.json of a new remote by the versions that the product uses. */
const fillVersions = (targetFolder: string, versionByPackage: Readonly<Record<string, string>>): void => {
  const file = join(targetFolder, 'package.json');
  const manifestText = readFileSync(file, 'utf8').replaceAll(
    /"([^"]+)": "\*"/g,
    (_, packageName: string) => `"${packageName}": "${versionByPackage[packageName] ?? '*'}"`,
  );
  writeFileSync(file, manifestText);
};

/** Returns the remote that already has a screen or a shared link with this key; null if the key is free. */
const findOwnerOfKey = async (root: string, key: string): Promise<string | null> => {
  if (reservedSegments.has(key)) return 'das Gateway oder die Shell';
  const declarations = await Promise.all(remotesOf(root).map((remote) => readDeclaration(join(root, remote))));
  const owner = declarations.find(
    ({ screens, entries, slots }) =>
      screens.some(({ name }) => name === key) ||
      Object.hasOwn(entries.paths, key) ||
      slots.some(({ name }) => name.startsWith(`${key}/`)),
  );
  return owner?.name ?? null;
};

const hasValidForm = (name: string): boolean =>
  RemoteName.safeParse(name).success && /^mf-[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name);

/** Returns the reason why the remote can't be created in this folder; null if it can. */
const findObstacle = async (root: string, { name, key }: RemoteNames, targetFolder: string): Promise<string | null> => {
  if (!hasValidForm(name)) return `„${name}“ ist kein Name für ein Remote: Nimm einen wie mf-mittagsliste.`;
  if (existsSync(targetFolder) && (!statSync(targetFolder).isDirectory() || readdirSync(targetFolder).length > 0))
    return `${targetFolder} gibt es schon: Nimm einen anderen Namen oder einen leeren Ordner.`;
  if (existsSync(join(root, name))) return `Ein Remote ${name} gibt es schon: Nimm einen anderen Namen.`;
  const owner = await findOwnerOfKey(root, key);
  return owner === null ? null : `#${key} gehört schon jemandem (${owner}): Nimm einen anderen Namen.`;
};

const createWorkspace = async ({ root, targetFolder, names }: FillOptions): Promise<string> => {
  await fillTemplate('shared', { root, targetFolder, names });
  await fillTemplate('workspace', { root, targetFolder, names });
  fillVersions(targetFolder, packageVersionsOf(root));
  return `${names.name} ist angelegt. Weiter: npm run dev -w ${names.name}
Vor dem Commit: npm install (trägt den Ordner in package-lock.json ein) und npm run check`;
};

const createRepository = async ({ root, targetFolder, names }: FillOptions): Promise<string> => {
  await fillTemplate('shared', { root, targetFolder, names });
  await fillTemplate('repository', { root, targetFolder, names });
  const packageArchives = packSharedPackages(root, join(targetFolder, 'packages'));
  fillVersions(targetFolder, { ...packageVersionsOf(root), ...packageArchives });
  writeRepositoryFiles(root, targetFolder);
  return `${names.name} ist angelegt, in ${targetFolder}. Weiter dort: npm install && npm run dev`;
};

const parseCommandLine = (argv: readonly string[]) => {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { into: { type: 'string' }, help: { type: 'boolean' } },
    });
  } catch {
    // The command line has an unknown option, or `--into` without a folder.
    return null;
  }
};

interface NewRemoteOptions {
  /** Folder of the product's repository. */
  readonly root: string;
  /** Folder in which the command was called; `--into` is relative to it. */
  readonly callFolder: string;
  readonly output: Pick<Console, 'log' | 'error'>;
}

/**
 * Runs the command `new-remote`. Returns the exit code: 0 when the remote is created, 2 for a wrong command line or a
 * name that can't be used.
 */
export const runNewRemote = async (
  argv: readonly string[],
  { root, callFolder, output }: NewRemoteOptions,
): Promise<number> => {
  const commandLine = parseCommandLine(argv);
  if (commandLine?.values.help === true) {
    output.log(USAGE_TEXT);
    return 0;
  }
  const [name, ...furtherArguments] = commandLine?.positionals ?? [];
  if (name === undefined || furtherArguments.length > 0) {
    output.error(USAGE_TEXT);
    return 2;
  }
  const typedFolder = commandLine?.values.into;
  const names = remoteNamesOf(name);
  const targetFolder = typedFolder === undefined ? join(root, name) : resolve(callFolder, typedFolder);
  const obstacle = await findObstacle(root, names, targetFolder);
  if (obstacle !== null) {
    output.error(obstacle);
    return 2;
  }
  output.log(await (typedFolder === undefined ? createWorkspace : createRepository)({ root, targetFolder, names }));
  return 0;
};
