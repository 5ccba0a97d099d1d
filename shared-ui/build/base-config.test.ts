import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import webpack from 'webpack';
import { closeCompiler, runCompilerOnce } from './build-command';
import { createBaseConfig, moduleReplacementsOf, splitLicences } from './base-config';

let repositoryRoot = '';
let packageDir = '';

const writeFixture = (fixturePath: string, text: string): void => {
  mkdirSync(dirname(join(repositoryRoot, fixturePath)), { recursive: true });
  writeFileSync(join(repositoryRoot, fixturePath), text);
};

beforeEach(() => {
  repositoryRoot = mkdtempSync(join(tmpdir(), 'mahlzeit-build-'));
  packageDir = join(repositoryRoot, 'mf-probe');
});
afterEach(() => rmSync(repositoryRoot, { recursive: true, force: true }));

describe('moduleReplacementsOf', () => {
  const writePackageJson = (manifestFields: object): void =>
    writeFixture('mf-probe/package.json', JSON.stringify({ name: '@mahlzeit/mf-probe', ...manifestFields }));

  it('tells for each module of a package which file of ours takes its place', () => {
    writePackageJson({
      replaces: { 'leaflet/src/core/Browser.js': './src/map/browser.ts', '@scope/pack/index.js': './src/pack.ts' },
    });
    expect(moduleReplacementsOf({ dir: packageDir, root: repositoryRoot })).toEqual({
      [join(repositoryRoot, 'node_modules/leaflet/src/core/Browser.js')]: join(packageDir, 'src/map/browser.ts'),
      [join(repositoryRoot, 'node_modules/@scope/pack/index.js')]: join(packageDir, 'src/pack.ts'),
    });
  });

  it('replaces nothing where a package says nothing of it', () => {
    writePackageJson({});
    expect(moduleReplacementsOf({ dir: packageDir, root: repositoryRoot })).toEqual({});
  });

  it.each([
    ['a list', ['leaflet']],
    ['a number', { leaflet: 1 }],
  ])('refuses %s', (_caseName, replacedModules) => {
    writePackageJson({ replaces: replacedModules });
    expect(() => moduleReplacementsOf({ dir: packageDir, root: repositoryRoot })).toThrow();
  });

  it('leaves a module out of a build though its own package asks for it by a relative path', async () => {
    writePackageJson({ replaces: { 'pack/src/inner.js': './src/ours.js' } });
    writeFixture('node_modules/pack/package.json', '{"name":"pack","main":"./src/index.js"}');
    writeFixture(
      'node_modules/pack/src/index.js',
      "export { word } from './inner.js'; export { other } from './other.js';",
    );
    writeFixture('node_modules/pack/src/inner.js', "export const word = 'word of theirs';");
    writeFixture('node_modules/pack/src/other.js', "export const other = 'other of theirs';");
    writeFixture('mf-probe/src/ours.js', "export const word = 'word of ours';");
    writeFixture('mf-probe/src/index.js', "import { word, other } from 'pack'; globalThis.said = [word, other];");
    const compiler = webpack({
      mode: 'production',
      context: packageDir,
      entry: './src/index.js',
      output: { path: join(packageDir, 'dist'), filename: 'main.js' },
      resolve: { alias: moduleReplacementsOf({ dir: packageDir, root: repositoryRoot }) },
    });
    if (compiler === null) throw new Error('Webpack refused the configuration');
    await runCompilerOnce(compiler);
    await closeCompiler(compiler);
    const bundleText = readFileSync(join(packageDir, 'dist/main.js'), 'utf8');
    expect(bundleText).toContain('word of ours');
    expect(bundleText).toContain('other of theirs');
    expect(bundleText).not.toContain('word of theirs');
  });
});

it('takes each licence out of a script once', () => {
  const [firstLicence, otherLicence] = ['/**\n * @license one\n * its words\n */', '/**\n * @license other\n */'];
  expect(splitLicences(`${firstLicence}const a="/**/";${firstLicence}${otherLicence}b(a)/* c */`)).toEqual({
    code: 'const a="/**/";b(a)/* c */',
    licences: [firstLicence, otherLicence],
  });
  expect(splitLicences('d()')).toEqual({ code: 'd()', licences: [] });
});

