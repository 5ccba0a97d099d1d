import { retryButton } from '../../world/locators';
import { expect, test } from './composition-test';

declare global {
  interface Window {
    readonly __FEDERATION__: {
      readonly __INSTANCES__: readonly {
        readonly name: string;
        readonly shareScopeMap: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, object>>>>>>;
      }[];
    };
  }
}

const sharedModules = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  '@mahlzeit/shared-ui/ui/restaurant',
  'styled-components',
  '@mahlzeit/contract/zod',
  '@mahlzeit/shared-ui/platform',
  '@mahlzeit/shared-ui/ui',
  '@mahlzeit/shared-ui/ui/declaration',
  '@mahlzeit/shared-ui/ui/dialog',
  '@mahlzeit/shared-ui/ui/combo',
  '@mahlzeit/shared-ui/ui/date',
  '@mahlzeit/shared-ui/ui/form',
  '@mahlzeit/shared-ui/platform/collections',
  '@mahlzeit/shared-ui/platform/outbox',
  '@mahlzeit/shared-ui/ui/invitation',
  '@mahlzeit/shared-ui/ui/map',
  '@mahlzeit/shared-ui/ui/moment',
  '@mahlzeit/shared-ui/ui/order',
  '@mahlzeit/shared-ui/ui/people',
];

// Globals of the federation runtime: its own names, the chunk arrays of webpack, and the containers, whose names
// include their release.
const FEDERATION_GLOBAL = /FEDERATION|__GLOBAL_LOADING_REMOTE_ENTRY__|__VMOK__|^webpackChunk|^mahlzeit_mf_/;

test('offers every promised singleton in one version', async ({ pageOfA: { page, open } }) => {
  await open('dialog');
  await expect(page.getByRole('dialog', { name: 'Dialog B' })).toBeVisible();
  const offeredModules = await page.evaluate(() =>
    window.__FEDERATION__.__INSTANCES__.flatMap(({ shareScopeMap }) =>
      Object.entries(shareScopeMap.default ?? {}).map(([moduleKey, versions]) => ({
        key: moduleKey,
        versions: Object.keys(versions),
      })),
    ),
  );
  for (const key of sharedModules) {
    const moduleOffers = offeredModules.filter((offeredModule) => offeredModule.key === key);
    expect(moduleOffers.length, key).toBeGreaterThan(0);
    expect(new Set(moduleOffers.flatMap(({ versions }) => versions)).size, key).toBe(1);
  }
});

test('refuses a remote built against another shared-ui with words that name it, and keeps the others', async ({
  pageOfA: { page, open, expectAlive },
  consoleErrors,
}) => {
  await open('skewed');
  await expect(retryButton(page)).toBeVisible();
  await expect(page.getByText('Darf nie erscheinen')).toHaveCount(0);
  await expectAlive();
  expect(consoleErrors.exceptions.join('\n')).toMatch(/@mahlzeit\/shared-ui\/platform/);
  expect(consoleErrors.exceptions.join('\n')).toMatch(/\^6\.0\.0/);
});

test('refuses a remote built for another shell contract before loading it', async ({
  pageOfA: { page, open, expectAlive },
  composition,
  consoleErrors,
}) => {
  await open('future');
  await expect(retryButton(page)).toBeVisible();
  await expectAlive();
  expect(composition.requestedPaths().filter((path) => path.startsWith('/remotes/mf-account/'))).toEqual([]);
  expect(consoleErrors.exceptions.join('\n')).toContain('mf-account is built for shell contract ^99.0.0');
});

test('leaves no global but the script factory and federation’s own', async ({
  pageOfA: { page, open },
  composition,
}) => {
  await open('dialog');
  await expect(page.getByRole('dialog', { name: 'Dialog B' })).toBeVisible();
  const globalNames = await page.evaluate(() => Object.getOwnPropertyNames(window));
  const blankPage = await page.context().newPage();
  await blankPage.goto(new URL('/blank', composition.url).href);
  const browserGlobals = new Set(await blankPage.evaluate(() => Object.getOwnPropertyNames(window)));
  const pageGlobalNames = globalNames.filter((name) => !browserGlobals.has(name) && !FEDERATION_GLOBAL.test(name));
  // Besides the two names of the product, the libraries zod and single-spa define these globals.
  expect(pageGlobalNames.sort()).toEqual([
    '__zod_globalConfig',
    '__zod_globalRegistry',
    'mahlzeitScript',
    'singleSpaNavigate',
  ]);
});
