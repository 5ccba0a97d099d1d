import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runNewRemote } from './new-remote';
import { readDeclaration } from './read-declaration';
import { readManifest } from './workspace-package';

const repositoryRoot = join(__dirname, '../..');

describe('a new remote', () => {
  // Folder of a checkout that contains only the files that the command `new-remote` reads, and one remote.
  const root = mkdtempSync(join(tmpdir(), 'mahlzeit-new-remote-'));

  const writeFixture = (path: string, content: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };

  beforeAll(() => {
    for (const name of ['remote-template', 'shared-ui', 'node_modules', 'package-lock.json'])
      symlinkSync(join(repositoryRoot, name), join(root, name));
    writeFixture('package.json', '{ "name": "product", "version": "1.0.0", "workspaces": ["mf-*"] }');
    writeFixture('mf-taken/package.json', '{ "name": "mf-taken", "version": "1.0.0" }');
    writeFixture(
      'mf-taken/src/remote.ts',
      `export default {
        name: 'mf-taken', contract: '^3.0.0', commands: {},
        screens: [{ key: 'menus', region: 'modal', access: 'anyone', load: () => import('./remote') }],
        slots: { 'teaser/line': () => import('./remote') },
      };`,
    );
    writeFixture(
      'mf-taken/src/shell-entries/index.ts',
      `export default { screens: { menus: { title: 'Karten' } }, paths: { karte: 'menus' } };`,
    );
    writeFixture('full/file.txt', 'used');
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const runNewRemoteCommand = async (...argv: string[]) => {
    const lines: string[] = [];
    const print = (line: string): void => void lines.push(line);
    const exitCode = await runNewRemote(argv, { root, callFolder: root, output: { log: print, error: print } });
    return { exitCode, text: lines.join('\n') };
  };

  it.each([
    ['no name', [], /^Aufruf: npm run new-remote/],
    ['two names', ['mf-a', 'mf-b'], /^Aufruf: /],
    ['an unknown option', ['mf-a', '--force'], /^Aufruf: /],
    ['--into without a folder', ['mf-a', '--into'], /^Aufruf: /],
    ['a name without the prefix', ['lunch'], /„lunch“ ist kein Name/],
    ['capitals', ['mf-Lunch'], /kein Name/],
    ['a path', ['mf-../lunch'], /kein Name/],
    ['a digit at the start, which leaves no key', ['mf-1'], /kein Name/],
    ['a hyphen at the end', ['mf-lunch-'], /kein Name/],
    ['more than 40 characters', [`mf-${'a'.repeat(41)}`], /kein Name/],
    ['a folder that exists', ['mf-taken'], /gibt es schon/],
    ['a folder with files', ['mf-lunch', '--into', 'full'], /gibt es schon/],
    ['a screen of another remote', ['mf-menus'], /#menus gehört schon jemandem \(mf-taken\)/],
    ['a shared link of another remote', ['mf-karte'], /#karte gehört schon jemandem/],
    ['slots of another remote', ['mf-teaser'], /#teaser gehört schon jemandem/],
    ['a path of the gateway', ['mf-legal'], /#legal gehört schon jemandem \(das Gateway/],
  ])('refuses %s with the reason, and writes nothing', async (_, argv, reason) => {
    const filesBefore = readdirSync(root);
    expect(await runNewRemoteCommand(...argv)).toEqual({ exitCode: 2, text: expect.stringMatching(reason) });
    expect(readdirSync(root)).toEqual(filesBefore);
  });

  it('prints its help', async () => {
    expect(await runNewRemoteCommand('--help')).toEqual({ exitCode: 0, text: expect.stringMatching(/^Aufruf: /) });
  });

  it.each([['mf-a'], ['mf-lunch-2-go'], [`mf-${'w'.repeat(40)}`]])(
    'writes formatted files that declare %s, and says what to run next',
    async (name) => {
      expect(await runNewRemoteCommand(name)).toEqual({
        exitCode: 0,
        text: expect.stringContaining(`npm run dev -w ${name}`),
      });
      const folder = join(root, name);
      const key = name.slice('mf-'.length).replaceAll(/[^a-z]/g, '');
      expect(await readDeclaration(folder)).toMatchObject({
        name,
        screens: [{ name: key, access: 'anyone' }],
        slots: [{ name: `${key}/greeting` }],
        entries: { screens: { [key]: { drawer: { section: 'account' } } }, paths: { [key]: key } },
      });
      expect(Object.keys(JSON.parse(readFileSync(join(folder, 'size-budgets.json'), 'utf8')))).toEqual([
        key,
        `${key}/greeting`,
      ]);
      const { version } = readManifest(join(repositoryRoot, 'shared-ui/package.json'));
      expect(readManifest(join(folder, 'package.json')).dependencies).toMatchObject({ '@mahlzeit/shared-ui': version });
      const grepResult = spawnSync('grep', ['-rniE', 'example|beispielname|\\^0\\.0\\.0|"\\*"', folder], {
        encoding: 'utf8',
      });
      expect(grepResult.stdout).toBe('');
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [
          join(repositoryRoot, 'node_modules/prettier/bin/prettier.cjs'),
          '--config',
          join(repositoryRoot, '.prettierrc.json'),
          '--check',
          folder,
        ],
        { encoding: 'utf8' },
      );
      expect(stdout + stderr).toContain('All matched files use Prettier code style');
      expect(existsSync(join(folder, 'e2e/index.ts'))).toBe(true);
    },
  );
});
