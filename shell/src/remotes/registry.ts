import { PageSetup } from '@mahlzeit/contract';
import type { PageRemote, RemoteName } from '@mahlzeit/contract';
import type { CommandName, ScreenAddress, SlotName } from '@mahlzeit/shared-ui/platform';
import type { ReservedName } from '@mahlzeit/shared-ui/shell-entries';

/** Id of the data block that the gateway inlines in the HTML. */
const REGISTRY_ID = 'registry';

/** Reads the registry from the page. Throws when it is missing or broken, because nothing can start without it. */
export const readPageRegistry = (page: Document): PageSetup =>
  PageSetup.parse(JSON.parse(page.getElementById(REGISTRY_ID)?.textContent ?? ''));

/** Returns all scripts that this page may run, by absolute path, with their integrity values. */
export const scriptHashesOf = ({
  scripts,
  remotes,
}: Pick<PageSetup, 'scripts' | 'remotes'>): ReadonlyMap<string, string> =>
  new Map([scripts, ...remotes.map(({ files }) => files)].flatMap((files) => Object.entries(files)));

/** Name of an address that the shell opens by itself: of a place of its own, or of shared links. */
type AddressName = ReservedName | `/${string}`;

/** Finds the remote of a registry for a screen, slot or command. When two declare the same, the first counts. */
export interface RemoteLookup {
  byName(name: string): PageRemote | undefined;
  /** Returns the remote with a screen of this key. */
  withScreen(key: string): PageRemote | undefined;
  /** Returns the remote whose screen fills the page's main region. */
  withMainScreen(): (PageRemote & { readonly mainScreen: string }) | undefined;
  withSlot(name: SlotName): PageRemote | undefined;
  withCommand(name: CommandName): PageRemote | undefined;
  /**
   * Returns the address that the shell opens by itself under a name; `/r` names the one of shared links `/r/…`. Null
   * without a remote that declares it.
   */
  address(name: AddressName): ScreenAddress | null;
}

/** Part of the lookup that finds addresses. */
export type AddressLookup = Pick<RemoteLookup, 'address'>;

const hasMainScreen = (remote: PageRemote): remote is PageRemote & { readonly mainScreen: string } =>
  remote.mainScreen !== null;

/** Creates the lookup of one registry. */
export const createRemoteLookup = ({ remotes }: Pick<PageSetup, 'remotes'>): RemoteLookup => ({
  byName: (name) => remotes.find((remote) => remote.name === name),
  withScreen: (key) => remotes.find(({ screens }) => screens.includes(key)),
  withMainScreen: () => remotes.find(hasMainScreen),
  withSlot: (name) => remotes.find(({ slots }) => slots.includes(name)),
  withCommand: (name) => remotes.find(({ commands }) => commands.includes(name)),
  address(name) {
    // Names come from paths: those of an object's prototype don't count.
    const [key, ...params] = remotes.find(({ addresses }) => Object.hasOwn(addresses, name))?.addresses[name] ?? [];
    return key === undefined ? null : { key, params };
  },
});

/** Returns the remote of a modal screen; null when the key is unknown or names the main screen. */
export const remoteOfModal = (lookup: Pick<RemoteLookup, 'withScreen'>, key: string): RemoteName | null => {
  const remote = lookup.withScreen(key);
  return remote === undefined || remote.mainScreen === key ? null : remote.name;
};
