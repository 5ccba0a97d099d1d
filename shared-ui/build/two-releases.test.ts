/** Tests of two releases of one remote: what they have in common on disk, and how they run in one page. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import * as runtimeCore from '@module-federation/runtime-core';
import webpack from 'webpack';
import { closeCompiler, runCompilerOnce } from './build-command';
import { defineRemote } from './federation-config';
import { createReleaseNamePlugin, entryPathIn, globalNameOf, releaseHashOf } from './release-name';
import { findRepositoryRoot } from './workspace-package';
import type { WorkspacePackage } from './workspace-package';

const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-two-releases-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pkg: WorkspacePackage = {
  name: 'mf-probe',
  version: '1.0.0',
  kind: 'remote',
  dir: folder,
  root: findRepositoryRoot(process.cwd()),
};

const SOURCES: Readonly<Record<string, string>> = {
  'package.json': '{"name":"mf-probe","version":"1.0.0"}',
  'src/remote.ts': "export const parts = { menu: () => import('./menu'), cart: () => import('./cart') };",
  'src/menu.ts':
    "import { version } from 'react'; import { prices } from './prices'; export const menu = ['Karte', version, prices];",
  'src/cart.ts': "import { prices } from './prices'; export const cart = { prices }; globalThis.cartRuns.push(1);",
  'src/prices.ts': 'export const prices = [950];',
};

/** Builds the remote with some changed sources. Returns the sorted file names of the release. */
const buildRelease = async (
  outputName: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> => {
  for (const [path, text] of Object.entries({ ...SOURCES, ...changes })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const configuration = defineRemote(pkg, 'production');
  const compiler = webpack({
    ...configuration,
    cache: false,
    resolve: { ...configuration.resolve, modules: [join(pkg.root, 'node_modules')] },
    output: { ...configuration.output, path: join(folder, outputName) },
    plugins: [...(configuration.plugins ?? []), createReleaseNamePlugin(pkg, () => Promise.resolve(null))],
  });
  if (compiler === null) throw new Error('Webpack refused the configuration');
  await runCompilerOnce(compiler);
  await closeCompiler(compiler);
  return readdirSync(join(folder, outputName)).sort();
};

interface RemoteModule {
  readonly parts: {
    readonly menu: () => Promise<{ readonly menu: unknown }>;
    readonly cart: () => Promise<{ readonly cart: unknown }>;
  };
}

interface RemoteContainer {
  init(shareScope: object, initScope: unknown[], options: object): Promise<unknown>;
  get(name: string): Promise<() => RemoteModule>;
}

/** Script element with those properties that webpack uses. */
interface PageScript {
  readonly dataset: Record<string, string>;
  readonly text: string;
  onload?: (event: object) => void;
}

/**
 * Simulates a page that runs releases as the shell does: with its script factory, its runtime core and its shared
 * modules.
 */
const openPage = () => {
  const document: { currentScript: PageScript | null; head: object; getElementsByTagName(): readonly PageScript[] } = {
    currentScript: null,
    head: { appendChild: (script: PageScript) => runScript(script) },
    getElementsByTagName: () => [],
  };
  const page = createContext({
    document,
    _FEDERATION_RUNTIME_CORE: runtimeCore,
    cartRuns: [],
    setTimeout,
    clearTimeout,
  });
  const runScript = (script: PageScript): void => {
    document.currentScript = script;
    runInContext(script.text, page);
    document.currentScript = null;
    queueMicrotask(() => script.onload?.({ type: 'load', target: script }));
  };
  const shareScope = {
    react: {
      '19.3.1': { version: '19.3.1', get: () => () => ({ version: 'Reacts Version' }), from: 'shell', shareConfig: {} },
    },
  };
  const runRelease = async (outputName: string): Promise<RemoteModule> => {
    const createScript = (url: string): PageScript => ({
      dataset: {},
      text: readFileSync(join(folder, outputName, url.replace('/remotes/mf-probe/', '')), 'utf8'),
    });
    page['mahlzeitScript'] = createScript;
    const entry = entryPathIn(readdirSync(join(folder, outputName)));
    runScript(createScript(entry));
    const container: RemoteContainer = page[globalNameOf(pkg, releaseHashOf(entry))];
    await container.init(shareScope, [], { shareScopeMap: { default: shareScope } });
    return (await container.get('./remote'))();
  };
  return { runRelease, countCartRuns: (): number => page['cartRuns'].length };
};

/** Returns a source file in which one text is replaced. */
const replaceIn = (path: string, text: string, replacement: string): Readonly<Record<string, string>> => ({
  [path]: (SOURCES[path] ?? '').replace(text, replacement),
});

it('gives releases that differ by one text all scripts in common but the entry and the one with the text', async () => {
  const firstFiles = await buildRelease('first');
  const secondFiles = await buildRelease('second', replaceIn('src/menu.ts', 'Karte', 'Tageskarte'));
  const changedFiles = secondFiles.filter((fileName) => !firstFiles.includes(fileName));
  expect(secondFiles).toHaveLength(firstFiles.length);
  expect(firstFiles.length).toBeGreaterThan(3);
  expect(changedFiles).toEqual([
    expect.stringMatching(/^\d+\.[0-9a-f]{10}\.js$/),
    expect.stringMatching(/^remoteEntry\./),
  ]);
  expect(readFileSync(join(folder, 'second', changedFiles[0] ?? ''), 'utf8')).toContain('Tageskarte');
}, 60_000);

it('keeps the addresses of all other scripts when a remote gets another screen', async () => {
  const firstFiles = await buildRelease('first');
  const secondFiles = await buildRelease('third', {
    ...replaceIn('src/remote.ts', ' };', ", card: () => import('./card') };"),
    'src/card.ts': "export const card = 'Ausweis';",
  });
  // The declaration of the remote imports the new screen, so its script is new as well.
  expect(firstFiles.filter((fileName) => !secondFiles.includes(fileName))).toHaveLength(2);
}, 60_000);

it('runs a mended release beside a broken one in one page, each with its own modules', async () => {
  await buildRelease('broken', {
    'src/menu.ts': `${SOURCES['src/menu.ts']} throw new Error('The menu is broken');`,
  });
  await buildRelease('mended');
  const page = openPage();
  const brokenRelease = await page.runRelease('broken');
  await expect(brokenRelease.parts.menu()).rejects.toThrow('The menu is broken');
  const mendedRelease = await page.runRelease('mended');
  await expect(mendedRelease.parts.menu()).resolves.toMatchObject({ menu: ['Karte', 'Reacts Version', [950]] });
  await expect(brokenRelease.parts.menu()).rejects.toThrow('The menu is broken');
  const [cartOfBroken, cartOfMended] = [await brokenRelease.parts.cart(), await mendedRelease.parts.cart()];
  expect(cartOfMended.cart).toEqual(cartOfBroken.cart);
  expect(cartOfMended.cart).not.toBe(cartOfBroken.cart);
  expect(page.countCartRuns()).toBe(2);
}, 60_000);
