import type { RemoteDeclaration } from '@mahlzeit/shared-ui/platform';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

const isScreen = (value: unknown): boolean => isObject(value) && typeof value.key === 'string' && typeof value.load === 'function';

/** Whether a loaded module is a remote's declaration; its types were checked when it was built, its shape is checked here. */
export const isDeclaration = (value: unknown): value is RemoteDeclaration =>
  isObject(value) && typeof value.name === 'string' && Array.isArray(value.screens) && value.screens.every(isScreen) && isObject(value.slots) && isObject(value.commands);

/** The default export of an ES module; undefined for anything else, an empty namespace included. */
export const defaultExportOf = (module: unknown): unknown => (isObject(module) ? module.default : undefined);
