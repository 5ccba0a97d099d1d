/** @page */
import type { PageOverrides } from '@mahlzeit/contract';
import { needsTestTools } from './needs-test-tools';
import { createTestSettings } from './test-settings';

const noOverrides: PageOverrides = { expiresInMs: null, remotes: [], sandboxUrl: null };
const overridesOfRelease: PageOverrides = {
  ...noOverrides,
  remotes: [{ name: 'mf-social', value: 'off', outcome: 'off' }],
};

const needsToolsAt = (overrides: PageOverrides | null, search = ''): boolean => {
  history.replaceState(null, '', `/restaurants${search}`);
  return needsTestTools({ overrides }, window);
};

beforeEach(() => sessionStorage.clear());

it.each<[string, PageOverrides | null, string, boolean]>([
  ['a page where nothing is allowed', null, '?qa', false],
  ['a page as all others get it', noOverrides, '', false],
  ['a page whose address asks for the panel', noOverrides, '?qa', true],
  ['a page with another release', overridesOfRelease, '', true],
])('decides for %s', (_title, overrides, search, expected) => expect(needsToolsAt(overrides, search)).toBe(expected));

it('loads them while this tab has settings of a tester, and no longer', () => {
  const settings = createTestSettings(() => sessionStorage);
  settings.write({ faults: { 'mf-social': 'throws' }, latencyMs: 0, isPanelOpen: false });
  expect(needsToolsAt(noOverrides)).toBe(true);
  settings.write({ faults: {}, latencyMs: 0, isPanelOpen: false });
  expect(needsToolsAt(noOverrides)).toBe(false);
});

it('takes settings of another form for none', () => {
  sessionStorage.setItem('mahlzeit.qa', '{"faults":{"mf-social":"explodes"}}');
  expect(createTestSettings(() => sessionStorage).read()).toEqual({ faults: {}, latencyMs: 0, isPanelOpen: false });
});
