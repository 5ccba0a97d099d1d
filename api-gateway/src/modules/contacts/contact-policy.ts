import type { PublicPerson } from '../identity';
import type { BlockState } from './block-repository';

/**
 * Returns whether at least one of two users blocks the other. They then can't invite, add or write to each other
 * (Decision 14).
 */
export const isUninvitable = ({ isBlocked, isBlockedBy }: BlockState): boolean => isBlocked || isBlockedBy;

/**
 * Returns whether other users may add a person as a contact. A person whose account is marked for deletion is hidden at
 * once (A09).
 */
export const mayBecomeContact = ({ isDeleted, isAnonymous }: PublicPerson): boolean => !isDeleted && !isAnonymous;
