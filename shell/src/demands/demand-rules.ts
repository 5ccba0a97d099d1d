import type { User } from '@mahlzeit/contract';
import type { ModalAddress } from '../router/hash-address';
import { READING } from './ask-policy';
import { PROFILE } from './ask-verification';

/** What a member has to answer, the most urgent first: whether they come back, the policy, their e-mail address. */
export type RequiredAction = 'restore' | 'policy' | 'verification';

/** What decides on it. */
export interface RequiredActionSituation {
  /** The document of a member; null where nobody is logged in or it isn't known yet. */
  readonly member: Pick<User, 'deleted' | 'policyVersion' | 'verificationCode' | 'email'> | null;
  /** The version of the policy that holds now; null while it isn't known. */
  readonly policyVersion: number | null;
  readonly modal: ModalAddress | null;
  /** They were flagged deleted when they came. Users who delete their account while they are here are on their way out. */
  readonly cameDeleted: boolean;
  /** They came verified, or were asked to verify their address since. */
  readonly isVerificationSettled: boolean;
  /** Whether some remote declares the screen. */
  hasScreen(key: string): boolean;
}

const isReading = ({ modal }: RequiredActionSituation): boolean => modal?.key === READING.key && modal.params[0] === READING.param;

/** Versions are compared with versions: the date of an acceptance says nothing about what was accepted (A04). */
const isBehind = ({ member, policyVersion }: RequiredActionSituation): boolean =>
  member !== null && policyVersion !== null && (member.policyVersion ?? 0) < policyVersion;

/** S1§4: at the first load of the user's document, and whenever it or the policy changes. */
export const requiredActionOf = (situation: RequiredActionSituation): RequiredAction | null => {
  const { member, cameDeleted, modal, isVerificationSettled, hasScreen } = situation;
  if (member === null) return null;
  if (member.deleted) return cameDeleted ? 'restore' : null;
  if (isBehind(situation)) return isReading(situation) ? null : 'policy';
  if (member.verificationCode || isVerificationSettled || modal?.key === PROFILE || !hasScreen(PROFILE)) return null;
  // Users without an address can't be sent a code; their profile says how to get one.
  return member.email === null ? null : 'verification';
};
