import type { Connection } from '../../platform';
import { createPasswordHasher, PRODUCTION_PASSWORD_COST } from './credentials';
import { createUserRepository } from './store';
import { anonymousUser } from './user';

/** An account that a seed adds to a new database. */
export interface AccountDraft {
  readonly uid: string;
  readonly email: string;
  /** Password in plain text; null for an account that nobody can log in to, which needs no password hash. */
  readonly password: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly connectionCode: string;
  readonly isVerified: boolean;
  readonly isVisible: boolean;
  readonly isDeleted: boolean;
  readonly tasteKeys: readonly string[];
}

/** Time at which the accounts are created, and version of the privacy policy that they have accepted. */
export interface SeedContext {
  readonly now: number;
  readonly policyVersion: number;
}

/** Adds accounts of the seed data to a new database. Passwords are hashed at the production cost. */
export const seedAccounts = async (
  knex: Connection,
  accountDrafts: readonly AccountDraft[],
  { now, policyVersion }: SeedContext,
): Promise<void> => {
  const passwordHasher = createPasswordHasher(PRODUCTION_PASSWORD_COST);
  const userRepository = createUserRepository(knex);
  for (const {
    uid,
    email,
    password,
    firstName,
    lastName,
    connectionCode,
    isVerified,
    isVisible,
    isDeleted,
    tasteKeys,
  } of accountDrafts) {
    await userRepository.insert({
      ...anonymousUser(uid, now),
      isAnonymous: false,
      email,
      passwordHash: password === null ? null : await passwordHasher.hash(password),
      displayName: `${firstName} ${lastName}`,
      firstName,
      lastName,
      connectionCode,
      isEmailVerified: isVerified,
      isVisible,
      deletedAt: isDeleted ? now : null,
      tasteKeys,
      languageCode: 'de',
      policyAccepted: now,
      policyVersion,
    });
  }
};
