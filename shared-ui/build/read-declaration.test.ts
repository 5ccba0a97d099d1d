import { join } from 'node:path';
import { readDeclaration, readShellContract } from './read-declaration';
import { findRepositoryRoot } from './workspace-package';

const root = findRepositoryRoot(process.cwd());
const probeFolder = join(root, 'e2e/fixtures/remotes/probe-b');

describe('reading a declaration', () => {
  it('tells parts and their files without running the remote', async () => {
    await expect(readDeclaration(probeFolder)).resolves.toEqual({
      name: 'mf-social',
      contract: '^3.1.0',
      screens: [{ name: 'dialog', access: 'anyone', source: join(probeFolder, 'src/picker-dialog.tsx') }],
      mainScreen: null,
      slots: [{ name: 'restaurant/social', source: join(probeFolder, 'src/social-slot.tsx') }],
      commands: [],
      entries: { screens: {}, reserved: {}, paths: {}, notifications: {}, quiet: [], icons: {} },
    });
  });

  it('tells what the shell shows before it loads the remote, with texts and the shapes of icons', async () => {
    const { entries } = await readDeclaration(join(root, 'mf-social'));
    expect(entries.screens['chatinbox']).toEqual({
      title: 'Nachrichten',
      drawer: { section: 'account', order: 10, icon: 'message-circle', count: 'unreadChats', replacedBy: null },
    });
    expect(entries.icons['message-circle']).toEqual([{ tag: 'path', attributes: { d: expect.any(String) } }]);
    expect(entries.notifications).toMatchObject({ message: 'visited' });
  });

  it('finds the screen of the main region', async () => {
    await expect(readDeclaration(join(root, 'e2e/fixtures/remotes/probe-a'))).resolves.toMatchObject({
      mainScreen: 'main',
    });
  });

  it('refuses what is no declaration', async () => {
    await expect(readDeclaration(root)).rejects.toThrow();
  });

  it('tells the version of the shell contract', async () => {
    await expect(readShellContract(root)).resolves.toMatch(/^\d+\.\d+\.\d+$/);
  });
});
