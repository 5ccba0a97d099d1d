import type { ThirdParty } from '@mahlzeit/contract';

/** A user as the database holds it; what leaves the gateway goes through the presenter. */
export interface StoredUser {
  readonly uid: string;
  readonly isAnonymous: boolean;
  readonly email: string | null;
  /** argon2id; null while anonymous and for who signs in through a third party. */
  readonly passwordHash: string | null;
  readonly isEmailVerified: boolean;
  readonly isVisible: boolean;
  /** When the user asked to be deleted, by the domain clock; null: they stay. */
  readonly deletedAt: number | null;
  readonly displayName: string | null;
  readonly photoURL: string | null;
  readonly phoneNumber: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly favorites: readonly string[];
  readonly tasteKeys: readonly string[];
  readonly policyAccepted: number | null;
  readonly policyVersion: number | null;
  readonly languageCode: string | null;
  readonly selectedDiscountId: string | null;
  readonly thirdParty: ThirdParty | null;
  /** null while anonymous. */
  readonly connectionCode: string | null;
  readonly createdAt: number;
}
