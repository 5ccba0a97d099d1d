import type { RemoteDeclaration } from '../../platform/shell/shell-contract';

const serializeDeclaration = (declaration: RemoteDeclaration): string =>
  JSON.stringify(declaration, (_key, value: unknown) => (typeof value === 'function' ? String(value) : value));

/**
 * Whether two declarations are equal. Functions are compared by their source code, which contains the name of the
 * imported module.
 */
export const isSameDeclaration = (declaration: RemoteDeclaration, otherDeclaration: RemoteDeclaration): boolean =>
  serializeDeclaration(declaration) === serializeDeclaration(otherDeclaration);

/**
 * Loads every screen, slot and command again, so that edited modules are evaluated. The declaration imports each of
 * them only on demand.
 */
export const loadAllParts = async ({ screens, slots, commands }: RemoteDeclaration): Promise<void> => {
  const partLoaders: readonly (() => Promise<unknown>)[] = [
    ...screens.map(({ load }) => load),
    ...Object.values(slots),
    ...Object.values(commands),
  ];
  await Promise.all(partLoaders.map((loadPart) => loadPart()));
};
