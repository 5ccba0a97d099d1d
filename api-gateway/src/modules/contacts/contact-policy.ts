import type { PublicPerson } from '../identity';
import type { BlockState } from './block-repository';

/**
 * Whether a block in either direction stands between two people: neither invites, adds or writes to the other (DESIGN
 * §13.14).
 */
export const isUninvitable = ({ isBlocked, isBlockedBy }: BlockState): boolean => isBlocked || isBlockedBy;

/** Whether somebody may ask the other to lunch. */
export const mayInvite = (between: BlockState): boolean => !isUninvitable(between);

/** Whether somebody may become a contact of anybody: whoever leaves is hidden at once (A09). */
export const mayBecomeContact = ({ isDeleted, isAnonymous }: PublicPerson): boolean => !isDeleted && !isAnonymous;
