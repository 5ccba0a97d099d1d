import { isObject } from '@mahlzeit/shared-ui/platform';
import type { Timers } from '@mahlzeit/shared-ui/platform';
import { LoadError } from '../remotes/load-error';
import type { Federation } from '../remotes/remote-loader';
import type { FaultKind, TestSettings } from './test-settings';

/** Milliseconds by which a slow remote delays its entry and each of its parts. */
export const SLOW_MS = 4_000;

type LoadPart = () => Promise<unknown>;

const isLoadPart = (value: unknown): value is LoadPart => typeof value === 'function';

/** Replaces the functions by which a declaration loads its screens, slots and commands. */
const replaceLoads = (declaration: unknown, replace: (load: LoadPart) => LoadPart): unknown => {
  if (!isObject(declaration)) return declaration;
  const { screens, slots, commands } = declaration;
  const replaceOne = (load: unknown): unknown => (isLoadPart(load) ? replace(load) : load);
  const replaceAll = (parts: unknown): unknown =>
    isObject(parts) ? Object.fromEntries(Object.entries(parts).map(([name, load]) => [name, replaceOne(load)])) : parts;
  return {
    ...declaration,
    screens: Array.isArray(screens)
      ? screens.map((screen: unknown) => (isObject(screen) ? { ...screen, load: replaceOne(screen.load) } : screen))
      : screens,
    slots: replaceAll(slots),
    commands: replaceAll(commands),
  };
};

/** Faults that a tester simulates in this tab. */
export interface Faults {
  /** Adds faults and delays to the loading of remotes by Module Federation. */
  disturbFederation(federation: Federation): Federation;
  /** Delays requests to the gateway, as on a slow network. */
  disturbRequests(sendRequest: (request: Request) => Promise<Response>): (request: Request) => Promise<Response>;
}

/** Creates the faults that belong to the tester's settings with which the page was loaded. */
export const createFaults = (
  { faults, latencyMs }: Pick<TestSettings, 'faults' | 'latencyMs'>,
  timers: Pick<Timers, 'after'>,
): Faults => {
  const wait = (ms: number): Promise<void> =>
    ms === 0 ? Promise.resolve() : new Promise((resolve) => void timers.after(ms, resolve));

  // The loader calls these functions again for parts that are loaded already, so only the first load of each is
  // delayed.
  const delayByLoad = new Map<LoadPart | string, Promise<void>>();
  const delayFirst = (load: LoadPart | string, fault: FaultKind | undefined): Promise<void> => {
    const delay = delayByLoad.get(load) ?? wait(latencyMs + (fault === 'slow' ? SLOW_MS : 0));
    delayByLoad.set(load, delay);
    return delay;
  };

  const loadWith = (name: string, fault: FaultKind | undefined) => (load: LoadPart) => async () => {
    await delayFirst(load, fault);
    if (fault === 'throws') throw new Error(`${name} throws on purpose`);
    return load();
  };

  return {
    disturbFederation: (federation) => ({
      ...federation,
      async load(remote) {
        const { name } = remote;
        const fault = faults[name];
        await delayFirst(name, fault);
        if (fault === 'unavailable')
          throw new LoadError('entry', 'unreachable', { message: `${name} answers status 503 on purpose` });
        const exports = await federation.load(remote);
        return isObject(exports) ? { default: replaceLoads(exports.default, loadWith(name, fault)) } : exports;
      },
    }),
    disturbRequests: (sendRequest) => async (request) => {
      await wait(latencyMs);
      return sendRequest(request);
    },
  };
};
