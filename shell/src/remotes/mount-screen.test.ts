/** @page */
import type { RemoteDeclaration, ScreenDeclaration, ScreenModule } from '@mahlzeit/shared-ui/platform';
import { mountRootParcel } from 'single-spa';
import { LoadError } from './load-error';
import { createParcelLoader, MAX_MOUNT_MS, mountAsParcel, mountScreen, MAX_UNMOUNT_MS } from './mount-screen';
import type { MountedScreen, ScreenLifecycles } from './mount-screen';
import type { ReleaseId, RemoteLoader } from './remote-loader';

describe('mounting as a parcel', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  let parcelCount = 0;

  const mountTestParcel = (lifecycles: Partial<ScreenLifecycles>) => {
    const lifecycleCalls: string[] = [];
    const recordStep = (step: string) => (): Promise<void> => {
      lifecycleCalls.push(step);
      return Promise.resolve();
    };
    const element = document.createElement('div');
    parcelCount += 1;
    const allLifecycles = {
      bootstrap: recordStep('bootstrap'),
      mount: recordStep('mount'),
      unmount: recordStep('unmount'),
      update: recordStep('update'),
      ...lifecycles,
    };
    const screen = mountAsParcel(mountRootParcel, {
      name: `screen#${parcelCount}`,
      lifecycles: allLifecycles,
      element,
      props: { params: ['a'] },
    });
    const mountOutcome = screen.mounted.then(
      () => 'mounted',
      () => 'failed',
    );
    return { screen, calls: lifecycleCalls, element, outcome: mountOutcome };
  };

  it('mounts with the given props, updates and unmounts', async () => {
    const seenProps: object[] = [];
    const { screen, calls, element, outcome } = mountTestParcel({ mount: async (props) => void seenProps.push(props) });
    await expect(outcome).resolves.toBe('mounted');
    expect(seenProps[0]).toMatchObject({ params: ['a'], domElement: element, name: `screen#${parcelCount}` });
    await screen.update({ params: ['b'] });
    await screen.unmount();
    expect(calls).toEqual(['bootstrap', 'update', 'unmount']);
  });

  it('rejects for a refused mount and removes its output', async () => {
    const { screen, calls, outcome } = mountTestParcel({ mount: () => Promise.reject(new Error('boom')) });
    await expect(outcome).resolves.toBe('failed');
    await screen.unmount();
    expect(calls).toEqual(['bootstrap', 'unmount']);
  });

  it('abandons a mount that never ends', async () => {
    const { outcome } = mountTestParcel({ mount: () => new Promise(() => undefined) });
    await jest.advanceTimersByTimeAsync(MAX_MOUNT_MS);
    await expect(outcome).resolves.toBe('failed');
  });

  it('removes the late output of an abandoned mount', async () => {
    const pendingMounts: (() => void)[] = [];
    const { calls, outcome } = mountTestParcel({
      mount: () => new Promise((resolve) => pendingMounts.push(() => resolve(undefined))),
    });
    await jest.advanceTimersByTimeAsync(MAX_MOUNT_MS);
    await outcome;
    const unmountCountBefore = calls.filter((step) => step === 'unmount').length;
    pendingMounts[0]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(calls.filter((step) => step === 'unmount')).toHaveLength(unmountCountBefore + 1);
  });

  it('unmounts a screen that is left during its mount as soon as it is mounted', async () => {
    const pendingMounts: (() => void)[] = [];
    const { screen, calls } = mountTestParcel({
      mount: () => new Promise((resolve) => pendingMounts.push(() => resolve(undefined))),
    });
    const unmountPromise = screen.unmount();
    await jest.advanceTimersByTimeAsync(0);
    pendingMounts[0]?.();
    await jest.advanceTimersByTimeAsync(0);
    await unmountPromise;
    expect(calls).toEqual(['bootstrap', 'unmount']);
  });

  it('abandons an unmount that never ends', async () => {
    const { screen, outcome } = mountTestParcel({ unmount: () => new Promise(() => undefined) });
    await outcome;
    const unmountPromise = screen.unmount().then(
      () => 'left',
      () => 'stuck',
    );
    await jest.advanceTimersByTimeAsync(MAX_UNMOUNT_MS);
    await expect(unmountPromise).resolves.toBe('stuck');
  });
});

