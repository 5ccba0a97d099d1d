import type { RemoteDeclaration } from '../../platform/shell/shell-contract';
import { api, rootReducer } from '../../platform/store/store';

type InjectMethod = (endpoints: unknown, options?: object) => unknown;

const isInjectMethod = (value: unknown): value is InjectMethod => typeof value === 'function';

const injectMethodOf = (owner: object, name: string): InjectMethod => {
  const inject: unknown = Reflect.get(owner, name);
  if (!isInjectMethod(inject)) throw new Error(`Redux Toolkit has no method ${name}`);
  return inject;
};

/**
 * Allows edited modules to replace their endpoints and slices. Otherwise Redux Toolkit would keep the first version and
 * log a warning.
 */
export const allowReinjection = (): void => {
  const [injectEndpoints, inject] = [injectMethodOf(api, 'injectEndpoints'), injectMethodOf(rootReducer, 'inject')];
  Reflect.set(api, 'injectEndpoints', (endpoints: object) => injectEndpoints({ ...endpoints, overrideExisting: true }));
  Reflect.set(rootReducer, 'inject', (slice: unknown, options: object = {}) =>
    inject(slice, { ...options, overrideExisting: true }),
  );
};

const serializedDeclaration = (declaration: RemoteDeclaration): string =>
  JSON.stringify(declaration, (_key, value: unknown) => (typeof value === 'function' ? String(value) : value));

/**
 * Whether two declarations are equal. Functions are compared by their source code, which contains the name of the
 * imported module.
 */
export const isSameDeclaration = (one: RemoteDeclaration, other: RemoteDeclaration): boolean =>
  serializedDeclaration(one) === serializedDeclaration(other);

/**
 * Loads every screen, slot and command again, so that edited modules are evaluated. The declaration imports each of
 * them only on demand.
 */
export const loadParts = async ({ screens, slots, commands }: RemoteDeclaration): Promise<void> => {
  const partLoads: readonly (() => Promise<unknown>)[] = [
    ...screens.map(({ load }) => load),
    ...Object.values(slots),
    ...Object.values(commands),
  ];
  await Promise.all(partLoads.map((load) => load()));
};
