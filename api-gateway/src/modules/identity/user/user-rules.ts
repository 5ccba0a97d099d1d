import { err, ok } from '@mahlzeit/contract';
import type { Registration, Result } from '@mahlzeit/contract';
import { cleanName, NAME_MAX_LENGTH, validateEmail, validateNewPassword } from '@mahlzeit/contract/rules';
import type { StoredUser } from '../store';

/** Why a registration is invalid before anything is looked up. */
export type RegistrationInputError = 'ErrorEmailEmpty' | 'ErrorEmailInvalid' | 'ErrorPasswordInvalid' | 'ErrorGdpr';

/** A registration that may go on: the e-mail is in its stored form. */
export interface ValidRegistration {
  readonly email: string;
  readonly password: string;
  readonly visible: boolean;
}

/** Validates what a visitor registers with, in the order in which the form shows it. */
export const validateRegistration = (typed: Registration): Result<ValidRegistration, RegistrationInputError> => {
  const email = validateEmail(typed.email);
  if (!email.ok) return email;
  const password = validateNewPassword(typed.password);
  if (!password.ok) return password;
  if (!typed.policyAccepted) return err('ErrorGdpr');
  return ok({ email: email.value, password: password.value, visible: typed.visible });
};

/** As much of a name of somewhere else as a name may hold; null where that is nothing. */
export const shownName = (given: string): string | null =>
  [...cleanName(given)].slice(0, NAME_MAX_LENGTH).join('').trim() || null;

/** The name that others see until the user chooses one: the text before the @. */
export const displayNameOf = (email: string): string | null => shownName(email.slice(0, email.lastIndexOf('@')));

/** A visitor nobody knows yet. */
export const anonymousUser = (uid: string, now: number): StoredUser => ({
  uid,
  isAnonymous: true,
  email: null,
  passwordHash: null,
  isEmailVerified: false,
  isVisible: false,
  deletedAt: null,
  displayName: null,
  photoURL: null,
  phoneNumber: null,
  firstName: null,
  lastName: null,
  favorites: [],
  tasteKeys: [],
  policyAccepted: null,
  policyVersion: null,
  languageCode: null,
  selectedDiscountId: null,
  meetupMails: true,
  thirdParty: null,
  connectionCode: null,
  disabledAt: null,
  createdAt: now,
});

/** What registration adds to an anonymous user. */
export interface RegistrationFacts {
  readonly email: string;
  readonly passwordHash: string;
  readonly visible: boolean;
  readonly connectionCode: string;
  readonly policyVersion: number;
  readonly now: number;
}

/** The same person with an account: the uid stays, the e-mail waits for its verification. */
export const registeredUser = (user: StoredUser, facts: RegistrationFacts): StoredUser => ({
  ...user,
  isAnonymous: false,
  email: facts.email,
  passwordHash: facts.passwordHash,
  isVisible: facts.visible,
  displayName: displayNameOf(facts.email),
  connectionCode: facts.connectionCode,
  policyAccepted: facts.now,
  policyVersion: facts.policyVersion,
});

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long a user who left may come back (S1§9), in milliseconds of the domain clock. */
export const GRACE_MS = 30 * DAY_MS;

/** How fresh a sign-in must be for what can't be undone (contract §2), in real milliseconds. */
export const FRESH_PROOF_MS = 5 * MINUTE_MS;

/** Whether a sign-in is fresh enough. */
export const isFreshProof = (authTime: number, realNow: number): boolean => realNow - authTime <= FRESH_PROOF_MS;

/** The end of the time to come back. */
export const erasedAtOf = (deletedAt: number): number => deletedAt + GRACE_MS;

/** Whether the time to come back is over: whoever asks then finds no account. */
export const isGraceOver = (deletedAt: number | null, now: number): boolean =>
  deletedAt !== null && erasedAtOf(deletedAt) <= now;
