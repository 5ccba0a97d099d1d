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
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
};

const createTestLoader = (
  overrides: {
    readonly remote?: Partial<RegistryRemote>;
    readonly answers?: readonly (() => Promise<unknown>)[];
    readonly textsReady?: () => Promise<void>;
    /** Version of the release that the gateway names when the page asks again. */
    readonly laterVersion?: string;
    /** Called before the gateway answers which release is present. */
    readonly beforeRelease?: () => Promise<void>;
  } = {},
) => {
  const timers = createManualTimers();
  const loaderEvents: string[] = [];
  const loadResponses = [...(overrides.answers ?? [() => Promise.resolve({ default: remoteDeclaration })])];
  const federation: Federation = {
    register: ({ name, version }) => void loaderEvents.push(`register ${name} ${version}`),
    load({ name, version }) {
      loaderEvents.push(`load ${name} ${version}`);
      return (
        (loadResponses.length > 1 ? loadResponses.shift() : loadResponses[0])?.() ??
        Promise.reject(new Error('no answer'))
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
    async fetchRelease(name) {
      await overrides.beforeRelease?.();
      return name === firstRelease.name
        ? { ...firstRelease, contract: '^1.0.0', version: overrides.laterVersion ?? firstRelease.version }
        : null;
    },
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
    expect(createTestLoader().events).toEqual(['register mf-social first']);
  });

  it('returns the declaration', async () => {
    const { loader } = createTestLoader();
    await expect(loader.declaration('mf-social')).resolves.toBe(remoteDeclaration);
  });

  it('refuses a remote that was built for another shell contract, before loading it', async () => {
    const { loader, events } = createTestLoader({ remote: { contract: '^2.0.0' } });
    await expect(loadOutcomeOf(loader.declaration('mf-social'))).resolves.toBe('entry: incompatible');
    expect(events).not.toContain('load mf-social first');
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
      'register mf-social first',
      'load mf-social first',
      'forget',
      'mf-social entry: unreachable',
      'load mf-social first',
      'load mf-social first',
    ]);
  });

  it('retries a part without any export', async () => {
    const { loader, passTries } = createTestLoader();
    const partResponses = [{}, { default: 'screen' }];
    const pendingPart = loader.part('mf-social', {
      id: 'screen:contacts',
      find: () => () => Promise.resolve((partResponses.length > 1 ? partResponses.shift() : partResponses[0]) ?? {}),
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
      .part('mf-social', { id: 'screen:contacts', find: () => () => Promise.resolve({ default: 'screen' }) })
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
    await loader.declaration('mf-social');
    const stopListening = loader.onArrival('mf-social', () => arrivalLog.push('here'));
    await loader.part('mf-social', { id: 'slot:restaurant/social', find: () => () => Promise.resolve({ default: 1 }) });
    stopListening();
    await loader.part('mf-social', { id: 'screen:contacts', find: () => () => Promise.resolve({ default: 1 }) });
    expect(arrivalLog).toEqual(['here']);
  });
});

describe('a release that fails', () => {
  const rejectAsBroken = (): Promise<never> => Promise.reject(new TypeError('thrown while it is evaluated'));
  const answerDeclaration = () => Promise.resolve({ default: remoteDeclaration });
  const requestPart = (loader: ReturnType<typeof createTestLoader>['loader'], load: () => Promise<object>) =>
    loader.part('mf-social', { id: 'screen:contacts', find: () => load });

  it('gives way to a later one, without a further request of the visitor', async () => {
    const { loader, events, passTries } = createTestLoader({
      answers: [rejectAsBroken, answerDeclaration],
      laterVersion: 'second',
    });
    const pendingDeclaration = loader.declaration('mf-social');
    await passTries();
    await expect(pendingDeclaration).resolves.toBe(remoteDeclaration);
    expect(events.filter((event) => !event.startsWith('load'))).toEqual([
      'register mf-social first',
      'forget',
      'mf-social entry: broken',
      'register mf-social second',
    ]);
    expect(events.filter((event) => event.startsWith('load'))).toEqual([
      'load mf-social first',
      'load mf-social second',
      'load mf-social second',
    ]);
  });

  it('gives way to a later one where a part of it fails, and its declaration was loaded', async () => {
    const { loader, events, passTries } = createTestLoader({ laterVersion: 'second' });
    await loader.declaration('mf-social');
    const partResponses = [rejectAsBroken, () => Promise.resolve({ default: 'screen' })];
    const pendingPart = requestPart(
      loader,
      () => (partResponses.length > 1 ? partResponses.shift() : partResponses[0])?.() ?? rejectAsBroken(),
    );
    await passTries();
    await expect(pendingPart).resolves.toEqual({ default: 'screen' });
    expect(events).toContain('load mf-social second');
  });

  it('stays where a part of it runs: code of a running remote is never swapped', async () => {
    const { loader, events, passTries } = createTestLoader({ laterVersion: 'second' });
    await loader.part('mf-social', {
      id: 'slot:restaurant/social',
      find: () => () => Promise.resolve({ default: 'slot' }),
    });
    const loadOutcome = loadOutcomeOf(requestPart(loader, rejectAsBroken));
    await passTries();
    await expect(loadOutcome).resolves.toBe('chunk: broken');
    expect(events.filter((event) => event.includes('second'))).toEqual([]);
  });

  it('stays where another part of it arrives while the page asks for the present one', async () => {
    let answerRegistry = (): void => undefined;
    const { loader, events, passTries } = createTestLoader({
      laterVersion: 'second',
      beforeRelease: () => new Promise((resolve) => (answerRegistry = resolve)),
    });
    let answerSlot = (_slot: object): void => undefined;
    const pendingSlot = loader.part('mf-social', {
      id: 'slot:restaurant/social',
      find: () => () => new Promise<object>((resolve) => (answerSlot = resolve)),
    });
    await waitUntilSettled();
    void loadOutcomeOf(requestPart(loader, rejectAsBroken));
    await passTries();
    answerSlot({ default: 'slot' });
    await waitUntilSettled();
    answerRegistry();
    await passTries();
    answerSlot({ default: 'slot' });
    await pendingSlot;
    expect(events.filter((event) => event.includes('second'))).toEqual([]);
  });

  it('is asked for again where the gateway names no other', async () => {
    const { loader, events, passTries } = createTestLoader({ answers: [rejectAsBroken, answerDeclaration] });
    const pendingDeclaration = loader.declaration('mf-social');
    await passTries();
    await expect(pendingDeclaration).resolves.toBe(remoteDeclaration);
    expect(events.filter((event) => event.startsWith('register'))).toEqual(['register mf-social first']);
  });

  it('for another shell contract gives way to one for this shell', async () => {
    const { loader, passTries } = createTestLoader({ remote: { contract: '^2.0.0' }, laterVersion: 'second' });
    await expect(loadOutcomeOf(loader.declaration('mf-social'))).resolves.toBe('entry: incompatible');
    const pendingDeclaration = loader.declaration('mf-social');
    await passTries();
    await expect(pendingDeclaration).resolves.toBe(remoteDeclaration);
  });
});
