import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { CONFORMANCE_SUITE_VERSION } from '@mahlzeit/contract';
import type { ConformanceReport } from '@mahlzeit/contract';
import { packageFolderOf, PAGE_NAMES, SHELL_NAME } from '../manifest';
import type { PageManifest, Release, ReleaseName, RemoteManifest, ShellManifest } from '../manifest';
import type { Build, ReleaseDelivery, ReleaseStore } from '../store';

/** Builds a fake value of an `integrity` attribute (SHA-384) from one letter, for tests. */
export const anIntegrityHash = (hashCharacter: string): string => `sha384-${hashCharacter.repeat(64)}`;

/** Builds the manifest of a remote's release for tests, with an entry script and one chunk. */
export const aRemoteManifest = (overrides: Partial<RemoteManifest> = {}): RemoteManifest => ({
  name: 'mf-social',
  version: '5.0.1+aaaa',
  contract: '^3.0.0',
  entry: 'remoteEntry.0a1b2c3d4e.js',
  globalName: 'mz_social',
  files: {
    'remoteEntry.0a1b2c3d4e.js': anIntegrityHash('a'),
    'contacts.1a1b2c3d4e.js': anIntegrityHash('b'),
    'art.2a1b2c3d4e.svg': anIntegrityHash('c'),
  },
  bytes: 41_234,
  screens: ['contacts'],
  mainScreen: null,
  slots: ['restaurant/social'],
  commands: [],
  addresses: {},
  frames: {},
  entries: { titles: {}, drawer: [], notifications: {} },
  uses: { screens: [], slots: [], commands: [] },
  preload: [],
  screenScripts: {},
  prerender: null,
  shared: {},
  commit: null,
  ...overrides,
});

/** Builds the manifest of a remote's release for tests; the remote has the main screen. */
export const aMainManifest = (overrides: Partial<RemoteManifest> = {}): RemoteManifest =>
  aRemoteManifest({
    name: 'mf-discovery',
    globalName: 'mz_discovery',
    entry: 'remoteEntry.3a1b2c3d4e.js',
    files: { 'remoteEntry.3a1b2c3d4e.js': anIntegrityHash('d'), 'main.4a1b2c3d4e.js': anIntegrityHash('e') },
    screens: ['main', 'details'],
    mainScreen: 'main',
    slots: ['frame/search'],
    preload: ['remoteEntry.3a1b2c3d4e.js', 'main.4a1b2c3d4e.js'],
    ...overrides,
  });

/** Builds the manifest of the shell for tests: a script that loads first, a script that loads later, and a font. */
export const aShellManifest = (overrides: Partial<ShellManifest> = {}): ShellManifest => ({
  version: '5.0.1+bbbb',
  contract: '2.0.0',
  scripts: ['shell.5a1b2c3d4e.js'],
  preload: ['text-latin.6a1b2c3d4e.woff2'],
  files: {
    'shell.5a1b2c3d4e.js': anIntegrityHash('f'),
    'dialog.7a1b2c3d4e.js': anIntegrityHash('g'),
    'text-latin.6a1b2c3d4e.woff2': anIntegrityHash('h'),
  },
  sharedScripts: {},
  worker: null,
  shared: {},
  ...overrides,
});

/** Builds the manifest of a page without the shell for tests: one script and a font. */
export const aPageManifest = (overrides: Partial<PageManifest> = {}): PageManifest => ({
  name: 'partner-console',
  version: '5.0.1+eeee',
  script: 'page.8a1b2c3d4e.js',
  files: { 'page.8a1b2c3d4e.js': anIntegrityHash('i'), 'text-latin.6a1b2c3d4e.woff2': anIntegrityHash('h') },
  ...overrides,
});

/** A store of releases in memory, for tests. */
export interface FakeReleaseStore extends ReleaseStore {
  /** Builds that the test has published, in their order. */
  readonly published: Build['release'][];
  /** Makes a channel deliver a release that was published before; by default the channel `stable`, to everybody. */
  deliver(release: Build['release'], options?: Partial<Omit<ReleaseDelivery, 'name' | 'version'>>): void;
  pin(name: ReleaseName): void;
}

/** Creates a store of releases in memory, for tests. */
export const createFakeReleaseStore = (): FakeReleaseStore => {
  const publishedReleases: Release[] = [];
  const deliveries = new Map<string, ReleaseDelivery>();
  const buildVersions = new Map<ReleaseName, string>();
  const pinnedNames = new Set<ReleaseName>();
  const deliver: FakeReleaseStore['deliver'] = ({ name, manifest: { version } }, options = {}) => {
    const delivery = { channel: 'stable', share: 100, isRollout: false, publishedAt: 0, ...options } as const;
    deliveries.set(`${name} ${delivery.channel} ${String(delivery.isRollout)}`, { name, version, ...delivery });
  };
  return {
    published: publishedReleases,
    deliver,
    pin: (name) => void pinnedNames.add(name),
    readState: async () => ({
      deliveries: [...deliveries.values()],
      buildVersions: new Map(buildVersions),
      pinnedNames: new Set(pinnedNames),
    }),
    find: async (name, version) =>
      publishedReleases.find((release) => release.name === name && release.manifest.version === version) ?? null,
    findLastGood: async () => null,
    async publishBuild({ release }) {
      const { name, manifest } = release;
      publishedReleases.push(release);
      buildVersions.set(name, manifest.version);
      if (!pinnedNames.has(name)) deliver(release);
    },
  };
};

