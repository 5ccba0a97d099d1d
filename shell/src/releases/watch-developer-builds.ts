import type { RegistryRemote } from '@mahlzeit/contract';
import { globalTopic, RegistryItem } from '@mahlzeit/contract';
import type { LiveClient } from '@mahlzeit/shared-ui/platform';
import { liveItems } from '@mahlzeit/shared-ui/platform';

/** What watching depends on. */
export interface DeveloperBuildDeps {
  readonly live: Pick<LiveClient, 'subscribe'>;
  /** The remotes as this page has them. */
  readonly remotes: readonly Pick<RegistryRemote, 'name' | 'version'>[];
  reload(): void;
}

const isDeveloperBuild = (version: string): boolean => version.includes('+dev.');

/**
 * Loads the page anew once a developer's build of a remote has replaced the one that this page runs: `npm run dev`
 * shows a saved file without a hand on the browser. Served releases are left alone; they apply at a safe moment.
 */
export const watchDeveloperBuilds = ({ live, remotes, reload }: DeveloperBuildDeps): (() => void) => {
  if (!remotes.some(({ version }) => isDeveloperBuild(version))) return () => undefined;
  const registryOf = liveItems('registry', RegistryItem);
  const replaces = ({ key, version }: RegistryItem): boolean => isDeveloperBuild(version) && remotes.some((mine) => mine.name === key && mine.version !== version);
  return live.subscribe(globalTopic, (view) => {
    if (registryOf(view).some(replaces)) reload();
  });
};
