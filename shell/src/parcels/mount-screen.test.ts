import { mountRootParcel } from 'single-spa';
import { MOUNT_MS, mountAsParcel, UNMOUNT_MS } from './mount-screen';
import type { ScreenLifecycles } from './screen-lifecycles';

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
  const all = { bootstrap: noting('bootstrap'), mount: noting('mount'), unmount: noting('unmount'), update: noting('update'), ...lifecycles };
  const screen = mountAsParcel(mountRootParcel, { name: `screen#${names}`, lifecycles: all, element, props: { params: ['a'] } });
  const outcome = screen.mounted.then(
    () => 'mounted',
    () => 'failed',
  );
  return { screen, calls, element, outcome };
};

describe('mounting a screen', () => {
  it('mounts with the given props, updates and unmounts', async () => {
    const seen: object[] = [];
    const { screen, calls, element, outcome } = setUp({ mount: async (props) => void seen.push(props) });
    await expect(outcome).resolves.toBe('mounted');
    expect(seen[0]).toMatchObject({ params: ['a'], domElement: element, name: `screen#${names}` });
    await screen.update({ params: ['b'] });
    await screen.unmount();
    expect(calls).toEqual(['bootstrap', 'update', 'unmount']);
  });

  it('tells of a mount that is refused and takes away what it may have drawn', async () => {
    const { screen, calls, outcome } = setUp({ mount: () => Promise.reject(new Error('boom')) });
    await expect(outcome).resolves.toBe('failed');
    await screen.unmount();
    expect(calls).toEqual(['bootstrap', 'unmount']);
  });

  it('gives up a mount that never ends', async () => {
    const { outcome } = setUp({ mount: () => new Promise(() => undefined) });
    await jest.advanceTimersByTimeAsync(MOUNT_MS);
    await expect(outcome).resolves.toBe('failed');
  });

  it('takes away what a given up mount draws after all', async () => {
    const late: (() => void)[] = [];
    const { calls, outcome } = setUp({ mount: () => new Promise((resolve) => late.push(() => resolve(undefined))) });
    await jest.advanceTimersByTimeAsync(MOUNT_MS);
    await outcome;
    const before = calls.filter((step) => step === 'unmount').length;
    late[0]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(calls.filter((step) => step === 'unmount')).toHaveLength(before + 1);
  });

  it('unmounts a screen that is left while it mounts as soon as it is mounted', async () => {
    const late: (() => void)[] = [];
    const { screen, calls } = setUp({ mount: () => new Promise((resolve) => late.push(() => resolve(undefined))) });
    const left = screen.unmount();
    await jest.advanceTimersByTimeAsync(0);
    late[0]?.();
    await jest.advanceTimersByTimeAsync(0);
    await left;
    expect(calls).toEqual(['bootstrap', 'unmount']);
  });

  it('gives up an unmount that never ends', async () => {
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
