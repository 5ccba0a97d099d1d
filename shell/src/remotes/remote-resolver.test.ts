import type { RemoteDeclaration, ShellApi } from '@mahlzeit/shared-ui/platform';
import { aRegistryRemote } from '@mahlzeit/contract/fixtures';
import { SlotNotOfferedError } from '@mahlzeit/shared-ui/platform';
import { fakeShell } from '@mahlzeit/shared-ui/testing';
import type { RemoteLoader } from './remote-loader';
import { LoadError } from './load-error';
import { createRemoteLookup } from './registry';
import { createRemoteResolver } from './remote-resolver';

const SocialSlot = () => null;

const createTestResolver = (
  declaration: Partial<RemoteDeclaration>,
  overrides: Partial<RemoteLoader> = {},
  shell: ShellApi = fakeShell(),
) => {
  const socialDeclaration: RemoteDeclaration = {
    name: 'mf-social',
    contract: '^1.0.0',
    screens: [],
    slots: {},
    commands: {},
    ...declaration,
  };
  const loader: RemoteLoader = {
    declaration: () => Promise.resolve(socialDeclaration),
    releaseOf: (remote) => ({ remote, version: null }),
    supersede: () => undefined,
    prefetch: () => Promise.resolve(),
    part: (_remote, { id, find }) =>
      find(socialDeclaration)?.() ?? Promise.reject(new LoadError('entry', 'broken', { message: `no part ${id}` })),
    onArrival: () => () => undefined,
    shared: (_id, load) => load(),
    ...overrides,
  };
  const lookup = createRemoteLookup({
    remotes: [aRegistryRemote({ name: 'mf-social', slots: ['restaurant/social'], commands: ['account/callToAction'] })],
  });
  return createRemoteResolver({ loader, lookup, shell: () => shell });
};

const rejectAsUnreachable = (): Promise<never> =>
  Promise.reject(new LoadError('entry', 'unreachable', { message: '503' }));

describe('slots', () => {
  it('come from the remote that declares them', async () => {
    const resolver = createTestResolver({
      slots: { 'restaurant/social': () => Promise.resolve({ default: SocialSlot }) },
    });
    await expect(resolver.loadSlot('restaurant/social')).resolves.toBe(SocialSlot);
  });

  it('fail when no remote declares them, or their remote no longer does', async () => {
    const resolver = createTestResolver({});
    await expect(resolver.loadSlot('meal/actions')).rejects.toThrow(SlotNotOfferedError);
    await expect(resolver.loadSlot('restaurant/social')).rejects.toThrow('no part slot:restaurant/social');
  });
});

describe('commands', () => {
  it('keep the page busy while they load, and not while they wait for the user', async () => {
    const trackedWork: Promise<unknown>[] = [];
    const shell = {
      ...fakeShell(),
      track: <T>(work: Promise<T>) => {
        trackedWork.push(work);
        return work;
      },
    };
    let finishCommand = (): void => undefined;
    const answerWithContinue = () =>
      new Promise<{ mayGoOn: boolean }>((resolve) => {
        finishCommand = () => resolve({ mayGoOn: true });
      });
    const pendingCommand = createTestResolver(
      { commands: { 'account/callToAction': () => Promise.resolve({ default: answerWithContinue }) } },
      {},
      shell,
    ).runCommand('account/callToAction', { reason: 'invite' });
    expect(trackedWork).toHaveLength(1);
    await Promise.all(trackedWork);
    finishCommand();
    await expect(pendingCommand).resolves.toEqual({ ok: true, value: { mayGoOn: true } });
  });

  it('are run by the remote that declares them', async () => {
    const resolver = createTestResolver({
      commands: {
        'account/callToAction': () =>
          Promise.resolve({ default: ({ reason }) => Promise.resolve({ mayGoOn: reason === 'invite' }) }),
      },
    });
    await expect(resolver.runCommand('account/callToAction', { reason: 'invite' })).resolves.toEqual({
      ok: true,
      value: { mayGoOn: true },
    });
  });

  it('are unavailable when their remote can’t be loaded or doesn’t have them', async () => {
    await expect(
      createTestResolver({}, { declaration: rejectAsUnreachable }).runCommand('account/callToAction', {
        reason: 'order',
      }),
    ).resolves.toEqual({ ok: false, error: 'unavailable' });
    await expect(createTestResolver({}).runCommand('account/callToAction', { reason: 'order' })).resolves.toEqual({
      ok: false,
      error: 'unavailable',
    });
  });

  it("pass their own errors on, which aren't errors of the load", async () => {
    const resolver = createTestResolver({
      commands: {
        'account/callToAction': () =>
          Promise.resolve({ default: () => Promise.reject(new TypeError('broken handler')) }),
      },
    });
    await expect(resolver.runCommand('account/callToAction', { reason: 'order' })).rejects.toThrow('broken handler');
  });
});
