/** @page */
import type { ScreenDeclaration, ScreenModule } from '@mahlzeit/shared-ui/platform';
import { mountRootParcel } from 'single-spa';
import { LoadError } from './load-error';
import { OVERALL_MS } from './loadable';
import { createParcelLoader, MOUNT_MS, mountAsParcel, mountScreen, UNMOUNT_MS } from './mount-screen';
import type { MountedScreen, ScreenLifecycles } from './mount-screen';
import type { RemoteLoader } from './remote-loader';

describe('mounting as a parcel', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  let names = 0;

  const setUp = (lifecycles: Partial<ScreenLifecycles>) => {
    const calls: string[] = [];
    const noting = (step: string) => (): Promise<void> => {
      calls.push(step);
      return Promise.resolve();
    };
    const element = document.createElement('div');
    names += 1;
    const all = {
      bootstrap: noting('bootstrap'),
      mount: noting('mount'),
      unmount: noting('unmount'),
      update: noting('update'),
      ...lifecycles,
    };
    const screen = mountAsParcel(mountRootParcel, {
      name: `screen#${names}`,
      lifecycles: all,
      element,
      props: { params: ['a'] },
    });
    const outcome = screen.mounted.then(
      () => 'mounted',
      () => 'failed',
    );
    return { screen, calls, element, outcome };
  };

  it('mounts with the given props, updates and unmounts', async () => {
    const seen: object[] = [];
    const { screen, calls, element, outcome } = setUp({ mount: async (props) => void seen.push(props) });
    await expect(outcome).resolves.toBe('mounted');
    expect(seen[0]).toMatchObject({ params: ['a'], domElement: element, name: `screen#${names}` });
    await screen.update({ params: ['b'] });
    await screen.unmount();
    expect(calls).toEqual(['bootstrap', 'update', 'unmount']);
  });

  it('rejects for a refused mount and removes its output', async () => {
    const { screen, calls, outcome } = setUp({ mount: () => Promise.reject(new Error('boom')) });
    await expect(outcome).resolves.toBe('failed');
    await screen.unmount();
    expect(calls).toEqual(['bootstrap', 'unmount']);
  });

  it('abandons a mount that never ends', async () => {
    const { outcome } = setUp({ mount: () => new Promise(() => undefined) });
    await jest.advanceTimersByTimeAsync(MOUNT_MS);
    await expect(outcome).resolves.toBe('failed');
  });

  it('removes the late output of an abandoned mount', async () => {
    const late: (() => void)[] = [];
    const { calls, outcome } = setUp({ mount: () => new Promise((resolve) => late.push(() => resolve(undefined))) });
    await jest.advanceTimersByTimeAsync(MOUNT_MS);
    await outcome;
    const before = calls.filter((step) => step === 'unmount').length;
    late[0]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(calls.filter((step) => step === 'unmount')).toHaveLength(before + 1);
  });

  it('unmounts a screen that is left during its mount as soon as it is mounted', async () => {
    const late: (() => void)[] = [];
    const { screen, calls } = setUp({ mount: () => new Promise((resolve) => late.push(() => resolve(undefined))) });
    const left = screen.unmount();
    await jest.advanceTimersByTimeAsync(0);
    late[0]?.();
    await jest.advanceTimersByTimeAsync(0);
    await left;
    expect(calls).toEqual(['bootstrap', 'unmount']);
  });

  it('abandons an unmount that never ends', async () => {
    const { screen, outcome } = setUp({ unmount: () => new Promise(() => undefined) });
    await outcome;
    const left = screen.unmount().then(
      () => 'left',
      () => 'stuck',
    );
    await jest.advanceTimersByTimeAsync(UNMOUNT_MS);
    await expect(left).resolves.toBe('stuck');
  });
});

describe('the way to mount screens', () => {
  const lifecycles = {
    bootstrap: () => Promise.resolve(),
    mount: () => Promise.resolve(),
    unmount: () => Promise.resolve(),
  };

  it('mounts them below one named parent, of which single-spa forgets unmounted parcels', async () => {
    const roots: (string | undefined)[] = [];
    const load = createParcelLoader(() =>
      Promise.resolve((config, props) => {
        roots.push(typeof config === 'object' ? config.name : undefined);
        return mountRootParcel(config, props);
      }),
    );
    const [mountParcel, again] = [await load(), await load()];
    expect(again).toBe(mountParcel);
    const parcel = mountParcel({ name: 'screen', ...lifecycles }, { domElement: document.createElement('div') });
    await parcel.mountPromise;
    await parcel.unmount();
    expect(parcel.getStatus()).toBe('NOT_MOUNTED');
    expect(roots).toEqual(['screens']);
  });

  it('is loaded again after a failure', async () => {
    let failures = 1;
    const load = createParcelLoader(() =>
      failures-- > 0 ? Promise.reject(new Error('503')) : Promise.resolve(mountRootParcel),
    );
    await expect(load()).rejects.toThrow('503');
    await expect(load()).resolves.toEqual(expect.any(Function));
  });
});

