import type { UserChanges } from '@mahlzeit/contract';
import type { CallerSession, TopicSource } from '../../../platform';
import { createSessionRepository } from '../store';
import type { StoredSession } from '../store';
import { isFreshProof } from './user-rules';

/** Caller of a route: an anonymous visitor or a registered user. */
interface CallerAnonymity {
  readonly isAnonymous: boolean;
}

/**
 * Checks whether a session is open: it exists and has not ended. The check runs for each request and each live topic.
 */
export const maySessionContinue = (endableSession: Pick<StoredSession, 'endedAt'> | null): boolean =>
  endableSession !== null && endableSession.endedAt === null;

/** Checks whether a session may subscribe to its user's document: every open session may. */
export const mayReadOwnUser: TopicSource['mayRead'] = async ({ sessionId }, _param, knex) =>
  maySessionContinue(await createSessionRepository(knex).find(sessionId));

/** Checks whether a user may register: only anonymous users may. */
export const mayRegister = ({ isAnonymous }: CallerAnonymity): boolean => isAnonymous;

/** Checks whether a user may change these fields: an anonymous user may change the language only (contract §2). */
export const mayChangeProfile = (
  { isAnonymous }: CallerAnonymity,
  { languageCode: _allowedLanguageCode, ...restrictedChanges }: UserChanges,
): boolean => !isAnonymous || Object.values(restrictedChanges).every((value) => value === undefined);

/** Checks whether a user may delete their account: they must have proved their identity in the last five minutes. */
export const mayDeleteAccount = ({ authTime }: Pick<CallerSession, 'authTime'>, realNow: number): boolean =>
  isFreshProof(authTime, realNow);
