import type { RegistryRemote } from '@mahlzeit/contract';
import { aRegistryRemote } from '@mahlzeit/contract/fixtures';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import type { Federation } from './remote-loader';
import { LoadError } from './load-error';
import { createRemoteLoader } from './remote-loader';

const declaration = {
  name: 'mf-social',
  contract: '^1.0.0',
  screens: [{ key: 'contacts', load: () => Promise.resolve({}) }],
  slots: {},
  commands: {},
};

const waitUntilSettled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

const setUp = (
  overrides: {
    readonly remote?: Partial<RegistryRemote>;
    readonly answers?: readonly (() => Promise<unknown>)[];
    readonly textsReady?: () => Promise<void>;
  } = {},
) => {
  const timers = createManualTimers();
  const events: string[] = [];
  const answers = [...(overrides.answers ?? [() => Promise.resolve({ default: declaration })])];
  const federation: Federation = {
    register: ({ name }) => void events.push(`register ${name}`),
    load({ name }) {
      events.push(`load ${name}`);
      return (answers.length > 1 ? answers.shift() : answers[0])?.() ?? Promise.reject(new Error('no answer'));
    },
    forgetFailures: () => void events.push('forget'),
    satisfies: (_version, range) => range === '^1.0.0',
  };
  const loader = createRemoteLoader({
    remotes: [aRegistryRemote({ name: 'mf-social', contract: '^1.0.0', ...overrides.remote })],
    federation,
    timers,
    random: () => 0,
    whenTextsReady: overrides.textsReady ?? (() => Promise.resolve()),
    report: ({ phase, reason }, partName) => void events.push(`${partName} ${phase}: ${reason}`),
  });
  const passTries = async (): Promise<void> => {
    for (let turn = 0; turn < 4; turn += 1) {
      await waitUntilSettled();
      timers.advance(1);
    }
    await waitUntilSettled();
  };
  return { loader, events, passTries };
};

const reasonOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ready',
    (failure: unknown) => (failure instanceof LoadError ? `${failure.phase}: ${failure.reason}` : String(failure)),
  );

describe('remote loader', () => {
  it('registers the remotes of the registry and loads none of them', () => {
    expect(setUp().events).toEqual(['register mf-social']);
  });

  it('returns the declaration', async () => {
    const { loader } = setUp();
    await expect(loader.declaration('mf-social')).resolves.toBe(declaration);
  });

  it('refuses a remote that was built for another shell contract, before loading it', async () => {
    const { loader, events } = setUp({ remote: { contract: '^2.0.0' } });
    await expect(reasonOf(loader.declaration('mf-social'))).resolves.toBe('entry: incompatible');
    expect(events).not.toContain('load mf-social');
  });

  it('fails for a remote without a release in the registry', async () => {
    const { loader, passTries } = setUp();
    const outcome = reasonOf(loader.declaration('mf-account'));
    await passTries();
    await expect(outcome).resolves.toBe('entry: unreachable');
  });

  it.each([
    ['an empty namespace', {}],
    ['no declaration', { default: { name: 'mf-social' } }],
    ['nothing', null],
  ])('treats %s as a failure', async (_, module) => {
    const { loader, passTries } = setUp({ answers: [() => Promise.resolve(module)] });
    const outcome = reasonOf(loader.declaration('mf-social'));
    await passTries();
    await expect(outcome).resolves.toBe('entry: broken');
  });

  it("clears federation's failures before it tries again", async () => {
    const { loader, events, passTries } = setUp({
      answers: [() => Promise.reject(new Error('RUNTIME-008')), () => Promise.resolve({ default: declaration })],
    });
    const outcome = loader.declaration('mf-social');
    await passTries();
    await expect(outcome).resolves.toBe(declaration);
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
    const { loader, passTries } = setUp();
    const answers = [{}, { default: 'screen' }];
    const outcome = loader.part('mf-social', {
      id: 'screen:contacts',
      load: () => Promise.resolve((answers.length > 1 ? answers.shift() : answers[0]) ?? {}),
    });
    await passTries();
    await expect(outcome).resolves.toEqual({ default: 'screen' });
  });

  it('returns a part once its texts are loaded', async () => {
    let arrive = (): void => undefined;
    const { loader } = setUp({
      textsReady: () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
    });
    const receivedProps: unknown[] = [];
    void loader
      .part('mf-social', { id: 'screen:contacts', load: () => Promise.resolve({ default: 'screen' }) })
      .then((part) => receivedProps.push(part));
    await waitUntilSettled();
    expect(receivedProps).toEqual([]);
    arrive();
    await waitUntilSettled();
    expect(receivedProps).toEqual([{ default: 'screen' }]);
  });

  it('notifies those who wait for a remote when a part of it has loaded', async () => {
    const { loader } = setUp();
    const arrivals: string[] = [];
    const stop = loader.onArrival('mf-social', () => arrivals.push('here'));
    await loader.part('mf-social', { id: 'slot:restaurant/social', load: () => Promise.resolve({ default: 1 }) });
    stop();
    await loader.part('mf-social', { id: 'screen:contacts', load: () => Promise.resolve({ default: 1 }) });
    expect(arrivals).toEqual(['here']);
  });
});
