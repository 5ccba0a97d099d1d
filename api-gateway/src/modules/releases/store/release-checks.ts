import type { ReleaseProblem } from '@mahlzeit/contract';
import { major, satisfies } from 'semver';
import type { CurrentReleases, RemoteManifest } from '../manifest';
import { releaseProblem } from './release-problem';

/** Result of the checks of a release: reasons to refuse it, and warnings. */
export interface ReleaseVerdict {
  readonly refusals: readonly ReleaseProblem[];
  readonly warnings: readonly ReleaseProblem[];
}

/** Kinds of names that a release declares and other remotes use. */
const USABLE_PARTS = [
  { kind: 'screens', taken: 'screenTaken', lost: 'screenLost', needed: 'screenNeeded' },
  { kind: 'slots', taken: 'slotTaken', lost: 'slotLost', needed: 'slotNeeded' },
  { kind: 'commands', taken: 'commandTaken', lost: 'commandLost', needed: 'commandNeeded' },
] as const;

/** Kinds of names that only one remote may have. */
const OWNED_PARTS = [
  ...USABLE_PARTS.map(({ kind, taken }) => ({ partsOf: (manifest: RemoteManifest) => manifest[kind], taken })),
  { partsOf: ({ addresses }: RemoteManifest) => Object.keys(addresses), taken: 'addressTaken' },
] as const;

const shellProblems = (
  { contract, shared }: RemoteManifest,
  shell: CurrentReleases['shell'],
): readonly ReleaseProblem[] => {
  if (shell === null) return [releaseProblem('noShell')];
  const contractProblems = satisfies(shell.contract, contract)
    ? []
    : [releaseProblem('contractUnmet', { range: contract, version: shell.contract })];
  // Skips the check of shared packages where the shell's manifest is too old to name them.
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
  OWNED_PARTS.flatMap(({ partsOf, taken }) =>
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

/** A part (screen, slot or command) that the remote's present release has and the checked one lacks. */
interface LostPart {
  readonly part: string;
  readonly codes: (typeof USABLE_PARTS)[number];
  /** Names of the other remotes whose current releases use the part. */
  readonly users: readonly string[];
}

const lostPartsOf = (
  manifest: RemoteManifest,
  previous: RemoteManifest | undefined,
  otherRemotes: readonly RemoteManifest[],
): readonly LostPart[] =>
  previous === undefined
    ? []
    : USABLE_PARTS.flatMap((codes) =>
        previous[codes.kind]
          .filter((part) => !manifest[codes.kind].includes(part))
          .map((part) => ({
            part,
            codes,
            users: otherRemotes.filter(({ uses }) => uses[codes.kind].includes(part)).map(({ name }) => name),
          })),
      );

/**
 * Checks whether a release fits into the product as it is now: the shell's contract and shared packages, and the parts
 * of other remotes. If the checked release lacks a part that the remote's present release has, it is refused while
 * another remote uses the part; otherwise a warning is returned.
 */
export const checkRelease = (manifest: RemoteManifest, { shell, remotes }: CurrentReleases): ReleaseVerdict => {
  const otherRemotes = remotes.filter(({ name }) => name !== manifest.name);
  const previous = remotes.find(({ name }) => name === manifest.name);
  const missingParts = lostPartsOf(manifest, previous, otherRemotes);
  return {
    refusals: [
      ...shellProblems(manifest, shell),
      ...takenPartProblems(manifest, otherRemotes),
      ...mainScreenProblems(manifest, otherRemotes, previous),
      ...missingParts
        .filter(({ users }) => users.length > 0)
        .map(({ part, codes: { needed }, users }) => releaseProblem(needed, { part, users: users.join(', ') })),
    ],
    warnings: missingParts
      .filter(({ users }) => users.length === 0)
      .map(({ part, codes: { lost } }) => releaseProblem(lost, { part })),
  };
};
