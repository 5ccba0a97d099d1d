import { join } from 'node:path';
import { readDeclaration } from './read-declaration';
import type { ReadDeclaration } from './read-declaration';
import { findRepositoryRoot, remotesOf } from './workspace-package';

/**
 * Returns the names that one remote declares, each with its kind: screen, slot, command, reserved address, path or
 * notification kind.
 */
const declaredNamesOf = ({
  screens,
  slots,
  commands,
  entries,
}: ReadDeclaration): readonly (readonly [string, string])[] => [
  ...screens.map(({ name }) => ['screen', name] as const),
  ...slots.map(({ name }) => ['slot', name] as const),
  ...commands.map(({ name }) => ['command', name] as const),
  ...Object.keys(entries.reserved).map((name) => ['reserved address', name] as const),
  ...Object.keys(entries.paths).map((segment) => ['path', `/${segment}`] as const),
  ...Object.keys(entries.notifications).map((notificationKind) => ['notification kind', notificationKind] as const),
];

/**
 * Returns an error message for each name that two remotes declare. In the page, the name would belong only to the first
 * of the two remotes, so the screen, slot or command of the other would never be used.
 */
export const checkDeclarations = (declarations: readonly ReadDeclaration[]): readonly string[] => {
  const remoteByDeclaredName = new Map<string, string>();
  return declarations.flatMap((declaration) =>
    declaredNamesOf(declaration).flatMap(([kind, entryName]) => {
      const declaredName = `${kind} ${entryName}`;
      const firstRemote = remoteByDeclaredName.get(declaredName);
      if (firstRemote === undefined) remoteByDeclaredName.set(declaredName, declaration.name);
      return firstRemote === undefined
        ? []
        : [`${firstRemote} and ${declaration.name} both declare the ${declaredName}: rename one`];
    }),
  );
};

const checkAllDeclarations = async (): Promise<void> => {
  const root = findRepositoryRoot(process.cwd());
  const declarationProblems = checkDeclarations(
    await Promise.all(remotesOf(root).map((remote) => readDeclaration(join(root, remote)))),
  );
  for (const problem of declarationProblems) console.error(problem);
  process.exitCode = declarationProblems.length === 0 ? 0 : 1;
};

if (process.argv[1]?.endsWith('check-declarations.ts')) void checkAllDeclarations();
