import { aRegistryRemote } from '@mahlzeit/contract/fixtures';
import { aMainManifest, anIntegrityHash, aRemoteManifest, aShellManifest } from '../fakes/fake-releases';
import type { RemoteManifest, ShellManifest } from '../manifest';
import { screenScriptsOf } from './screen-scripts';

const DIALOG_KEY = '@mahlzeit/shared-ui/ui/dialog';
const shell = aShellManifest({ sharedScripts: { [DIALOG_KEY]: ['dialog.7a1b2c3d4e.js'] } });
const social = aRemoteManifest({
  screenScripts: {
    contacts: { own: ['contacts.1a1b2c3d4e.js'], shared: [DIALOG_KEY] },
  },
});

const scriptsOf = (
  remotes: readonly RemoteManifest[],
  {
    origin = null,
    presentShell = shell,
  }: { readonly origin?: string | null; readonly presentShell?: ShellManifest } = {},
) =>
  screenScriptsOf({
    shell: presentShell,
    remotes,
    registry: { remotes: remotes.map(({ name }) => aRegistryRemote({ name, origin })) },
  });

it('names the scripts of a screen: those of its remote, and those that it takes from the shell', () => {
  expect(scriptsOf([social])).toEqual({
    contacts: [
      '/remotes/mf-social/remoteEntry.0a1b2c3d4e.js',
      '/remotes/mf-social/contacts.1a1b2c3d4e.js',
      '/assets/dialog.7a1b2c3d4e.js',
    ],
  });
});

it('leaves out the main screen, and scripts that the page loads at its start', () => {
  const main = aMainManifest({
    files: { ...aMainManifest().files, 'details.5a1b2c3d4e.js': anIntegrityHash('f') },
    screenScripts: {
      main: { own: ['main.4a1b2c3d4e.js'], shared: [] },
      details: { own: ['details.5a1b2c3d4e.js'], shared: [] },
    },
  });
  expect(scriptsOf([main])).toEqual({ details: ['/remotes/mf-discovery/details.5a1b2c3d4e.js'] });
});

it('takes a screen that two remotes declare from the first one, as the shell does', () => {
  const other = aRemoteManifest({
    name: 'mf-probe',
    screenScripts: { contacts: { own: ['contacts.1a1b2c3d4e.js'], shared: [] } },
  });
  expect(scriptsOf([other, social]).contacts).toContain('/remotes/mf-probe/contacts.1a1b2c3d4e.js');
});

it('names no scripts of a dev server, and none of the shared modules of an older shell', () => {
  expect(scriptsOf([social], { origin: 'http://127.0.0.1:4100' })).toEqual({});
  expect(scriptsOf([social], { presentShell: aShellManifest() }).contacts).toHaveLength(2);
});