/** Temporary folder of a test with built front ends. */
export interface TemporaryFronts {
  readonly root: string;
  write(name: ReleaseName, file: string, content: string, options?: { readonly isPacked?: boolean }): void;
  /** Writes the manifest of a release and all files that the manifest lists. */
  build(release: Release): void;
  hideRelease(name: ReleaseName): void;
  restoreRelease(name: ReleaseName): void;
  remove(): void;
}

/** Creates a temporary folder with the layout of a repository after a build. */
export const createTemporaryFronts = (): TemporaryFronts => {
  const frontsFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-fronts-'));
  let fileTimeS = 0;
  const folderOf = (releaseName: ReleaseName) => join(frontsFolder, packageFolderOf(releaseName), 'dist');

  const write: TemporaryFronts['write'] = (releaseName, file, fileContent, { isPacked = false } = {}) => {
    const path = join(folderOf(releaseName), file);
    mkdirSync(folderOf(releaseName), { recursive: true });
    writeFileSync(path, fileContent);
    if (isPacked) {
      writeFileSync(`${path}.br`, brotliCompressSync(fileContent));
      writeFileSync(`${path}.gz`, gzipSync(fileContent));
    }
    // Gives each written file another time, because two builds may fall into one tick of the file system's clock.
    fileTimeS += 1;
    utimesSync(path, fileTimeS, fileTimeS);
  };

  return {
    root: frontsFolder,
    write,
    build(release) {
      for (const file of Object.keys(release.manifest.files))
        write(release.name, file, `content of ${file}`, { isPacked: true });
      write(
        release.name,
        release.name === SHELL_NAME ? 'shell.json' : 'release.json',
        JSON.stringify(release.manifest),
      );
    },
    hideRelease: (releaseName) => renameSync(folderOf(releaseName), `${folderOf(releaseName)}.away`),
    restoreRelease: (releaseName) => renameSync(`${folderOf(releaseName)}.away`, folderOf(releaseName)),
    remove: () => rmSync(frontsFolder, { recursive: true, force: true }),
  };
};

/** A remote's release with the contents of its files. */
export interface WholeRelease {
  readonly manifest: RemoteManifest;
  /** Files of the release's folder, including the manifest. */
  readonly files: ReadonlyMap<string, Buffer>;
}

const integrityOf = (content: Buffer): string => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** Builds a conformance report without findings for a release in tests, for the manifest as it is packed. */
export const aConformanceReport = (
  { name, version, screens, slots }: Pick<RemoteManifest, 'name' | 'version' | 'screens' | 'slots'>,
  manifestFile: Buffer,
  overrides: Partial<ConformanceReport> = {},
): ConformanceReport => ({
  name,
  version,
  manifest: integrityOf(manifestFile),
  suite: CONFORMANCE_SUITE_VERSION,
  rules: 26,
  passed: 12,
  findings: [],
  budgets: Object.fromEntries([...screens, ...slots].map((part) => [part, { bytes: 41_000, bound: 45_000 }])),
  bundled: [],
  ...overrides,
});

/** Returns a release of a test with a changed manifest, and with a manifest file and a report that fit it. */
export const withManifest = (
  { files }: WholeRelease,
  manifest: RemoteManifest,
  reportOverrides: Partial<ConformanceReport> = {},
): WholeRelease => {
  const manifestFile = Buffer.from(JSON.stringify(manifest));
  const report = aConformanceReport(manifest, manifestFile, reportOverrides);
  return {
    manifest,
    files: new Map([
      ...files,
      ['release.json', manifestFile],
      ['conformance.json', Buffer.from(JSON.stringify(report))],
    ]),
  };
};

/**
 * Builds a release for tests whose hashes fit its files: an entry that contains `text`, a chunk that all releases
 * share, their Brotli files, and the conformance report.
 */
export const aWholeRelease = (text: string, overrides: Partial<RemoteManifest> = {}): WholeRelease => {
  const releaseHash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const entry = `remoteEntry.${releaseHash}.js`;
  const scripts = new Map([
    [entry, Buffer.from(`entry("${text}")`)],
    ['chunk.1a1b2c3d4e.js', Buffer.from('shared chunk')],
  ]);
  const manifest = aRemoteManifest({
    version: `5.0.1+${releaseHash}`,
    entry,
    globalName: `mz_${releaseHash}`,
    files: Object.fromEntries([...scripts].map(([path, content]) => [path, integrityOf(content)])),
    ...overrides,
  });
  const packedScripts = [...scripts].map(([path, content]) => [`${path}.br`, brotliCompressSync(content)] as const);
  return withManifest({ manifest, files: new Map([...scripts, ...packedScripts]) }, manifest);
};

/** Creates a temporary folder with releases of the shell, of two remotes and of all pages without the shell. */
export const createWholeFronts = (): TemporaryFronts => {
  const fronts = createTemporaryFronts();
  fronts.build({ name: 'shell', manifest: aShellManifest() });
  fronts.build({ name: 'mf-discovery', manifest: aMainManifest() });
  fronts.build({ name: 'mf-social', manifest: aRemoteManifest() });
  for (const name of PAGE_NAMES) fronts.build({ name, manifest: aPageManifest({ name }) });
  return fronts;
};
