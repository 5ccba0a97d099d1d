import { LoadError } from './load-error';
import { createTestLoader, loadOutcomeOf, remoteDeclaration, waitUntilSettled } from './fake-loads';

describe('remote loader', () => {
  it('registers the remotes of the registry and loads none of them', () => {
    expect(createTestLoader().events).toEqual(['register mf-social first']);
  });

  it('returns the declaration', async () => {
    const { loader } = createTestLoader();
    await expect(loader.declaration('mf-social')).resolves.toBe(remoteDeclaration);
  });

  it('refuses a remote that was built for another shell contract, before loading it', async () => {
    const { loader, events, passTries } = createTestLoader({
      remote: { contract: '^2.0.0' },
      beforeRelease: () => Promise.reject(new LoadError('entry', 'incompatible', { message: '^2' })),
    });
    const loadOutcome = loadOutcomeOf(loader.declaration('mf-social'));
    await passTries();
    await expect(loadOutcome).resolves.toBe('entry: incompatible');
    expect(events).not.toContain('load mf-social first');
  });

  it('fails for a remote without a release in the registry', async () => {
    const { loader, passTries } = createTestLoader();
    const loadOutcome = loadOutcomeOf(loader.declaration('mf-account'));
    await passTries();
    await expect(loadOutcome).resolves.toBe('entry: missing');
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
      'mf-social first entry: unreachable',
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
