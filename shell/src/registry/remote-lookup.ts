import type { Registry, RegistryRemote } from '@mahlzeit/contract';
import type { CommandName, SlotName } from '@mahlzeit/shared-ui/platform';

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

const hasMainScreen = (remote: RegistryRemote): remote is RegistryRemote & { readonly mainScreen: string } => remote.mainScreen !== null;

/** Looks things up in one registry. */
export const createRemoteLookup = ({ remotes }: Pick<Registry, 'remotes'>): RemoteLookup => ({
  byName: (name) => remotes.find((remote) => remote.name === name),
  withScreen: (key) => remotes.find(({ screens }) => screens.includes(key)),
  withMainScreen: () => remotes.find(hasMainScreen),
  withSlot: (name) => remotes.find(({ slots }) => slots.includes(name)),
  withCommand: (name) => remotes.find(({ commands }) => commands.includes(name)),
});
