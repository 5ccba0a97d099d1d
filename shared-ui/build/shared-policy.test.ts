import { readSharedVersions, sharedByRemote, sharedByShell, sharedPolicy } from './shared-policy';
import { findRepositoryRoot } from './workspace-package';

const entries = readSharedVersions(findRepositoryRoot(process.cwd()));

describe('shared policy', () => {
  it('lists each request once', () => {
    expect(new Set(sharedPolicy.map(({ key }) => key)).size).toBe(sharedPolicy.length);
  });

  it('lets remotes consume exactly what the shell provides, at a version that must fit', () => {
    const shell = sharedByShell(entries);
    const remote = sharedByRemote(entries);
    expect(Object.keys(remote)).toEqual(Object.keys(shell));
    for (const [key, { version }] of Object.entries(shell)) {
      expect(remote[key]).toEqual({
        singleton: true,
        strictVersion: true,
        requiredVersion: `^${version}`,
        import: false,
      });
    }
  });

  it('never shares react-aria itself: one copy lives inside the lazy parts of shared-ui', () => {
    expect(sharedPolicy.filter(({ key }) => /react-aria|react-stately/.test(key))).toEqual([]);
    const lazy = sharedPolicy.filter(({ mode }) => mode === 'lazy');
    expect(lazy.every(({ key }) => key.startsWith('@mahlzeit/shared-ui/'))).toBe(true);
  });
});
