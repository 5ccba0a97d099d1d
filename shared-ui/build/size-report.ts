import { packagesByScript } from './chunk-files';
import type { FinishedBuild, RemoteRelease, ShellRelease } from './describe-build';
import { firstScreenOf, scriptsForPart, weightOf } from './describe-build';
import type { ReadDeclaration } from './read-declaration';

/** `dist/sizes.json`: what a built package weighs (brotli bytes), for the budgets. */
export interface SizeReport {
  readonly name: string;
  /** The shell's initial scripts; 0 for a remote. */
  readonly initial: number;
  /** The container's script; 0 for the shell. */
  readonly entry: number;
  /** All scripts of the main screen that this package brings. */
  readonly usefulList: number;
  /** Key of the screen that a remote is first seen by; null for the shell. */
  readonly firstScreen: string | null;
  /** What each screen loads behind the entry. */
  readonly screens: Readonly<Record<string, number>>;
  readonly fonts: number;
  /** Every script with its weight and the npm packages in it. */
  readonly scripts: Readonly<Record<string, { readonly weight: number; readonly packages: readonly string[] }>>;
}

const scriptsWithPackages = ({ compilation, files }: FinishedBuild): SizeReport['scripts'] => {
  const packages = packagesByScript(compilation);
  return Object.fromEntries(files.filter(({ path }) => path.endsWith('.js')).map(({ path, weight }) => [path, { weight, packages: packages[path] ?? [] }]));
};

const fontsOf = ({ files }: FinishedBuild): number => weightOf(files, files.map(({ path }) => path).filter((path) => path.endsWith('.woff2')));

/** Weighs a remote. */
export const weighRemote = (built: FinishedBuild, declaration: ReadDeclaration, release: RemoteRelease): SizeReport => ({
  name: built.pkg.name,
  initial: 0,
  entry: weightOf(built.files, [release.entry]),
  usefulList: weightOf(built.files, release.preload),
  firstScreen: firstScreenOf(declaration)?.name ?? null,
  screens: Object.fromEntries(declaration.screens.map((part) => [part.name, weightOf(built.files, scriptsForPart(built, part))])),
  fonts: fontsOf(built),
  scripts: scriptsWithPackages(built),
});

/** Weighs the shell. */
export const weighShell = (built: FinishedBuild, release: ShellRelease): SizeReport => ({
  name: built.pkg.name,
  initial: weightOf(built.files, release.scripts),
  entry: 0,
  usefulList: weightOf(built.files, [...release.scripts, ...release.preload.filter((path) => path.endsWith('.js'))]),
  firstScreen: null,
  screens: {},
  fonts: fontsOf(built),
  scripts: scriptsWithPackages(built),
});
