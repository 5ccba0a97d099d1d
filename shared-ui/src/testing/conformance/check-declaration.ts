import { SHELL_CONTRACT_VERSION } from '../../platform/shell-contract';
import type { RemoteDeclaration, ScreenDeclaration, SessionView } from '../../platform/shell-contract';
import { sessionKinds, sessionViewOf } from '../scenario/session-kind';
import { textOf } from './finding';
import type { Problem } from './finding';
import { endingWithin } from './turns';

const numbersOf = (version: string): readonly number[] => version.split('.').map(Number);

const isAtLeast = (version: readonly number[], least: readonly number[]): boolean => {
  for (const [index, wanted] of least.entries()) {
    const given = version[index] ?? 0;
    if (given !== wanted) return given > wanted;
  }
  return true;
};

/** Whether a version lies in a caret range `^1.2.0`: the same major, at least as new. Other ranges are not ours. */
export const isInCaretRange = (version: string, range: string): boolean => {
  if (!/^\^\d+\.\d+\.\d+$/.test(range)) return false;
  const [given, least] = [numbersOf(version), numbersOf(range.slice(1))];
  return given[0] === least[0] && isAtLeast(given, least);
};

const strangeParams: readonly (readonly string[])[] = [[], [''], ['a'], ['%', '../..', 'x'.repeat(500)], ['a', 'b', 'c', 'd', 'e']];
const sessions: readonly SessionView[] = sessionKinds.map((kind) => sessionViewOf(kind));

const problemsOfAddresses = ({ key, isValid }: ScreenDeclaration): string[] => {
  if (isValid === undefined) return [];
  try {
    const answers = strangeParams.flatMap((params) => sessions.map((session) => typeof isValid(params, session)));
    return answers.every((type) => type === 'boolean') ? [] : [`isValid of screen ${key} answers a strange address with something other than true or false`];
  } catch (error) {
    return [`isValid of screen ${key} throws at a strange address: ${textOf(error)}`];
  }
};

const problemsOfForm = ({ name, contract, screens }: RemoteDeclaration): string[] => {
  const keys = screens.map(({ key }) => key);
  return [
    ...(/^mf-[a-z]+$/.test(name) ? [] : [`the name ${name} is not like mf-example`]),
    ...(isInCaretRange(SHELL_CONTRACT_VERSION, contract) ? [] : [`it was built for contract ${contract}, which doesn't include the shell's ${SHELL_CONTRACT_VERSION}`]),
    ...keys.filter((key, at) => keys.indexOf(key) !== at).map((key) => `screen ${key} is declared twice`),
    ...keys.filter((key) => !/^[a-z]+$/.test(key)).map((key) => `the key ${key} doesn't fit an address`),
    ...(screens.filter(({ region }) => region === 'main').length > 1 ? ['it has more than one main screen'] : []),
    ...screens.flatMap(problemsOfAddresses),
  ];
};

type LoadDefault = () => Promise<{ readonly default?: unknown }>;

const problemOfLoad = async (what: string, load: LoadDefault, turns: number): Promise<Problem[]> => {
  const ending = await endingWithin(turns, load);
  if (ending.state === 'late') return [{ kind: 'late', what: `the load of ${what} doesn't end` }];
  if (ending.state === 'failed') return [{ kind: 'failed', what: `the load of ${what} fails: ${textOf(ending.error)}` }];
  const { default: exported } = ending.value;
  const isFit = what.startsWith('command') ? typeof exported === 'function' : exported !== undefined && exported !== null;
  return isFit ? [] : [{ kind: 'declaration', what: `the module of ${what} has no default export of use` }];
};

/** Finds why the shell could not work with a declaration. All slots and commands are loaded at once: many that hang take no longer than one. */
export const checkDeclaration = async (declaration: RemoteDeclaration, turns: number): Promise<Problem[]> => {
  const loads: [string, LoadDefault][] = [
    ...Object.entries(declaration.slots).map(([name, load]): [string, LoadDefault] => [`slot ${name}`, load]),
    ...Object.entries(declaration.commands).map(([name, load]): [string, LoadDefault] => [`command ${name}`, load]),
  ];
  const ofLoads = await Promise.all(loads.map(([what, load]) => problemOfLoad(what, load, turns)));
  return [...problemsOfForm(declaration).map((what): Problem => ({ kind: 'declaration', what })), ...ofLoads.flat()];
};
