import { createHash, timingSafeEqual } from 'node:crypto';
import { err, ok, type ErrorCode, type Result, type Route } from '@mahlzeit/contract';
import type { CallerSession, TokenVerifier } from '../types';

/** Finds out who calls, from the route's access word and the header Authorization. */
export type Authenticate = (contract: Route, authorization: string | undefined) => Promise<Result<CallerSession | null, ErrorCode>>;

const bearerOf = (authorization: string | undefined): string | null => /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1] ?? null;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two secrets in a time that tells nothing about them. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const checkAccess = (contract: Route, session: CallerSession): Result<CallerSession, ErrorCode> => {
  // Users flagged as deleted may look, come back and leave; everything else waits until they are restored.
  if (session.isDeleted && contract.isOpenToDeleted !== true) return err('accountDeleted');
  if (contract.access === 'any' || contract.access === 'none') return ok(session);
  if (session.isAnonymous) return err('registrationRequired');
  if (contract.access === 'verified' && !session.isVerified) return err('verificationRequired');
  return ok(session);
};

/** Creates the authenticator; `verifier` is the identity module's. */
export const createAuthenticator = ({ verifier, partnerToken }: { verifier: TokenVerifier; partnerToken: string }): Authenticate =>
  async (contract, authorization) => {
    const token = bearerOf(authorization);
    if (contract.access === 'partner') return token !== null && isSameSecret(token, partnerToken) ? ok(null) : err('unauthenticated');
    if (contract.access === 'none' && (contract.takesOptionalBearer !== true || authorization === undefined)) return ok(null);
    if (token === null) return err('unauthenticated');
    const verdict = await verifier.verify(token);
    return verdict.ok ? checkAccess(contract, verdict.session) : err(verdict.code);
  };