describe('mounting a screen of a remote', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    document.body.replaceChildren();
  });
  afterEach(() => jest.useRealTimers());

  const timers = {
    after(ms: number, run: () => void) {
      const id = setTimeout(run, ms);
      return () => clearTimeout(id);
    },
  };

  const drawing = (calls: string[], overrides: Partial<ScreenModule> = {}): ScreenModule => ({
    bootstrap: () => Promise.resolve(),
    mount: async ({ domElement, params }: { domElement: HTMLElement; params: readonly string[] }) =>
      void domElement.append(`Seite ${params.join()}`),
    unmount: async ({ domElement }: { domElement: HTMLElement }) => domElement.replaceChildren(),
    update: async ({ params }: { params: readonly string[] }) => void calls.push(`update ${params.join()}`),
    ...overrides,
  });

  const setUp = (load: () => Promise<{ default: ScreenModule }>) => {
    const host = document.createElement('div');
    document.body.append(host);
    const phases: string[] = [];
    const reports: string[] = [];
    const loader: Pick<RemoteLoader, 'part'> = { part: (_remote, part) => part.load() };
    const unused = (): never => {
      throw new Error('not part of a mount');
    };
    const deps = {
      loader: { ...loader, declaration: unused, onArrival: unused, shared: unused },
      loadMountParcel: () => Promise.resolve(mountRootParcel),
      yieldToBrowser: () => Promise.resolve(),
      timers,
      report: ({ phase, reason }: LoadError) => void reports.push(`${phase}: ${reason}`),
    };
    const screen: ScreenDeclaration = { key: 'main', region: 'main', access: 'anyone', load };
    const mount = (): MountedScreen =>
      mountScreen(deps, {
        remote: 'mf-social',
        screen,
        host,
        props: { params: ['a'] },
        onPhase: (phase) => phases.push(phase),
      });
    return { host, phases, reports, mount };
  };

  const pass = (ms = 0): Promise<void> => jest.advanceTimersByTimeAsync(ms);

  it('shows it in its own container and removes both', async () => {
    const { host, phases, mount } = setUp(() => Promise.resolve({ default: drawing([]) }));
    const started = mount();
    await pass();
    expect(host).toHaveTextContent('Seite a');
    expect(phases).toEqual(['mounted']);
    started.unmount();
    await pass();
    expect(host).toBeEmptyDOMElement();
  });

  it('passes the parameters that arrived during the load', async () => {
    const { host, mount } = setUp(() => Promise.resolve({ default: drawing([]) }));
    mount().update({ params: ['b'] });
    await pass();
    expect(host).toHaveTextContent('Seite b');
  });

  it('updates a mounted screen', async () => {
    const calls: string[] = [];
    const { mount } = setUp(() => Promise.resolve({ default: drawing(calls) }));
    const started = mount();
    await pass();
    started.update({ params: ['c'] });
    await pass();
    expect(calls).toEqual(['update c']);
  });

  it('never mounts a screen that was left during its load', async () => {
    const arrivals: ((module: { default: ScreenModule }) => void)[] = [];
    const { host, phases, mount } = setUp(() => new Promise((resolve) => arrivals.push(resolve)));
    mount().unmount();
    arrivals[0]?.({ default: drawing([]) });
    await pass();
    expect(host).toBeEmptyDOMElement();
    expect(phases).toEqual([]);
  });

  it('fails without a report of its own after a failure of the loader', async () => {
    const { phases, reports, mount } = setUp(() =>
      Promise.reject(new LoadError('chunk', 'unreachable', { message: '503' })),
    );
    mount();
    await pass();
    expect(phases).toEqual(['failed']);
    expect(reports).toEqual([]);
  });

  it('fails and reports a refused mount', async () => {
    const { host, phases, reports, mount } = setUp(() =>
      Promise.resolve({ default: drawing([], { mount: () => Promise.reject(new Error('boom')) }) }),
    );
    mount();
    await pass();
    expect(phases).toEqual(['failed']);
    expect(reports).toEqual(['mount: broken']);
    await pass();
    expect(host).toBeEmptyDOMElement();
  });

  it('fails when a module has no lifecycles', async () => {
    const { phases, mount } = setUp(() => Promise.resolve({ default: drawing([], { mount: undefined }) }));
    mount();
    await pass();
    expect(phases).toEqual(['failed']);
  });

  it('fails when neither load nor mount end in time', async () => {
    const { phases, reports, mount } = setUp(() => new Promise(() => undefined));
    mount();
    await pass(OVERALL_MS);
    expect(phases).toEqual(['failed']);
    expect(reports).toEqual(['overall: timeout']);
  });

  it('gives each of two screens at once its own container', async () => {
    const { host, mount } = setUp(() => Promise.resolve({ default: drawing([]) }));
    const first = mount();
    mount();
    await pass();
    first.unmount();
    await pass();
    expect(host.children).toHaveLength(1);
    expect(host).toHaveTextContent('Seite a');
  });
});
