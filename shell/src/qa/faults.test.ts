import { aRegistryRemote } from '@mahlzeit/contract/fixtures';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { isObject } from '@mahlzeit/shared-ui/platform';
import { waitTurns } from '../fake-browser';
import { createFaults, SLOW_MS } from './faults';
import type { FaultKind } from './test-settings';

const social = aRegistryRemote({ name: 'mf-social' });
const other = aRegistryRemote({ name: 'mf-other' });

/** Loads the first screen that a remote's declaration contains, as the shell's loader does. */
const loadFirstScreen = async (exports: unknown): Promise<unknown> => {
  const declaration = isObject(exports) ? exports.default : null;
  const screens: unknown = isObject(declaration) ? declaration.screens : null;
  const screen: unknown = Array.isArray(screens) ? screens[0] : null;
  return isObject(screen) && typeof screen.load === 'function' ? screen.load() : null;
};

const setUp = (fault: FaultKind | null, latencyMs = 0) => {
  const timers = createManualTimers();
  const declaration = {
    name: 'mf-social',
    screens: [{ key: 'contacts', load: async () => 'contacts loaded' }],
    slots: { 'restaurant/social': async () => 'slot loaded' },
    commands: {},
  };
  const faults = createFaults({ faults: fault === null ? {} : { 'mf-social': fault }, latencyMs }, timers);
  const federation = faults.disturbFederation({
    register: () => undefined,
    load: async () => ({ default: declaration }),
    forgetFailures: () => undefined,
    satisfies: () => true,
  });
  const loadScreen = async (remote = social): Promise<unknown> => loadFirstScreen(await federation.load(remote));
  return { timers, faults, federation, loadScreen };
};

it('answers as if the gateway had answered 503', async () => {
  const { federation, loadScreen } = setUp('unavailable');
  await expect(federation.load(social)).rejects.toMatchObject({ phase: 'entry', reason: 'unreachable' });
  expect(await loadScreen(other)).toBe('contacts loaded');
});

it('makes the parts of a remote throw, and those of no other', async () => {
  const { loadScreen } = setUp('throws');
  await expect(loadScreen()).rejects.toThrow('mf-social throws on purpose');
  expect(await loadScreen(other)).toBe('contacts loaded');
});

it('delays entry and parts of a slow remote, each once', async () => {
  const { timers, loadScreen } = setUp('slow');
  const results: unknown[] = [];
  const load = () => void loadScreen().then((result) => results.push(result));
  load();
  timers.advance(SLOW_MS);
  await waitTurns();
  expect(results).toEqual([]);
  timers.advance(SLOW_MS);
  await waitTurns();
  expect(results).toEqual(['contacts loaded']);
  load();
  await waitTurns();
  expect(results).toHaveLength(2);
});

it('delays each request', async () => {
  const { timers, faults } = setUp(null, 400);
  const answers: number[] = [];
  const sendDisturbed = faults.disturbRequests(async () => new Response(null, { status: 204 }));
  for (let count = 0; count < 2; count += 1) {
    void sendDisturbed(new Request('http://localhost/api')).then(({ status }) => answers.push(status));
    timers.advance(399);
    await waitTurns();
    expect(answers).toHaveLength(count);
    timers.advance(1);
    await waitTurns();
  }
  expect(answers).toEqual([204, 204]);
});

it('disturbs nothing by default', async () => {
  const { loadScreen } = setUp(null);
  expect(await loadScreen()).toBe('contacts loaded');
});
