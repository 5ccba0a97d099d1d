import { PageRemote, PageSetup, REGISTRY_PATH } from '@mahlzeit/contract';
import type { RemoteName } from '@mahlzeit/contract';
import * as z from '@mahlzeit/contract/zod';
import type { CommandName, ScreenAddress, SlotName } from '@mahlzeit/shared-ui/platform';
import type { ReservedScreenName } from '@mahlzeit/shared-ui/shell-entries';

/** Id of the data block that the gateway inlines in the HTML. */
const REGISTRY_ELEMENT_ID = 'registry';

/**
 * Reads the registry of remotes from the page's HTML. Throws if it is missing or broken, because nothing can start
 * without it.
 */
export const readPageRegistry = (page: Document): PageSetup =>
  PageSetup.parse(JSON.parse(page.getElementById(REGISTRY_ELEMENT_ID)?.textContent ?? ''));

const CurrentReleases = z.object({ remotes: z.array(z.unknown()) });

/** Longest wait in ms for the gateway's registry. The script that is loaded after it needs the rest of the time. */
const REGISTRY_TIMEOUT_MS = 1_500;

/**
 * Requests from the gateway the release of a remote that new pages load now, or the last good one before it if that one
 * is among `failedVersions`; null if the gateway doesn't answer in time or names no such release.
 */
export const fetchCurrentRelease = async (
  name: RemoteName,
  failedVersions: readonly string[],
): Promise<PageRemote | null> => {
  const failed = failedVersions.map((version) => `${name}@${version}`).join();
  try {
    const response = await fetch(
      failed === '' ? REGISTRY_PATH : `${REGISTRY_PATH}?failed=${encodeURIComponent(failed)}`,
      {
        cache: 'no-store',
        signal: AbortSignal.timeout(REGISTRY_TIMEOUT_MS),
      },
    );
    const { remotes } = CurrentReleases.parse(await response.json());
    // Releases of other remotes may have a form that this page doesn't know; these are ignored.
    const releases = remotes.flatMap((remote) => PageRemote.safeParse(remote).data ?? []);
    return releases.find((release) => release.name === name) ?? null;
  } catch {
    return null;
  }
};

/** Returns the hashes (`integrity` values) of all scripts that this page may run, by absolute path. */
export const scriptHashesOf = ({
  scripts,
  remotes,
}: Pick<PageSetup, 'scripts' | 'remotes'>): ReadonlyMap<string, string> =>
  new Map([scripts, ...remotes.map(({ files }) => files)].flatMap((files) => Object.entries(files)));

/** Returns the origins of the dev servers from which a tester lets only this browser load remotes. */
export const devOriginsOf = ({ remotes }: Pick<PageSetup, 'remotes'>): ReadonlySet<string> =>
  new Set(remotes.flatMap(({ origin }) => origin ?? []));

/**
 * Name for which the shell itself opens a screen: a reserved name, or the first path segment of shared links, such as
 * `/r`.
 */
type ReservedAddressName = ReservedScreenName | `/${string}`;

/**
 * Finds the remote that declares a screen, slot or command. If several remotes declare the same one, the first of them
 * is used.
 */
export interface RemoteLookup {
  byName(name: string): PageRemote | undefined;
  /** Returns whether this browser gets another release of the remote than other visitors, or none. */
  isOverridden(name: string): boolean;
  /** Whether this browser gets another release of any remote than other visitors, or lacks a remote. */
  readonly hasOverrides: boolean;
  /** Returns the remote with a screen of this key. */
  withScreen(key: string): PageRemote | undefined;
  /** Returns the remote whose screen fills the page's main region. */
  withMainScreen(): (PageRemote & { readonly mainScreen: string }) | undefined;
  withSlot(name: SlotName): PageRemote | undefined;
  withCommand(name: CommandName): PageRemote | undefined;
  /**
   * Returns the screen that the shell opens for a reserved name; `/r` is the name for shared links `/r/…`. Null if no
   * remote declares such a screen.
   */
  address(name: ReservedAddressName): ScreenAddress | null;
}

/** Part of the lookup that finds screens by their reserved name. */
export type AddressLookup = Pick<RemoteLookup, 'address'>;

const hasMainScreen = (remote: PageRemote): remote is PageRemote & { readonly mainScreen: string } =>
  remote.mainScreen !== null;

/** Creates the functions that find remotes and screens in one registry. */
export const createRemoteLookup = ({
  remotes,
  overrides = null,
}: Pick<PageSetup, 'remotes'> & Partial<Pick<PageSetup, 'overrides'>>): RemoteLookup => ({
  byName: (name) => remotes.find((remote) => remote.name === name),
  isOverridden: (name) => overrides?.remotes.some((override) => override.name === name) ?? false,
  hasOverrides: overrides !== null && overrides.remotes.length > 0,
  withScreen: (key) => remotes.find(({ screens }) => screens.includes(key)),
  withMainScreen: () => remotes.find(hasMainScreen),
  withSlot: (name) => remotes.find(({ slots }) => slots.includes(name)),
  withCommand: (name) => remotes.find(({ commands }) => commands.includes(name)),
  address(name) {
    // `hasOwn`, because names come from URL paths and may be those of an object's prototype, such as `constructor`.
    const [key, ...params] = remotes.find(({ addresses }) => Object.hasOwn(addresses, name))?.addresses[name] ?? [];
    return key === undefined ? null : { key, params };
  },
});

/** Returns the remote that declares a modal screen; null for an unknown key and for the main screen. */
export const remoteOfModal = (lookup: Pick<RemoteLookup, 'withScreen'>, key: string): RemoteName | null => {
  const remote = lookup.withScreen(key);
  return remote === undefined || remote.mainScreen === key ? null : remote.name;
};
