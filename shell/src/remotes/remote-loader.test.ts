import type { RegistryRemote } from '@mahlzeit/contract';
import { aRegistryRemote } from '@mahlzeit/contract/fixtures';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import type { Federation } from './remote-loader';
import { LoadError } from './load-error';
import { createRemoteLoader } from './remote-loader';

const remoteDeclaration = {
  name: 'mf-social',
  contract: '^1.0.0',
  screens: [{ key: 'contacts', load: () => Promise.resolve({}) }],
  slots: {},
  commands: {},
};

const waitUntilSettled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

const createTestLoader = (
  overrides: {
    readonly remote?: Partial<RegistryRemote>;
    readonly answers?: readonly (() => Promise<unknown>)[];
    readonly textsReady?: () => Promise<void>;
  } = {},
) => {
  const timers = createManualTimers();
  const loaderEvents: string[] = [];
  const loadResponses = [...(overrides.answers ?? [() => Promise.resolve({ default: remoteDeclaration })])];
  const federation: Federation = {
    register: ({ name }) => void loaderEvents.push(`register ${name}`),
    load({ name }) {
      loaderEvents.push(`load ${name}`);
      return (
        (loadResponses.length > 1 ? loadResponses.shift() : loadResponses[0])?.() ??
        Promise.reject(new Error('no answer'))
      );
    },
    forgetFailures: () => void loaderEvents.push('forget'),
    satisfies: (_version, range) => range === '^1.0.0',
  };
  const loader = createRemoteLoader({
    remotes: [aRegistryRemote({ name: 'mf-social', contract: '^1.0.0', ...overrides.remote })],
    federation,
    timers,
    random: () => 0,
    whenTextsReady: overrides.textsReady ?? (() => Promise.resolve()),
    report: ({ phase, reason }, partName) => void loaderEvents.push(`${partName} ${phase}: ${reason}`),
  });
  const passRetryDelays = async (): Promise<void> => {
    for (let turn = 0; turn < 4; turn += 1) {
      await waitUntilSettled();
      timers.advance(1);
    }
    await waitUntilSettled();
  };
  return { loader, events: loaderEvents, passTries: passRetryDelays };
};

const loadOutcomeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ready',
    (failure: unknown) => (failure instanceof LoadError ? `${failure.phase}: ${failure.reason}` : String(failure)),
  );

describe('remote loader', () => {
  it('registers the remotes of the registry and loads none of them', () => {
    expect(createTestLoader().events).toEqual(['register mf-social']);
  });

  it('returns the declaration', async () => {
    const { loader } = createTestLoader();
    await expect(loader.declaration('mf-social')).resolves.toBe(remoteDeclaration);
  });

  it('refuses a remote that was built for another shell contract, before loading it', async () => {
    const { loader, events } = createTestLoader({ remote: { contract: '^2.0.0' } });
    await expect(loadOutcomeOf(loader.declaration('mf-social'))).resolves.toBe('entry: incompatible');
    expect(events).not.toContain('load mf-social');
  });

  it('fails for a remote without a release in the registry', async () => {
    const { loader, passTries } = createTestLoader();
    const loadOutcome = loadOutcomeOf(loader.declaration('mf-account'));
    await passTries();
    await expect(loadOutcome).resolves.toBe('entry: unreachable');
  });

  it.each([
    ['an empty namespace', {}],
    ['no declaration', { default: { name: 'mf-social' } }],
    ['nothing', null],
  ])('treats %s as a failure', async (_, remoteModule) => {
    const { loader, passTries } = createTestLoader({ answers: [() => Promise.resolve(remoteModule)] });
    const loadOutcome = loadOutcomeOf(loader.declaration('mf-social'));
    await passTries();
    await expect(loadOutcome).resolves.toBe('entry: broken');
  });

  it("clears federation's failures before it tries again", async () => {
    const { loader, events, passTries } = createTestLoader({
      answers: [() => Promise.reject(new Error('RUNTIME-008')), () => Promise.resolve({ default: remoteDeclaration })],
    });
    const pendingDeclaration = loader.declaration('mf-social');
    await passTries();
    await expect(pendingDeclaration).resolves.toBe(remoteDeclaration);
    expect(events).toEqual([
      'register mf-social',
      'load mf-social',
      'forget',
      'mf-social entry: unreachable',
      'load mf-social',
      'load mf-social',
    ]);
  });

  it('retries a part without any export', async () => {
    const { loader, passTries } = createTestLoader();
    const partResponses = [{}, { default: 'screen' }];
    const pendingPart = loader.part('mf-social', {
      id: 'screen:contacts',
      load: () => Promise.resolve((partResponses.length > 1 ? partResponses.shift() : partResponses[0]) ?? {}),
    });
    await passTries();
    await expect(pendingPart).resolves.toEqual({ default: 'screen' });
  });

  it('returns a part once its texts are loaded', async () => {
    let resolveTexts = (): void => undefined;
    const { loader } = createTestLoader({
      textsReady: () =>
        new Promise((resolve) => {
          resolveTexts = resolve;
        }),
    });
    const receivedProps: unknown[] = [];
    void loader
      .part('mf-social', { id: 'screen:contacts', load: () => Promise.resolve({ default: 'screen' }) })
      .then((part) => receivedProps.push(part));
    await waitUntilSettled();
    expect(receivedProps).toEqual([]);
    resolveTexts();
    await waitUntilSettled();
    expect(receivedProps).toEqual([{ default: 'screen' }]);
  });

  it('notifies those who wait for a remote when a part of it has loaded', async () => {
    const { loader } = createTestLoader();
    const arrivalLog: string[] = [];
    const stopListening = loader.onArrival('mf-social', () => arrivalLog.push('here'));
    await loader.part('mf-social', { id: 'slot:restaurant/social', load: () => Promise.resolve({ default: 1 }) });
    stopListening();
    await loader.part('mf-social', { id: 'screen:contacts', load: () => Promise.resolve({ default: 1 }) });
    expect(arrivalLog).toEqual(['here']);
  });
});
