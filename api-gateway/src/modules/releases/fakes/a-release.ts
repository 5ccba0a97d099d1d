import type { RemoteManifest, ShellManifest } from '../release-manifest';

/** An integrity value that differs by its letter. */
export const anIntegrity = (letter: string): string => `sha384-${letter.repeat(64)}`;

/** A remote's manifest with an entry and one chunk. */
export const aRemoteManifest = (overrides: Partial<RemoteManifest> = {}): RemoteManifest => ({
  name: 'mf-social',
  version: '5.0.1+aaaa',
  contract: '^1.0.0',
  entry: 'remoteEntry.0a1b2c3d4e.js',
  globalName: 'mz_social',
  files: { 'remoteEntry.0a1b2c3d4e.js': anIntegrity('a'), 'contacts.1a1b2c3d4e.js': anIntegrity('b'), 'art.2a1b2c3d4e.svg': anIntegrity('c') },
  bytes: 41_234,
  screens: ['contacts'],
  mainScreen: null,
  slots: ['restaurant/social'],
  commands: [],
  preload: [],
  prerender: null,
  ...overrides,
});

/** Discovery's manifest: the one with a main screen. */
export const aMainManifest = (overrides: Partial<RemoteManifest> = {}): RemoteManifest => aRemoteManifest({
  name: 'mf-discovery',
  globalName: 'mz_discovery',
  entry: 'remoteEntry.3a1b2c3d4e.js',
  files: { 'remoteEntry.3a1b2c3d4e.js': anIntegrity('d'), 'main.4a1b2c3d4e.js': anIntegrity('e') },
  screens: ['main', 'details'],
  mainScreen: 'main',
  slots: ['frame/search'],
  preload: ['remoteEntry.3a1b2c3d4e.js', 'main.4a1b2c3d4e.js'],
  ...overrides,
});

/** The shell's manifest: a first script, a lazy one and a font. */
export const aShellManifest = (overrides: Partial<ShellManifest> = {}): ShellManifest => ({
  version: '5.0.1+bbbb',
  contract: '1.0.0',
  scripts: ['shell.5a1b2c3d4e.js'],
  preload: ['text-latin.6a1b2c3d4e.woff2'],
  files: { 'shell.5a1b2c3d4e.js': anIntegrity('f'), 'dialog.7a1b2c3d4e.js': anIntegrity('g'), 'text-latin.6a1b2c3d4e.woff2': anIntegrity('h') },
  ...overrides,
});
