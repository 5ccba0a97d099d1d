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
  /** When the user asked to be deleted, by the domain clock; null: he stays. */
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

/** One sign-in of one browser. All times are real ones. */
export interface StoredSession {
  readonly id: string;
  readonly uid: string;
  readonly authTime: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
}

/** A refresh token's fingerprint; `rotatedAt` null marks the one that the browser holds now. */
export interface StoredRefreshToken {
  readonly secretHash: string;
  readonly sessionId: string;
  readonly rotatedAt: number | null;
}

/** A session with what decides about its user's requests. */
export interface StoredCaller {
  readonly session: StoredSession;
  readonly isAnonymous: boolean;
  readonly isVerified: boolean;
  readonly isDeleted: boolean;
}
