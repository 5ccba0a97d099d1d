import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

type LoadEntry = NonNullable<ModuleFederationRuntimePlugin['loadEntry']>;

/** What a remote's entry script leaves under its global name. */
export type Container = Exclude<Awaited<ReturnType<LoadEntry>>, void>;

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && 'get' in value && typeof value.get === 'function' && 'init' in value && typeof value.init === 'function';

/** The container that an entry script has left; null where none has run. */
export const containerOf = (globalName: string): Container | null => {
  const found: unknown = Reflect.get(globalThis, globalName);
  return isContainer(found) ? found : null;
};
