import { checkLockfile, checkManifests, checkRepository } from './check-singletons';
import { findRepositoryRoot } from './workspace-package';

const createManifest = (packageName: string, dependencies: Record<string, string>) => ({
  name: packageName,
  version: '5.0.1',
  dependencies,
  devDependencies: {},
});

describe('one version of each shared singleton', () => {
  it('holds for this repository', () => {
    expect(checkRepository(findRepositoryRoot(process.cwd()))).toEqual([]);
  });

  it('refuses two packages that ask for different versions', () => {
    expect(
      checkManifests([createManifest('shell', { react: '19.3.1' }), createManifest('mf-social', { react: '19.2.0' })]),
    ).toEqual(['react is asked for as 19.3.1 and 19.2.0: agree on one version']);
  });

  it('refuses a range, which could resolve differently in another build', () => {
    expect(checkManifests([createManifest('shell', { 'styled-components': '^6.6.0' })])).toEqual([
      'shell asks for styled-components ^6.6.0: pin it exactly',
    ]);
  });

  it('leaves other packages alone', () => {
    expect(
      checkManifests([createManifest('a', { leaflet: '^1.9.4' }), createManifest('b', { leaflet: '^1.8.0' })]),
    ).toEqual([]);
  });

  it('refuses a second copy in the lockfile', () => {
    const lockfilePackages = {
      'node_modules/react-aria': { version: '3.53.1' },
      'node_modules/x/node_modules/react-aria': { version: '3.50.0' },
      'node_modules/not-react-aria': {},
    };
    expect(checkLockfile({ packages: lockfilePackages })).toEqual([
      'react-aria is installed 2 times: node_modules/react-aria 3.53.1, node_modules/x/node_modules/react-aria 3.50.0; pin the version that its dependants agree on and run npm dedupe',
    ]);
  });
});
