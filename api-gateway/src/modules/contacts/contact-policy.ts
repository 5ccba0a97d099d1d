import type { PublicPerson } from '../identity';
import type { BlockState } from './block-repository';

/**
 * Returns whether a block in either direction separates two users. They can't invite, add or write to each other
 * (Decision 14).
 */
export const isUninvitable = ({ isBlocked, isBlockedBy }: BlockState): boolean => isBlocked || isBlockedBy;

/** Decides whether a person may become anybody's contact. Users who are leaving are hidden at once (A09). */
export const mayBecomeContact = ({ isDeleted, isAnonymous }: PublicPerson): boolean => !isDeleted && !isAnonymous;
