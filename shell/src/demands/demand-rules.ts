import type { User } from '@mahlzeit/contract';
import type { ModalAddress } from '../router';

/** What a member has to answer, the most urgent first: whether he comes back, the policy, his e-mail address. */
export type Demand = 'restore' | 'policy' | 'verification';

/** What decides on it. */
export interface DemandSituation {
  /** The document of a member; null where nobody is logged in or it isn't known yet. */
  readonly member: Pick<User, 'deleted' | 'policyVersion' | 'verificationCode' | 'email'> | null;
  /** The version of the policy that holds now; null while it isn't known. */
  readonly policyVersion: number | null;
  readonly modal: ModalAddress | null;
  /** He was flagged deleted when he came. Who deletes his account while he is here is on his way out. */
  readonly cameDeleted: boolean;
  /** He came verified, or was asked to verify his address since. */
  readonly isVerificationSettled: boolean;
  /** Whether some remote declares the screen. */
  hasScreen(key: string): boolean;
}

/** The policy's own screen: whoever reads it isn't asked meanwhile. */
export const READING = { key: 'settings', param: 'privacy' } as const;

/** Where an address is verified. */
export const PROFILE = 'profile';

const isReading = ({ modal }: DemandSituation): boolean => modal?.key === READING.key && modal.params[0] === READING.param;

/** Versions are compared with versions: the date of an acceptance says nothing about what was accepted (A04). */
const isBehind = ({ member, policyVersion }: DemandSituation): boolean =>
  member !== null && policyVersion !== null && (member.policyVersion ?? 0) < policyVersion;

/** S1§4: at the first load of the user's document, and whenever it or the policy changes. */
export const demandOf = (situation: DemandSituation): Demand | null => {
  const { member, cameDeleted, modal, isVerificationSettled, hasScreen } = situation;
  if (member === null) return null;
  if (member.deleted) return cameDeleted ? 'restore' : null;
  if (isBehind(situation)) return isReading(situation) ? null : 'policy';
  if (member.verificationCode || isVerificationSettled || modal?.key === PROFILE || !hasScreen(PROFILE)) return null;
  // Who has no address can't be sent a code; his profile tells him how to come by one.
  return member.email === null ? null : 'verification';
};
