import { PageRegistry } from '@mahlzeit/contract';
import type { Registry, RegistryRemote, RemoteName } from '@mahlzeit/contract';
import type { CommandName, SlotName } from '@mahlzeit/shared-ui/platform';

/** Id of the data block that the gateway inlines in the HTML. */
const REGISTRY_ID = 'registry';

/** Reads the registry from the page. Throws when it is missing or broken, because nothing can start without it. */
export const readPageRegistry = (page: Document): PageRegistry =>
  PageRegistry.parse(JSON.parse(page.getElementById(REGISTRY_ID)?.textContent ?? ''));

/** Returns all scripts that this page may run, by absolute path, with their integrity values. */
export const scriptHashesOf = ({
  scripts,
  remotes,
}: Pick<Registry, 'scripts' | 'remotes'>): ReadonlyMap<string, string> =>
  new Map([scripts, ...remotes.map(({ files }) => files)].flatMap((files) => Object.entries(files)));

/** Finds the remote of a registry for a screen, slot or command. When two declare the same, the first counts. */
export interface RemoteLookup {
  byName(name: string): RegistryRemote | undefined;
  /** Returns the remote with a screen of this key. */
  withScreen(key: string): RegistryRemote | undefined;
  /** Returns the remote whose screen fills the page's main region. */
  withMainScreen(): (RegistryRemote & { readonly mainScreen: string }) | undefined;
  withSlot(name: SlotName): RegistryRemote | undefined;
  withCommand(name: CommandName): RegistryRemote | undefined;
}

const hasMainScreen = (remote: RegistryRemote): remote is RegistryRemote & { readonly mainScreen: string } =>
  remote.mainScreen !== null;

/** Creates the lookup of one registry. */
export const createRemoteLookup = ({ remotes }: Pick<Registry, 'remotes'>): RemoteLookup => ({
  byName: (name) => remotes.find((remote) => remote.name === name),
  withScreen: (key) => remotes.find(({ screens }) => screens.includes(key)),
  withMainScreen: () => remotes.find(hasMainScreen),
  withSlot: (name) => remotes.find(({ slots }) => slots.includes(name)),
  withCommand: (name) => remotes.find(({ commands }) => commands.includes(name)),
});

/** Returns the remote of a modal screen; null when the key is unknown or names the main screen. */
export const remoteOfModal = (lookup: Pick<RemoteLookup, 'withScreen'>, key: string): RemoteName | null => {
  const remote = lookup.withScreen(key);
  return remote === undefined || remote.mainScreen === key ? null : remote.name;
};
