import type { RemoteDeclaration } from '../../platform/shell/shell-contract';
import { api, rootReducer } from '../../platform/store/store';

type InjectMethod = (endpoints: unknown, injectOptions?: object) => unknown;

const isInjectMethod = (value: unknown): value is InjectMethod => typeof value === 'function';

const injectMethodOf = (methodOwner: object, methodName: string): InjectMethod => {
  const injectMethod: unknown = Reflect.get(methodOwner, methodName);
  if (!isInjectMethod(injectMethod)) throw new Error(`Redux Toolkit has no method ${methodName}`);
  return injectMethod;
};

/**
 * Allows edited modules to replace their endpoints and slices. Otherwise Redux Toolkit would keep the first version and
 * log a warning.
 */
export const allowReinjection = (): void => {
  const [injectEndpoints, injectSlice] = [
    injectMethodOf(api, 'injectEndpoints'),
    injectMethodOf(rootReducer, 'inject'),
  ];
  Reflect.set(api, 'injectEndpoints', (endpoints: object) => injectEndpoints({ ...endpoints, overrideExisting: true }));
  Reflect.set(rootReducer, 'inject', (slice: unknown, options: object = {}) =>
    injectSlice(slice, { ...options, overrideExisting: true }),
  );
};

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
