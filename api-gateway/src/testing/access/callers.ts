import { storeUser, storeVisitor } from '../../modules/identity/testing/stored-people';
import type { TestGateway } from '../../platform/testing/test-gateway';
import type { CallerKind } from './access-row';

/**
 * Type of the function that creates a new caller of a kind and returns the caller's token; null for a caller without a
 * token.
 */
export type CreateCaller = (callerKind: CallerKind, email: string) => Promise<string | null>;

const EXPIRED_AFTER_MS = 11 * 60_000;

/** Prepares the creation of callers. Moves the clock, so that the token of the kind `expired` has expired. */
export const prepareCallers = async (gateway: TestGateway): Promise<CreateCaller> => {
  const expiredToken = (await storeUser(gateway, 'expired@mahlzeit.test')).idToken;
  gateway.clock.advance(EXPIRED_AFTER_MS);
  const creators: Readonly<Record<CallerKind, (email: string) => Promise<string | null>>> = {
    noToken: async () => null,
    expired: async () => expiredToken,
    anonymous: async () => (await storeVisitor(gateway)).idToken,
    unverified: async (email) => (await storeUser(gateway, email)).idToken,
    verified: async (email) => (await storeUser(gateway, email, { isEmailVerified: true })).idToken,
    deleted: async (email) =>
      (await storeUser(gateway, email, { isEmailVerified: true, isVisible: false, deletedAt: gateway.clock.now() }))
        .idToken,
  };
  return (callerKind, email) => creators[callerKind](email);
};
