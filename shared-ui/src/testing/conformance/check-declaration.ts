import { RemoteName } from '@mahlzeit/contract';
import { reservedSegments } from '@mahlzeit/contract/rules';
import { SHELL_CONTRACT_VERSION } from '../../platform/shell/shell-contract';
import type { RemoteDeclaration, ScreenDeclaration } from '../../platform/shell/shell-contract';
import type { ShellEntries } from '../../shell-entries';
import { notFoundForAll } from '../scenario/scenario-gateway';
import { sessionKinds } from '../scenario/session-kind';
import { createScenarioShell } from '../shell/scenario-shell';
import { messageOfError } from './finding';
import type { Problem } from './finding';
import { workOutcomeWithin } from './turns';

/** First path segments of shared links (contract §6). Although they are reserved, remotes may declare them. */
const SHARED_LINK_SEGMENTS: readonly string[] = ['i', 'r'];

const versionNumbersOf = (version: string): readonly number[] => version.split('.').map(Number);

const isVersionAtLeast = (versionNumbers: readonly number[], minimumVersion: readonly number[]): boolean => {
  for (const [index, minimumNumber] of minimumVersion.entries()) {
    const actualNumber = versionNumbers[index] ?? 0;
    if (actualNumber !== minimumNumber) return actualNumber > minimumNumber;
  }
  return true;
};

/**
 * Whether a version lies in a caret range such as `^1.2.0`: same major version, and not older. Other kinds of ranges
 * aren't supported.
 */
export const isInCaretRange = (version: string, range: string): boolean => {
  if (!/^\^\d+\.\d+\.\d+$/.test(range)) return false;
  const [versionNumbers, minimumNumbers] = [versionNumbersOf(version), versionNumbersOf(range.slice(1))];
  return versionNumbers[0] === minimumNumbers[0] && isVersionAtLeast(versionNumbers, minimumNumbers);
};

const UNUSUAL_PARAMS: readonly (readonly string[])[] = [
  [],
  [''],
  ['a'],
  ['%', '../..', 'x'.repeat(500)],
  ['a', 'b', 'c', 'd', 'e'],
];
/**
 * Returns the problems of the result that a screen's `isValid` returned for one address. A promise may reject, because
 * the shell then offers a retry. A promise must not stay pending forever.
 */
const problemsOfValidity = async (validityAnswer: boolean | Promise<boolean>, maxTurns: number): Promise<string[]> => {
  const validityOutcome = await workOutcomeWithin(maxTurns, () => Promise.resolve(validityAnswer));
  if (validityOutcome.state === 'late') return ['never answers a strange address'];
  return validityOutcome.state === 'failed' || typeof validityOutcome.value === 'boolean'
    ? []
    : ['answers a strange address with something other than true or false'];
};

const problemsOfAddresses = async (
  declaration: RemoteDeclaration,
  { key, isValid }: ScreenDeclaration,
  turns: number,
): Promise<string[]> => {
  if (isValid === undefined) return [];
  const sessionShells = sessionKinds.map((session) =>
    createScenarioShell({ session, ownRemote: declaration, answers: [notFoundForAll] }),
  );
  try {
    // Simulated shells in which the session is known, because the shell calls `isValid` only then.
    const shellsWithAccount = sessionShells.filter(({ session }) => session.get().status === 'known');
    const validityAnswers = UNUSUAL_PARAMS.flatMap((params) =>
      shellsWithAccount.map((shell) => isValid(params, shell.session.get(), shell)),
    );
    const problems = await Promise.all(validityAnswers.map((answer) => problemsOfValidity(answer, turns)));
    return [...new Set(problems.flat())].map((problem) => `isValid of screen ${key} ${problem}`);
  } catch (error) {
    return [`isValid of screen ${key} throws at a strange address: ${messageOfError(error)}`];
  } finally {
    for (const shell of sessionShells) shell.stop();
  }
};

const problemsOfDeclarationForm = ({ name, contract, screens }: RemoteDeclaration): string[] => {
  const screenKeys = screens.map(({ key }) => key);
  return [
    ...(RemoteName.safeParse(name).success ? [] : [`the name ${name} is not like mf-example`]),
    ...(isInCaretRange(SHELL_CONTRACT_VERSION, contract)
      ? []
      : [`it was built for contract ${contract}, which doesn't include the shell's ${SHELL_CONTRACT_VERSION}`]),
    ...screenKeys
      .filter((key, keyIndex) => screenKeys.indexOf(key) !== keyIndex)
      .map((key) => `screen ${key} is declared twice`),
    ...screenKeys.filter((key) => !/^[a-z]+$/.test(key)).map((key) => `the key ${key} doesn't fit an address`),
    ...(screens.filter(({ region }) => region === 'main').length > 1 ? ['it has more than one main screen'] : []),
  ];
};

