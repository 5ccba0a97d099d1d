import type { ReleaseProblem } from '@mahlzeit/contract';
import { major, satisfies } from 'semver';
import type { CurrentReleases, RemoteManifest } from '../manifest';
import { releaseProblem } from './release-problem';

/** Result of the checks of a release: reasons to refuse it, and warnings. */
export interface ReleaseVerdict {
  readonly refusals: readonly ReleaseProblem[];
  readonly warnings: readonly ReleaseProblem[];
}

/** Names that a release declares, of one kind: only one remote may have each name. */
const DECLARED_PARTS = [
  { partsOf: ({ screens }: RemoteManifest) => screens, taken: 'screenTaken', lost: 'screenLost' },
  { partsOf: ({ slots }: RemoteManifest) => slots, taken: 'slotTaken', lost: 'slotLost' },
  { partsOf: ({ commands }: RemoteManifest) => commands, taken: 'commandTaken', lost: 'commandLost' },
  { partsOf: ({ addresses }: RemoteManifest) => Object.keys(addresses), taken: 'addressTaken', lost: null },
] as const;

const shellProblems = (
  { contract, shared }: RemoteManifest,
  shell: CurrentReleases['shell'],
): readonly ReleaseProblem[] => {
  if (shell === null) return [releaseProblem('noShell')];
  const contractProblems = satisfies(shell.contract, contract)
    ? []
    : [releaseProblem('contractUnmet', { range: contract, version: shell.contract })];
  // The manifests of older shells don't name the packages that they share.
  if (Object.keys(shell.shared).length === 0) return contractProblems;
  const sharedProblems = Object.entries(shared).flatMap(([packageName, version]) => {
    const shellVersion = Object.hasOwn(shell.shared, packageName) ? shell.shared[packageName] : undefined;
    if (shellVersion === undefined) return [releaseProblem('sharedMissing', { package: packageName })];
    return major(version) === major(shellVersion)
      ? []
      : [releaseProblem('sharedMajor', { package: packageName, version, shellVersion })];
  });
  return [...contractProblems, ...sharedProblems];
};

const takenPartProblems = (
  manifest: RemoteManifest,
  otherRemotes: readonly RemoteManifest[],
): readonly ReleaseProblem[] =>
  DECLARED_PARTS.flatMap(({ partsOf, taken }) =>
    partsOf(manifest).flatMap((part) => {
      const owner = otherRemotes.find((remote) => partsOf(remote).includes(part));
      return owner === undefined ? [] : [releaseProblem(taken, { part, owner: owner.name })];
    }),
  );

const mainScreenProblems = (
  { mainScreen }: RemoteManifest,
  otherRemotes: readonly RemoteManifest[],
  previous: RemoteManifest | undefined,
): readonly ReleaseProblem[] => {
  const owner = otherRemotes.find((remote) => remote.mainScreen !== null);
  if (mainScreen !== null) return owner === undefined ? [] : [releaseProblem('mainScreenTaken', { owner: owner.name })];
  return owner === undefined && previous !== undefined && previous.mainScreen !== null
    ? [releaseProblem('mainScreenLost')]
    : [];
};

const lostPartProblems = (manifest: RemoteManifest, previous: RemoteManifest | undefined): readonly ReleaseProblem[] =>
  previous === undefined
    ? []
    : DECLARED_PARTS.flatMap(({ partsOf, lost }) =>
        lost === null
          ? []
          : partsOf(previous)
              .filter((part) => !partsOf(manifest).includes(part))
              .map((part) => releaseProblem(lost, { part })),
      );

/**
 * Checks whether a release fits into the product as it is now: the shell's contract and shared packages, and the parts
 * of other remotes. A part that the remote's present release has and this one lacks is a warning.
 */
export const checkRelease = (manifest: RemoteManifest, { shell, remotes }: CurrentReleases): ReleaseVerdict => {
  const otherRemotes = remotes.filter(({ name }) => name !== manifest.name);
  const previous = remotes.find(({ name }) => name === manifest.name);
  return {
    refusals: [
      ...shellProblems(manifest, shell),
      ...takenPartProblems(manifest, otherRemotes),
      ...mainScreenProblems(manifest, otherRemotes, previous),
    ],
    warnings: lostPartProblems(manifest, previous),
  };
};
