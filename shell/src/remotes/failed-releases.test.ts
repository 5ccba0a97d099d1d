import type { PageRemote } from '@mahlzeit/contract';
import { createTestLoader, loadOutcomeOf, remoteDeclaration, waitUntilSettled } from './fake-loads';
import { LoadError } from './load-error';
import { MAX_IDLE_MS } from './loadable';

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
      'mf-social first entry: broken',
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

  it('gives way to a later one at its first load, once the page hears of it', async () => {
    const { loader, events } = createTestLoader({ laterVersion: 'second' });
    loader.supersede('mf-social');
    await loader.declaration('mf-social');
    expect(events.filter((event) => event.startsWith('load'))).toContain('load mf-social second');
    expect(events).not.toContain('load mf-social first');
  });

  it('stays where a part of it runs when the page hears of a later one', async () => {
    const { loader, events } = createTestLoader({ laterVersion: 'second' });
    const loadSlot = () => Promise.resolve({ default: 'slot' });
    await loader.part('mf-social', { id: 'slot:restaurant/social', find: () => loadSlot });
    loader.supersede('mf-social');
    await requestPart(loader, () => Promise.resolve({ default: 'screen' }));
    expect(events.filter((event) => event.includes('second'))).toEqual([]);
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
    timers.advance(MAX_IDLE_MS);
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
    timers.advance(MAX_IDLE_MS);
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
    const pendingDeclaration = loader.declaration('mf-social');
    await passTries();
    await expect(pendingDeclaration).resolves.toBe(remoteDeclaration);
  });
});

describe('the last good release', () => {
  const rejectAsBroken = (): Promise<never> => Promise.reject(new TypeError('thrown while it is evaluated'));
  const rejectAs = (reason: 'mismatch' | 'missing' | 'unreachable' | 'offline' | 'timeout') => () =>
    Promise.reject(new LoadError('entry', reason, { message: reason }));
  const answerGoodOnly =
    (reject: () => Promise<never>) =>
    ({ version }: PageRemote) =>
      version === 'good' ? Promise.resolve({ default: remoteDeclaration }) : reject();

  it.each([
    ['throws', rejectAsBroken],
    ['has another hash', rejectAs('mismatch')],
    ['lacks a file', rejectAs('missing')],
  ])('takes the place of the present one that %s, without a further request', async (_, reject) => {
    const { loader, events, passTries } = createTestLoader({
      answers: [answerGoodOnly(reject)],
      lastGoodVersion: 'good',
    });
    const pendingDeclaration = loader.declaration('mf-social');
    await passTries();
    await expect(pendingDeclaration).resolves.toBe(remoteDeclaration);
    expect(events.filter((event) => event.startsWith('register'))).toEqual([
      'register mf-social first',
      'register mf-social good',
    ]);
    expect(loader.releaseOf('mf-social')).toEqual({ remote: 'mf-social', version: 'good' });
  });

  it('takes its place where a part of the present one fails', async () => {
    const { loader, passTries } = createTestLoader({
      answers: [({ version }) => Promise.resolve({ default: { ...remoteDeclaration, name: `mf-${version}` } })],
      lastGoodVersion: 'good',
    });
    await loader.declaration('mf-social');
    const pendingPart = loader.part('mf-social', {
      id: 'screen:contacts',
      find:
        ({ name }) =>
        () =>
          name === 'mf-good' ? Promise.resolve({ default: 'screen of good' }) : rejectAsBroken(),
    });
    await passTries();
    await expect(pendingPart).resolves.toEqual({ default: 'screen of good' });
  });

  it.each(['unreachable', 'offline', 'timeout'] as const)(
    'stays away where the present one is not to blame: %s',
    async (reason) => {
      const { loader, events, passTries } = createTestLoader({
        answers: [answerGoodOnly(rejectAs(reason))],
        lastGoodVersion: 'good',
      });
      const loadOutcome = loadOutcomeOf(loader.declaration('mf-social'));
      await passTries();
      await expect(loadOutcome).resolves.toBe(`entry: ${reason}`);
      expect(events).not.toContain('register mf-social good');
    },
  );

  it('is no end: a new request tries the present one again', async () => {
    let isMended = false;
    const { loader, events, passTries } = createTestLoader({
      answers: [() => (isMended ? Promise.resolve({ default: remoteDeclaration }) : rejectAsBroken())],
      lastGoodVersion: 'good',
    });
    const loadOutcome = loadOutcomeOf(loader.declaration('mf-social'));
    await passTries();
    await expect(loadOutcome).resolves.toBe('entry: broken');
    expect(events).toContain('load mf-social good');
    isMended = true;
    await loader.declaration('mf-social');
    expect(events.at(-1)).toBe('load mf-social first');
    expect(events.filter((event) => event === 'register mf-social first')).toHaveLength(1);
  });
});
