import type { PageRegistry, ScreenScripts } from '@mahlzeit/contract';
import { publicPathOf, SHELL_NAME } from '../manifest';
import type { RemoteManifest, ShellManifest } from '../manifest';

interface ScreenScriptSources {
  readonly shell: ShellManifest;
  readonly remotes: readonly RemoteManifest[];
  readonly registry: Pick<PageRegistry, 'remotes'>;
}

/** Returns the paths of the scripts that the page itself requests at its start. */
const startPathsOf = ({ shell, remotes }: ScreenScriptSources): ReadonlySet<string> =>
  new Set([
    ...[...shell.scripts, ...shell.preload].map((path) => publicPathOf(SHELL_NAME, path)),
    ...remotes.flatMap(({ name, preload }) => preload.map((path) => publicPathOf(name, path))),
  ]);

/**
 * Returns the absolute paths of the scripts that each modal screen loads when it opens, by the screen's key. If several
 * remotes declare a screen, the first one counts, as in the shell. The scripts of a dev server change with each edit,
 * so they are left out.
 */
export const screenScriptsOf = (sources: ScreenScriptSources): ScreenScripts => {
  const { shell, remotes, registry } = sources;
  const startPaths = startPathsOf(sources);
  const isRelease = ({ name }: RemoteManifest): boolean =>
    registry.remotes.some((remote) => remote.name === name && remote.origin === null);
  const scriptsByScreen = remotes.filter(isRelease).flatMap(({ name, entry, mainScreen, screenScripts }) =>
    Object.entries(screenScripts)
      .filter(([screenKey]) => screenKey !== mainScreen)
      .map(([screenKey, { own, shared }]): [string, string[]] => [
        screenKey,
        [
          // A screen that is part of the shell needs no entry of a remote.
          ...(own.length === 0 ? [] : [entry, ...own]).map((path) => publicPathOf(name, path)),
          ...shared.flatMap((key) => shell.sharedScripts[key] ?? []).map((path) => publicPathOf(SHELL_NAME, path)),
        ].filter((path) => !startPaths.has(path)),
      ]),
  );
  return Object.fromEntries(scriptsByScreen.toReversed());
};
