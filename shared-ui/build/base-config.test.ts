import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import webpack from 'webpack';
import { closeCompiler, runOnce } from './build-command';
import { replacementsOf } from './base-config';

describe('replacementsOf', () => {
  let root = '';
  let dir = '';

  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const declare = (fields: object): void => write('mf-probe/package.json', JSON.stringify({ name: '@mahlzeit/mf-probe', ...fields }));

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'mahlzeit-replacements-'));
    dir = join(root, 'mf-probe');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('tells for each module of a package which file of ours takes its place', () => {
    declare({ replaces: { 'leaflet/src/core/Browser.js': './src/map/browser.ts', '@scope/pack/index.js': './src/pack.ts' } });
    expect(replacementsOf({ dir, root })).toEqual({
      [join(root, 'node_modules/leaflet/src/core/Browser.js')]: join(dir, 'src/map/browser.ts'),
      [join(root, 'node_modules/@scope/pack/index.js')]: join(dir, 'src/pack.ts'),
    });
  });

  it('replaces nothing where a package says nothing of it', () => {
    declare({});
    expect(replacementsOf({ dir, root })).toEqual({});
  });

  it.each([['a list', ['leaflet']], ['a number', { leaflet: 1 }]])('refuses %s', (_what, replaces) => {
    declare({ replaces });
    expect(() => replacementsOf({ dir, root })).toThrow();
  });

  it('leaves a module out of a build though its own package asks for it by a relative path', async () => {
    declare({ replaces: { 'pack/src/inner.js': './src/ours.js' } });
    write('node_modules/pack/package.json', '{"name":"pack","main":"./src/index.js"}');
    write('node_modules/pack/src/index.js', "export { word } from './inner.js'; export { other } from './other.js';");
    write('node_modules/pack/src/inner.js', "export const word = 'word of theirs';");
    write('node_modules/pack/src/other.js', "export const other = 'other of theirs';");
    write('mf-probe/src/ours.js', "export const word = 'word of ours';");
    write('mf-probe/src/index.js', "import { word, other } from 'pack'; globalThis.said = [word, other];");
    const compiler = webpack({ mode: 'production', context: dir, entry: './src/index.js', output: { path: join(dir, 'dist'), filename: 'main.js' }, resolve: { alias: replacementsOf({ dir, root }) } });
    if (compiler === null) throw new Error('webpack refused the configuration');
    await runOnce(compiler);
    await closeCompiler(compiler);
    const built = readFileSync(join(dir, 'dist/main.js'), 'utf8');
    expect(built).toContain('word of ours');
    expect(built).toContain('other of theirs');
    expect(built).not.toContain('word of theirs');
  });
});
