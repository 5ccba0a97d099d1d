import { readSharedVersions, sharedModulesOfRemote, sharedModulesOfShell, SHARED_POLICY } from './shared-policy';
import { findRepositoryRoot } from './workspace-package';

const sharedVersions = readSharedVersions(findRepositoryRoot(process.cwd()));

describe('shared policy', () => {
  it('lists each request once', () => {
    expect(new Set(SHARED_POLICY.map(({ key }) => key)).size).toBe(SHARED_POLICY.length);
  });

  it('lets remotes consume exactly what the shell provides, at a version that must fit', () => {
    const shellShares = sharedModulesOfShell(sharedVersions);
    const remoteShares = sharedModulesOfRemote(sharedVersions);
    expect(Object.keys(remoteShares)).toEqual(Object.keys(shellShares));
    for (const [sharedKey, { version }] of Object.entries(shellShares)) {
      expect(remoteShares[sharedKey]).toEqual({
        singleton: true,
        strictVersion: true,
        requiredVersion: `^${version}`,
        import: false,
      });
    }
  });

  it('never shares react-aria itself: one copy lives inside the lazy parts of shared-ui', () => {
    expect(SHARED_POLICY.filter(({ key }) => /react-aria|react-stately/.test(key))).toEqual([]);
    const lazyEntries = SHARED_POLICY.filter(({ mode }) => mode === 'lazy');
    expect(lazyEntries.every(({ key }) => key.startsWith('@mahlzeit/shared-ui/'))).toBe(true);
  });
});
