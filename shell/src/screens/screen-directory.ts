import type { RegistryRemote, RemoteName } from '@mahlzeit/contract';

/** Which remote shows what, known from the registry before any remote is loaded. */
export interface ScreenDirectory {
  /** Whether some remote declares the modal screen. */
  hasModal(key: string): boolean;
  /** The remote of a modal screen; null where the key is unknown. */
  remoteOfModal(key: string): RemoteName | null;
  /** The remote and key of the screen in the main region; null while no release has one. */
  mainScreen(): { readonly remote: RemoteName; readonly key: string } | null;
}

/** Reads the registry's lists of screens; the first remote that declares a key has it. */
export const createScreenDirectory = (remotes: readonly Pick<RegistryRemote, 'name' | 'screens' | 'mainScreen'>[]): ScreenDirectory => {
  const remoteOfModal = (key: string): RemoteName | null =>
    remotes.find(({ screens, mainScreen }) => key !== mainScreen && screens.includes(key))?.name ?? null;

  return {
    remoteOfModal,
    hasModal: (key) => remoteOfModal(key) !== null,
    mainScreen: () => {
      for (const { name, mainScreen } of remotes) if (mainScreen !== null) return { remote: name, key: mainScreen };
      return null;
    },
  };
};
