import { api, rootReducer } from './store';

type InjectMethod = (endpoints: unknown, injectOptions?: object) => unknown;

const isInjectMethod = (value: unknown): value is InjectMethod => typeof value === 'function';

const injectMethodOf = (methodOwner: object, methodName: string): InjectMethod => {
  const injectMethod: unknown = Reflect.get(methodOwner, methodName);
  if (!isInjectMethod(injectMethod)) throw new Error(`Redux Toolkit has no method ${methodName}`);
  return injectMethod;
};

/**
 * Allows edited modules to replace their RTK Query endpoints and Redux slices. Otherwise Redux Toolkit would keep the
 * first version and log a warning.
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
