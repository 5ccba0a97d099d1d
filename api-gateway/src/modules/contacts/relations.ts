import type { Connection } from '../../platform';
import { createBlockRepository, NO_BLOCK } from './block-repository';
import type { Block, BlockState } from './block-repository';
export type { Block };
import { createContactRepository } from './contact-repository';

/** Returns those of `uids` that are contacts of `owner`. */
export const findContactsAmong = (
  connection: Connection,
  owner: string,
  uids: readonly string[],
): Promise<ReadonlySet<string>> => createContactRepository(connection).findAmong(owner, uids);

/** Returns the blocks in which both users are among `uids`. Meant for the members of a chat, about ten uids. */
export const findBlocksAmong = (connection: Connection, uids: readonly string[]): Promise<Block[]> =>
  createBlockRepository(connection).findAmong(uids);

/**
 * Reads the blocks between a user and `otherUids`. Returns a function from the uid of another user to the state between
 * both users.
 */
export const blocksBetween = async (
  connection: Connection,
  uid: string,
  otherUids: readonly string[],
): Promise<(otherUid: string) => BlockState> => {
  const blockStateByUid = await createBlockRepository(connection).findBetween(uid, otherUids);
  return (otherUid) => blockStateByUid.get(otherUid) ?? NO_BLOCK;
};
