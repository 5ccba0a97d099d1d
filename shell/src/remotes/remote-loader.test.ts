import type { PageRemote, RegistryRemote } from '@mahlzeit/contract';
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

/** Time limit of one attempt, in milliseconds. */
const ATTEMPT_MS = 5_000;

const createTestLoader = (
  overrides: {
    readonly remote?: Partial<RegistryRemote>;
    readonly answers?: readonly ((release: PageRemote) => Promise<unknown>)[];
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
    load(release) {
      loaderEvents.push(`load ${release.name} ${release.version}`);
      return (
        (loadResponses.length > 1 ? loadResponses.shift() : loadResponses[0])?.(release) ??
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
  return { loader, events: loaderEvents, timers, passTries: passRetryDelays };
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
  const answerNamedDeclaration = ({ version }: PageRemote) =>
    Promise.resolve({ default: { ...remoteDeclaration, name: `mf-${version}` } });
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

  it('stays where a part of it arrives after the page has turned to a later one', async () => {
    const { loader, timers, passTries } = createTestLoader({
      laterVersion: 'second',
      answers: [answerNamedDeclaration],
    });
    let answerPart = (_part: object): void => undefined;
    const partOfFirst = new Promise<object>((resolve) => (answerPart = resolve));
    const pendingPart = loader.part('mf-social', {
      id: 'screen:contacts',
      find:
        ({ name }) =>
        () =>
          name === 'mf-first' ? partOfFirst : new Promise<object>(() => undefined),
    });
    await waitUntilSettled();
    timers.advance(ATTEMPT_MS);
    await passTries();
    answerPart({ default: 'first' });
    await waitUntilSettled();
    await expect(Promise.race([pendingPart, 'pending'])).resolves.toEqual({ default: 'first' });
    await expect(loader.declaration('mf-social')).resolves.toMatchObject({ name: 'mf-first' });
  });

  it('lends no part to a later one that runs: the later one loads its own, with retries', async () => {
    const { loader, passTries } = createTestLoader({ laterVersion: 'second', answers: [answerNamedDeclaration] });
    let answerSlot = (_slot: object): void => undefined;
    const slotOfFirst = new Promise<object>((resolve) => (answerSlot = resolve));
    const slotsOfSecond = [rejectAsBroken, () => Promise.resolve({ default: 'second' })];
    const loadOutcome = loadOutcomeOf(
      loader.part('mf-social', {
        id: 'slot:restaurant/social',
        find:
          ({ name }) =>
          () =>
            name === 'mf-first' ? slotOfFirst : (slotsOfSecond.shift() ?? (() => slotOfFirst))(),
      }),
    );
    const pendingScreen = loader.part('mf-social', {
      id: 'screen:contacts',
      find:
        ({ name }) =>
        () =>
          name === 'mf-first' ? rejectAsBroken() : Promise.resolve({ default: name }),
    });
    await passTries();
    await expect(pendingScreen).resolves.toEqual({ default: 'mf-second' });
    answerSlot({ default: 'first' });
    await passTries();
    await expect(loadOutcome).resolves.toBe('ready');
  });

  it('gives way where its entry arrives late: the entry of the later one is loaded, with retries', async () => {
    let answerEntry = (_entry: object): void => undefined;
    const entryOfFirst = new Promise<object>((resolve) => (answerEntry = resolve));
    let rejectEntry = (_reason: Error): void => undefined;
    const entryOfSecond = new Promise<never>((_resolve, reject) => (rejectEntry = reject));
    const { loader, timers, passTries } = createTestLoader({
      laterVersion: 'second',
      answers: [() => entryOfFirst, () => entryOfSecond, () => entryOfSecond, answerNamedDeclaration],
    });
    const loadOutcome = loadOutcomeOf(loader.declaration('mf-social'));
    await waitUntilSettled();
    timers.advance(ATTEMPT_MS);
    await passTries();
    answerEntry({ default: remoteDeclaration });
    await waitUntilSettled();
    rejectEntry(new TypeError('thrown while it is evaluated'));
    await passTries();
    await expect(loadOutcome).resolves.toBe('ready');
  });

  it('keeps its loaded declaration until a part is tried again: nobody else waits for the later one', async () => {
    const { loader } = createTestLoader({
      laterVersion: 'second',
      answers: [(release) => (release.version === 'first' ? answerNamedDeclaration(release) : rejectAsBroken())],
    });
    await loader.declaration('mf-social');
    void loadOutcomeOf(requestPart(loader, rejectAsBroken));
    await waitUntilSettled();
    await expect(loader.declaration('mf-social')).resolves.toMatchObject({ name: 'mf-first' });
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
