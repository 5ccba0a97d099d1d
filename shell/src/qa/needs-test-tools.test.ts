/** @page */
import type { PageOverrides } from '@mahlzeit/contract';
import { needsTestTools } from './needs-test-tools';
import { createTestSettings } from './test-settings';

const none: PageOverrides = { expiresInMs: null, remotes: [], sandboxUrl: null };
const overridden: PageOverrides = { ...none, remotes: [{ name: 'mf-social', value: 'off', outcome: 'off' }] };

const needs = (overrides: PageOverrides | null, search = ''): boolean => {
  history.replaceState(null, '', `/restaurants${search}`);
  return needsTestTools({ overrides }, window);
};

beforeEach(() => sessionStorage.clear());

it.each<[string, PageOverrides | null, string, boolean]>([
  ['a page where nothing is allowed', null, '?qa', false],
  ['a page as all others get it', none, '', false],
  ['a page whose address asks for the panel', none, '?qa', true],
  ['a page with another release', overridden, '', true],
])('decides for %s', (_title, overrides, search, expected) => expect(needs(overrides, search)).toBe(expected));

it('loads them while this tab has settings of a tester, and no longer', () => {
  const settings = createTestSettings(() => sessionStorage);
  settings.write({ faults: { 'mf-social': 'throws' }, latencyMs: 0, isPanelOpen: false });
  expect(needs(none)).toBe(true);
  settings.write({ faults: {}, latencyMs: 0, isPanelOpen: false });
  expect(needs(none)).toBe(false);
});

it('takes settings of another form for none', () => {
  sessionStorage.setItem('mahlzeit.qa', '{"faults":{"mf-social":"explodes"}}');
  expect(createTestSettings(() => sessionStorage).read()).toEqual({ faults: {}, latencyMs: 0, isPanelOpen: false });
});
