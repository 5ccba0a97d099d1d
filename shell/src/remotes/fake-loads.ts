import type { PageRemote, RegistryRemote } from '@mahlzeit/contract';
import { aRegistryRemote } from '@mahlzeit/contract/fixtures';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { LoadError } from './load-error';
import type { Federation } from './remote-loader';
import { createRemoteLoader } from './remote-loader';

/** Declaration of the remote that these tests load. */
export const remoteDeclaration = {
  name: 'mf-social',
  contract: '^1.0.0',
  screens: [{ key: 'contacts', load: () => Promise.resolve({}) }],
  slots: {},
  commands: {},
};

/** Waits until all promises are settled that don't wait for a timer. */
export const waitUntilSettled = async (): Promise<void> => {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
};

/** Creates a loader with one remote. The test controls the gateway's responses and the timers. */
export const createTestLoader = (
  overrides: {
    readonly remote?: Partial<RegistryRemote>;
    readonly answers?: readonly ((release: PageRemote) => Promise<unknown>)[];
    readonly textsReady?: () => Promise<void>;
    /** Version of the release that the gateway returns when the page asks again. */
    readonly laterVersion?: string;
    /** Version that the gateway returns to a page that has found the later version broken. */
    readonly lastGoodVersion?: string;
    /** Called before the gateway answers which release is the current one. */
    readonly beforeRelease?: () => Promise<void>;
  } = {},
) => {
  const timers = createManualTimers();
  const loaderEvents: string[] = [];
  const loadResponses = [...(overrides.answers ?? [() => Promise.resolve({ default: remoteDeclaration })])];
  const federation: Federation = {
    register: ({ name, version }) => void loaderEvents.push(`register ${name} ${version}`),
    load(release) {
      loaderEvents.push(`load ${release.name} ${release.version}`);
      return (
        (loadResponses.length > 1 ? loadResponses.shift() : loadResponses[0])?.(release) ??
        Promise.reject(new Error(`No answer is left for ${release.name}`))
      );
    },
    forgetFailures: () => void loaderEvents.push('forget'),
    satisfies: (_version, range) => range === '^1.0.0',
  };
  const firstRelease = aRegistryRemote({
    name: 'mf-social',
    contract: '^1.0.0',
    version: 'first',
    ...overrides.remote,
  });
  const loader = createRemoteLoader({
    remotes: [firstRelease],
    async fetchRelease(name, failedVersions) {
      await overrides.beforeRelease?.();
      if (name !== firstRelease.name) return null;
      const presentVersion = overrides.laterVersion ?? firstRelease.version;
      const hasFailed = failedVersions.includes(presentVersion);
      const version = hasFailed ? (overrides.lastGoodVersion ?? presentVersion) : presentVersion;
      return { ...firstRelease, contract: '^1.0.0', version, globalName: `social_${version}` };
    },
    onProgress: () => () => undefined,
    scriptReason: () => 'unreachable',
    federation,
    timers,
    random: () => 0,
    whenTextsReady: overrides.textsReady ?? (() => Promise.resolve()),
    report: ({ phase, reason }, partName, release) =>
      void loaderEvents.push(`${partName} ${release?.version} ${phase}: ${reason}`),
  });
  const passRetryDelays = async (): Promise<void> => {
    for (let turn = 0; turn < 4; turn += 1) {
      await waitUntilSettled();
      timers.advance(1);
    }
    await waitUntilSettled();
  };
  return { loader, events: loaderEvents, timers, passTries: passRetryDelays };
};

/** Returns the result of a load: `ready`, or phase and reason of its error. */
export const loadOutcomeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ready',
    (failure: unknown) => (failure instanceof LoadError ? `${failure.phase}: ${failure.reason}` : String(failure)),
  );
