import type { UserChanges } from '@mahlzeit/contract';
import type { CallerSession, TopicSource } from '../../../platform';
import { createSessionRepository } from '../store';
import type { StoredSession } from '../store';
import { isFreshProof } from './user-rules';

/** Whoever may be somebody without an account, or be registered. */
interface MaybeAnonymous {
  readonly isAnonymous: boolean;
}

/** Whether a session has neither ended nor been forgotten: each request asks it, and each topic. */
export const maySessionGoOn = (session: Pick<StoredSession, 'endedAt'> | null): boolean =>
  session !== null && session.endedAt === null;

/** Whether the own user document may be followed: as long as the session goes on. */
export const mayReadOwnUser: TopicSource['mayRead'] = async ({ sessionId }, _param, knex) =>
  maySessionGoOn(await createSessionRepository(knex).find(sessionId));

/** Whether somebody may get an account: those who have one already may not. */
export const mayRegister = ({ isAnonymous }: MaybeAnonymous): boolean => isAnonymous;

/**
 * Whether somebody may change these parts of their document: who has no account may set the language alone (contract
 * §2).
 */
export const mayChangeProfile = (
  { isAnonymous }: MaybeAnonymous,
  { languageCode: _visitorsMay, ...rest }: UserChanges,
): boolean => !isAnonymous || Object.values(rest).every((value) => value === undefined);

/** Whether somebody may delete their account: they have just proved who they are. */
export const mayLeave = ({ authTime }: Pick<CallerSession, 'authTime'>, realNow: number): boolean =>
  isFreshProof(authTime, realNow);
