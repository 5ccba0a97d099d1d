import type { RemoteName } from '@mahlzeit/contract';
import type { RemoteLookup } from '../registry/remote-lookup';

/** The remote of a modal screen; null where the key is unknown or names the screen of the main region. */
export const remoteOfModal = (lookup: Pick<RemoteLookup, 'withScreen'>, key: string): RemoteName | null => {
  const remote = lookup.withScreen(key);
  return remote === undefined || remote.mainScreen === key ? null : remote.name;
};
