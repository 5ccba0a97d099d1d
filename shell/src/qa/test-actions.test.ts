import { createTestActions } from './test-actions';
import type { TestSettings } from './test-settings';

const setUp = (overriddenNames: readonly string[] = [], initialSettings: Partial<TestSettings> = {}) => {
  let settings: TestSettings = { faults: {}, latencyMs: 0, isPanelOpen: true, ...initialSettings };
  const opened: string[] = [];
  const actions = createTestActions({
    overriddenNames,
    settings: { read: () => settings, write: (nextSettings) => (settings = nextSettings) },
    browser: {
      location: {
        pathname: '/restaurants',
        search: '?qa',
        hash: '#contacts',
        assign: (address) => void opened.push(String(address)),
        reload: () => void opened.push('reload'),
      },
    },
  });
  return { actions, opened, settings: () => settings };
};

it('asks the gateway for another release by the address, and keeps the rest of the address', () => {
  const { actions, opened } = setUp();
  actions.showRelease('mf-social', '5.0.1+abc');
  actions.showRelease('mf-social', null);
  expect(opened).toEqual([
    '/restaurants?qa&remote.mf-social=5.0.1%2Babc#contacts',
    '/restaurants?qa&remote.mf-social=#contacts',
  ]);
});

it('stores faults and delay for this tab, and loads the page again', () => {
  const { actions, opened, settings } = setUp([], { faults: { 'mf-account': 'slow' } });
  actions.setFault('mf-social', 'throws');
  actions.setLatency(400);
  expect(settings()).toEqual({
    faults: { 'mf-account': 'slow', 'mf-social': 'throws' },
    latencyMs: 400,
    isPanelOpen: true,
  });
  actions.setFault('mf-account', null);
  expect(settings().faults).toEqual({ 'mf-social': 'throws' });
  expect(opened).toEqual(['reload', 'reload', 'reload']);
});

it('resets one remote', () => {
  const { actions, opened, settings } = setUp(['mf-social'], {
    faults: { 'mf-social': 'throws', 'mf-account': 'slow' },
  });
  actions.resetRemote('mf-social');
  actions.resetRemote('mf-account');
  expect(settings().faults).toEqual({});
  expect(opened).toEqual(['/restaurants?qa&remote.mf-social=#contacts', 'reload']);
});

it('resets everything', () => {
  const setUpWithOverride = setUp(['mf-social'], { faults: { 'mf-social': 'throws' }, latencyMs: 400 });
  setUpWithOverride.actions.resetAll();
  expect(setUpWithOverride.settings()).toEqual({ faults: {}, latencyMs: 0, isPanelOpen: true });
  expect(setUpWithOverride.opened).toEqual(['/restaurants?qa&remote#contacts']);
  const setUpWithLatency = setUp([], { latencyMs: 400 });
  setUpWithLatency.actions.resetAll();
  expect(setUpWithLatency.opened).toEqual(['reload']);
});
