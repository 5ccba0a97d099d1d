import type { RemoteDeclaration } from '../../platform/shell/shell-contract';
import { api, rootReducer } from '../../platform/store/store';

type Inject = (endpoints: unknown, options?: object) => unknown;

const isInject = (value: unknown): value is Inject => typeof value === 'function';

const injectOf = (owner: object, name: string): Inject => {
  const inject: unknown = Reflect.get(owner, name);
  if (!isInject(inject)) throw new Error(`Redux Toolkit has no method ${name}`);
  return inject;
};

/** Lets edited modules add their endpoints and slices again: Redux Toolkit would keep the first ones and warn. */
export const acceptInjectedAgain = (): void => {
  const [injectEndpoints, inject] = [injectOf(api, 'injectEndpoints'), injectOf(rootReducer, 'inject')];
  Reflect.set(api, 'injectEndpoints', (endpoints: object) => injectEndpoints({ ...endpoints, overrideExisting: true }));
  Reflect.set(rootReducer, 'inject', (slice: unknown, options: object = {}) =>
    inject(slice, { ...options, overrideExisting: true }),
  );
};

const outlineOf = (declaration: RemoteDeclaration): string =>
  JSON.stringify(declaration, (_key, value: unknown) => (typeof value === 'function' ? String(value) : value));

/** Whether two declarations are equal; a function counts by its source, which names its module. */
export const isSameDeclaration = (one: RemoteDeclaration, other: RemoteDeclaration): boolean =>
  outlineOf(one) === outlineOf(other);

/** Evaluates every screen, slot and command again; a declaration imports each of them only on demand. */
export const loadParts = async ({ screens, slots, commands }: RemoteDeclaration): Promise<void> => {
  const partLoads: readonly (() => Promise<unknown>)[] = [
    ...screens.map(({ load }) => load),
    ...Object.values(slots),
    ...Object.values(commands),
  ];
  await Promise.all(partLoads.map((load) => load()));
};