describe('every build', () => {
  /** Builds `src/index.ts` and returns the emitted scripts by name. */
  const buildScripts = async (): Promise<ReadonlyMap<string, string>> => {
    writeFixture('mf-probe/package.json', '{"name":"@mahlzeit/mf-probe"}');
    const baseConfiguration = createBaseConfig(
      { dir: packageDir, root: repositoryRoot },
      { mode: 'production', purpose: 'alone' },
    );
    const compiler = webpack({
      ...baseConfiguration,
      cache: false,
      entry: { main: './src/index.ts' },
      output: { ...baseConfiguration.output, path: join(packageDir, 'dist') },
    });
    if (compiler === null) throw new Error('Webpack refused the configuration');
    await runCompilerOnce(compiler);
    await closeCompiler(compiler);
    return new Map(
      readdirSync(join(packageDir, 'dist')).map((scriptName) => [
        scriptName.split('.')[0] ?? '',
        readFileSync(join(packageDir, 'dist', scriptName), 'utf8'),
      ]),
    );
  };

  it('compiles texts, and puts another language into a script of its own', async () => {
    writeFixture('mf-probe/locales/de.json', '{"Hello":"Hallo {name}","Bye":"Servus"}');
    writeFixture('mf-probe/locales/fr.json', '{"Hello":"Bonjour {name}","Bye":"Au revoir"}');
    writeFixture(
      'mf-probe/src/index.ts',
      "import de from '../locales/de.json'; Object.assign(globalThis, { texts: [de, () => import('../locales/fr.json')] });",
    );
    const builtScripts = await buildScripts();
    const { main, ...further } = Object.fromEntries(builtScripts);
    expect(main).toContain('Servus');
    expect(main).not.toMatch(/Hallo \{name\}|revoir/);
    expect(Object.values(further)).toEqual([expect.stringContaining('Au revoir')]);
    expect(Object.values(further).join()).not.toContain('Bonjour {name}');
  });

  it('has each script compiled ahead, which a browser does where that stands before all else', async () => {
    writeFixture('mf-probe/src/index.ts', "globalThis.later = () => import('./later');");
    writeFixture('mf-probe/src/later.ts', 'export const later = 1;');
    const scripts = [...(await buildScripts()).values()];
    expect(scripts.map((script) => script.split('\n')[0])).toEqual([
      '//# allFunctionsCalledOnLoad',
      '//# allFunctionsCalledOnLoad',
    ]);
  });

  it('puts the licences of packages into one file beside the scripts', async () => {
    const licensedSource = (globalName: string) => `/**\n * @license ${globalName}\n */\nglobalThis.${globalName} = 1;`;
    writeFixture('mf-probe/src/index.js', `${licensedSource('sum')} globalThis.load = () => import('./later.js');`);
    writeFixture('mf-probe/src/later.js', licensedSource('later'));
    writeFixture('mf-probe/src/index.ts', "import './index.js';");
    const { licences, ...scripts } = Object.fromEntries(await buildScripts());
    expect(licences).toBe('/**\n * @license later\n */\n\n/**\n * @license sum\n */\n');
    expect(Object.values(scripts).join()).not.toContain('@license');
  });

  it('refuses a text that is no ICU message, and names it', async () => {
    writeFixture('mf-probe/locales/de.json', '{"Hello":"Hallo {name"}');
    writeFixture('mf-probe/src/index.ts', "import de from '../locales/de.json'; Object.assign(globalThis, { de });");
    await expect(buildScripts()).rejects.toThrow('Hello: „Hallo {name“ is no ICU message');
  });

  it('holds of the contract the schemas and routes that it uses, and no others', async () => {
    writeFixture('api-gateway/contract/package.json', '{"name":"@mahlzeit/contract","sideEffects":false}');
    writeFixture(
      'api-gateway/contract/src/zod.ts',
      'const made = (...parts) => { globalThis.made = parts; return { check: (...checks) => [parts, checks] }; }; export { made as object, made as string, made as max };',
    );
    writeFixture(
      'api-gateway/contract/src/route.ts',
      'export const defineRoute = (route) => globalThis.registered = route;',
    );
    writeFixture(
      'api-gateway/contract/src/wire.ts',
      `import { defineRoute } from './route'; import * as z from './zod';
       /** Made by z.object(…). */
       export const Used = z.object({ seen: z.string().check(z.max(1)) });
       const Hidden = z.object({ hidden: z.string().check(z.max(2)) });
       export const unused = defineRoute({ path: '/unused', body: Hidden });
       export const used = defineRoute({ path: '/used', body: Used });`,
    );
    writeFixture(
      'mf-probe/src/index.ts',
      "import { used } from '../../api-gateway/contract/src/wire'; Object.assign(globalThis, { used });",
    );
    const script = (await buildScripts()).get('main');
    expect(script).toMatch(/seen/);
    expect(script).toContain('/used');
    expect(script).not.toMatch(/hidden|\/unused/);
  });
});