/** Returns the problems of the entries that the shell shows before it loads the remote. */
export const problemsOfEntries = ({ screens }: RemoteDeclaration, entries: ShellEntries): string[] => {
  const modalKeys = screens.filter(({ region }) => region === 'modal').map(({ key }) => key);
  const problemsOfTargetScreen = (entryDescription: string, key: string): string[] =>
    modalKeys.includes(key) ? [] : [`${entryDescription} leads to ${key}, which is no modal screen of the remote`];
  return [
    ...modalKeys
      .filter((key) => !entries.screens[key]?.title)
      .map((key) => `screen ${key} has no title in its entries`),
    ...Object.keys(entries.screens).flatMap((key) => problemsOfTargetScreen(`the entry ${key}`, key)),
    ...Object.entries(entries.reserved ?? {}).flatMap(([name, [key]]) =>
      problemsOfTargetScreen(`the reserved address ${name}`, key),
    ),
    ...Object.entries(entries.paths ?? {}).flatMap(([segment, key]) => [
      ...problemsOfTargetScreen(`the path /${segment}`, key),
      ...(/^[a-z]+$/.test(segment) ? [] : [`the path /${segment} doesn't fit an address`]),
      ...(reservedSegments.has(segment) && !SHARED_LINK_SEGMENTS.includes(segment)
        ? [`the path /${segment} belongs to the gateway or the shell`]
        : []),
    ]),
    ...Object.keys(entries.notifications ?? {})
      .filter((notificationKind) => !/^[a-zA-Z]+$/.test(notificationKind))
      .map((kind) => `the kind ${kind} of a notification is not like newMessage`),
  ];
};

type LoadDefault = () => Promise<{ readonly default?: unknown }>;

const problemsOfPartLoad = async (partDescription: string, load: LoadDefault, maxTurns: number): Promise<Problem[]> => {
  const partLoadOutcome = await workOutcomeWithin(maxTurns, load);
  if (partLoadOutcome.state === 'late')
    return [{ kind: 'late', description: `the load of ${partDescription} doesn't end` }];
  if (partLoadOutcome.state === 'failed')
    return [
      { kind: 'failed', description: `the load of ${partDescription} fails: ${messageOfError(partLoadOutcome.error)}` },
    ];
  const { default: defaultExport } = partLoadOutcome.value;
  const isUsableExport = partDescription.startsWith('command')
    ? typeof defaultExport === 'function'
    : defaultExport !== undefined && defaultExport !== null;
  return isUsableExport
    ? []
    : [{ kind: 'declaration', description: `the module of ${partDescription} has no default export of use` }];
};

/** Returns the names that only one remote may declare, each with its kind. */
const declaredNamesOf = ({ screens, slots, commands }: RemoteDeclaration): string[] => [
  ...screens.map(({ key }) => `screen ${key}`),
  ...Object.keys(slots).map((name) => `slot ${name}`),
  ...Object.keys(commands).map((name) => `command ${name}`),
];

const problemsOfTakenNames = (declaration: RemoteDeclaration, otherRemotes: readonly RemoteDeclaration[]): Problem[] =>
  otherRemotes.flatMap((otherRemote) => {
    const takenNames = declaredNamesOf(otherRemote);
    return declaredNamesOf(declaration)
      .filter((declaredName) => takenNames.includes(declaredName))
      .map((name): Problem => ({ kind: 'taken', description: `the ${name} belongs to ${otherRemote.name} already` }));
  });

interface DeclarationOptions {
  readonly turns: number;
  /** Entries that the remote's `src/shell-entries` exports; undefined without them. */
  readonly entries?: ShellEntries;
  readonly otherRemotes?: readonly RemoteDeclaration[];
}

/**
 * Returns the problems that would prevent the shell from working with a declaration. All slots and commands are loaded
 * at the same time, so that several hanging ones take no longer than one.
 */
export const checkDeclaration = async (
  declaration: RemoteDeclaration,
  { turns, entries, otherRemotes = [] }: DeclarationOptions,
): Promise<Problem[]> => {
  const partLoaders: [string, LoadDefault][] = [
    ...Object.entries(declaration.slots).map(([name, load]): [string, LoadDefault] => [`slot ${name}`, load]),
    ...Object.entries(declaration.commands).map(([name, load]): [string, LoadDefault] => [`command ${name}`, load]),
  ];
  const loadProblems = await Promise.all(
    partLoaders.map(([partName, load]) => problemsOfPartLoad(partName, load, turns)),
  );
  const addressProblems = await Promise.all(
    declaration.screens.map((screen) => problemsOfAddresses(declaration, screen, turns)),
  );
  return [
    ...[
      ...problemsOfDeclarationForm(declaration),
      ...(entries === undefined ? [] : problemsOfEntries(declaration, entries)),
      ...addressProblems.flat(),
    ].map((problemDescription): Problem => ({ kind: 'declaration', description: problemDescription })),
    ...problemsOfTakenNames(declaration, otherRemotes),
    ...loadProblems.flat(),
  ];
};
