import { PageRegistry } from '@mahlzeit/contract';
import type { Registry, RegistryRemote, RemoteName } from '@mahlzeit/contract';
import type { CommandName, SlotName } from '@mahlzeit/shared-ui/platform';

/** Id of the data block that the gateway inlines in the HTML. */
const REGISTRY_ID = 'registry';

/** Reads the registry out of the page; throws when it is missing or broken, since nothing can start without it. */
export const readPageRegistry = (page: Document): PageRegistry =>
  PageRegistry.parse(JSON.parse(page.getElementById(REGISTRY_ID)?.textContent ?? ''));

/** Every script that this page may run, by absolute path, with its integrity value. */
export const scriptHashesOf = ({
  scripts,
  remotes,
}: Pick<Registry, 'scripts' | 'remotes'>): ReadonlyMap<string, string> =>
  new Map([scripts, ...remotes.map(({ files }) => files)].flatMap((files) => Object.entries(files)));

/** Finds out which remote of a registry offers what. Where two offer the same, the first counts. */
export interface RemoteLookup {
  byName(name: string): RegistryRemote | undefined;
  /** The remote whose screen has this key. */
  withScreen(key: string): RegistryRemote | undefined;
  /** The remote whose screen fills the page's main region. */
  withMainScreen(): (RegistryRemote & { readonly mainScreen: string }) | undefined;
  withSlot(name: SlotName): RegistryRemote | undefined;
  withCommand(name: CommandName): RegistryRemote | undefined;
}

const hasMainScreen = (remote: RegistryRemote): remote is RegistryRemote & { readonly mainScreen: string } =>
  remote.mainScreen !== null;

/** Looks things up in one registry. */
export const createRemoteLookup = ({ remotes }: Pick<Registry, 'remotes'>): RemoteLookup => ({
  byName: (name) => remotes.find((remote) => remote.name === name),
  withScreen: (key) => remotes.find(({ screens }) => screens.includes(key)),
  withMainScreen: () => remotes.find(hasMainScreen),
  withSlot: (name) => remotes.find(({ slots }) => slots.includes(name)),
  withCommand: (name) => remotes.find(({ commands }) => commands.includes(name)),
});

/** The remote of a modal screen; null where the key is unknown or names the screen of the main region. */
export const remoteOfModal = (lookup: Pick<RemoteLookup, 'withScreen'>, key: string): RemoteName | null => {
  const remote = lookup.withScreen(key);
  return remote === undefined || remote.mainScreen === key ? null : remote.name;
};