describe('the way to mount screens', () => {
  const lifecycles = {
    bootstrap: () => Promise.resolve(),
    mount: () => Promise.resolve(),
    unmount: () => Promise.resolve(),
  };

  it('mounts them below one named parent, of which single-spa forgets unmounted parcels', async () => {
    const rootNames: (string | undefined)[] = [];
    const loadMountParcel = createParcelLoader(() =>
      Promise.resolve((config, props) => {
        rootNames.push(typeof config === 'object' ? config.name : undefined);
        return mountRootParcel(config, props);
      }),
    );
    const [mountParcel, mountParcelAgain] = [await loadMountParcel(), await loadMountParcel()];
    expect(mountParcelAgain).toBe(mountParcel);
    const parcel = mountParcel({ name: 'screen', ...lifecycles }, { domElement: document.createElement('div') });
    await parcel.mountPromise;
    await parcel.unmount();
    expect(parcel.getStatus()).toBe('NOT_MOUNTED');
    expect(rootNames).toEqual(['screens']);
  });

  it('is loaded again after a failure', async () => {
    let failuresLeft = 1;
    const loadMountParcel = createParcelLoader(() =>
      failuresLeft-- > 0 ? Promise.reject(new Error('503')) : Promise.resolve(mountRootParcel),
    );
    await expect(loadMountParcel()).rejects.toThrow('503');
    await expect(loadMountParcel()).resolves.toEqual(expect.any(Function));
  });
});

describe('mounting a screen of a remote', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    document.body.replaceChildren();
  });
  afterEach(() => jest.useRealTimers());

  const createDrawingScreen = (updateCalls: string[], overrides: Partial<ScreenModule> = {}): ScreenModule => ({
    bootstrap: () => Promise.resolve(),
    mount: async ({ domElement, params }: { domElement: HTMLElement; params: readonly string[] }) =>
      void domElement.append(`Seite ${params.join()}`),
    unmount: async ({ domElement }: { domElement: HTMLElement }) => domElement.replaceChildren(),
    update: async ({ params }: { params: readonly string[] }) => void updateCalls.push(`update ${params.join()}`),
    ...overrides,
  });

  const declarationWith = (screen: ScreenDeclaration): RemoteDeclaration => ({
    name: 'mf-social',
    contract: '^1.0.0',
    screens: [screen],
    slots: {},
    commands: {},
  });

  const prepareMount = (load: () => Promise<{ default: ScreenModule }>) => {
    const host = document.createElement('div');
    document.body.append(host);
    const screenPhases: string[] = [];
    const errorReports: string[] = [];
    const failIfCalled = (): never => {
      throw new Error('not part of a mount');
    };
    const screen: ScreenDeclaration = { key: 'main', region: 'main', access: 'anyone', load };
    const loader: RemoteLoader = {
      part: (_remote, { find }) => find(declarationWith(screen))?.() ?? failIfCalled(),
      prefetch: failIfCalled,
      declaration: failIfCalled,
      releaseOf: (remote) => ({ remote, version: '5.0.1+aaaa' }),
      supersede: failIfCalled,
      onArrival: failIfCalled,
      shared: failIfCalled,
    };
    const mountDeps = {
      loader,
      loadMountParcel: () => Promise.resolve(mountRootParcel),
      yieldToBrowser: () => Promise.resolve(),
      report: ({ phase, reason }: LoadError, partName: string, release: ReleaseId | null) =>
        void errorReports.push(`${partName} ${release?.version}, ${phase}: ${reason}`),
    };
    const mountTestScreen = (): MountedScreen =>
      mountScreen(mountDeps, {
        remote: 'mf-social',
        screen,
        host,
        props: { params: ['a'] },
        onPhase: (phase, error) => screenPhases.push(error === null ? phase : `${phase}: ${error.reason}`),
      });
    return { host, phases: screenPhases, reports: errorReports, mount: mountTestScreen };
  };

  const passTime = (ms = 0): Promise<void> => jest.advanceTimersByTimeAsync(ms);

  it('shows it in its own container and removes both', async () => {
    const { host, phases, mount } = prepareMount(() => Promise.resolve({ default: createDrawingScreen([]) }));
    const mountedScreen = mount();
    await passTime();
    expect(host).toHaveTextContent('Seite a');
    expect(phases).toEqual(['mounted']);
    mountedScreen.unmount();
    await passTime();
    expect(host).toBeEmptyDOMElement();
  });

  it('passes the parameters that arrived during the load', async () => {
    const { host, mount } = prepareMount(() => Promise.resolve({ default: createDrawingScreen([]) }));
    mount().update({ params: ['b'] });
    await passTime();
    expect(host).toHaveTextContent('Seite b');
  });

  it('updates a mounted screen', async () => {
    const updateCalls: string[] = [];
    const { mount } = prepareMount(() => Promise.resolve({ default: createDrawingScreen(updateCalls) }));
    const mountedScreen = mount();
    await passTime();
    mountedScreen.update({ params: ['c'] });
    await passTime();
    expect(updateCalls).toEqual(['update c']);
  });

  it('never mounts a screen that was left during its load', async () => {
    const arriveCallbacks: ((module: { default: ScreenModule }) => void)[] = [];
    const { host, phases, mount } = prepareMount(() => new Promise((resolve) => arriveCallbacks.push(resolve)));
    mount().unmount();
    arriveCallbacks[0]?.({ default: createDrawingScreen([]) });
    await passTime();
    expect(host).toBeEmptyDOMElement();
    expect(phases).toEqual([]);
  });

  it('fails without a report of its own after a failure of the loader', async () => {
    const { phases, reports, mount } = prepareMount(() =>
      Promise.reject(new LoadError('chunk', 'unreachable', { message: '503' })),
    );
    mount();
    await passTime();
    expect(phases).toEqual(['failed: unreachable']);
    expect(reports).toEqual([]);
  });

  it('fails and reports a refused mount', async () => {
    const { host, phases, reports, mount } = prepareMount(() =>
      Promise.resolve({ default: createDrawingScreen([], { mount: () => Promise.reject(new Error('boom')) }) }),
    );
    mount();
    await passTime();
    expect(phases).toEqual(['failed: broken']);
    expect(reports).toEqual(['mf-social/screen:main 5.0.1+aaaa, mount: broken']);
    await passTime();
    expect(host).toBeEmptyDOMElement();
  });

  it('fails when a module has no lifecycles', async () => {
    const { phases, mount } = prepareMount(() =>
      Promise.resolve({ default: createDrawingScreen([], { mount: undefined }) }),
    );
    mount();
    await passTime();
    expect(phases).toEqual(['failed: broken']);
  });

  it('waits for its scripts as long as they come', async () => {
    const { phases, mount } = prepareMount(() => new Promise(() => undefined));
    mount();
    await passTime(60_000);
    expect(phases).toEqual([]);
  });

  it('fails when its mount doesn’t end in time', async () => {
    const { phases, reports, mount } = prepareMount(() =>
      Promise.resolve({ default: createDrawingScreen([], { mount: () => new Promise(() => undefined) }) }),
    );
    mount();
    await passTime(MAX_MOUNT_MS);
    await passTime();
    expect(phases).toEqual(['failed: broken']);
    expect(reports).toEqual(['mf-social/screen:main 5.0.1+aaaa, mount: broken']);
  });

  it('reports an update that fails, and stays as it is', async () => {
    const { phases, reports, mount } = prepareMount(() =>
      Promise.resolve({ default: createDrawingScreen([], { update: () => Promise.reject(new Error('boom')) }) }),
    );
    const mountedScreen = mount();
    await passTime();
    mountedScreen.update({ params: ['b'] });
    await passTime();
    expect(phases).toEqual(['mounted']);
    expect(reports).toEqual(['mf-social/screen:main 5.0.1+aaaa, update: broken']);
  });

  it('gives each of two screens at once its own container', async () => {
    const { host, mount } = prepareMount(() => Promise.resolve({ default: createDrawingScreen([]) }));
    const firstScreen = mount();
    mount();
    await passTime();
    firstScreen.unmount();
    await passTime();
    expect(host.children).toHaveLength(1);
    expect(host).toHaveTextContent('Seite a');
  });
});
