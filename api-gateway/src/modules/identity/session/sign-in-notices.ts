import type { Clock, CreateRateLimiter } from '../../../platform';
import type { IdentityTransaction, StoredUser } from '../store';
import type { KnownDevices } from './known-device';
import type { SignInBrowser } from './sign-in-browser';

/**
 * Type of the function that informs the owner of an account about a sign-in by e-mail, in the transaction that opens
 * the session.
 */
export type TellOwner = (identityRows: Pick<IdentityTransaction, 'mail'>) => Promise<void>;

/** E-mails about sign-ins from browsers that haven't signed in to the account before. */
export interface SignInNotices {
  /** Decides before the transaction whether the owner gets an e-mail about a sign-in. */
  prepare(user: Pick<StoredUser, 'uid' | 'email'>, browser: SignInBrowser): Promise<TellOwner>;
}

interface SignInNoticesDeps {
  readonly knownDevices: Pick<KnownDevices, 'deviceIdOf'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly createRateLimiter: CreateRateLimiter;
  readonly publicUrl: string;
}

/** Builds the link to the screen with the ways to sign in and the signed-in devices. */
export const securityLinkOf = (publicUrl: string): string => `${publicUrl}/restaurants#security`;

const tellNobody: TellOwner = async () => {};

/**
 * Creates the function that informs owners about sign-ins by e-mail. The number of e-mails is limited: somebody who
 * knows the password could otherwise flood the mailbox in which the first e-mail warns its owner.
 */
export const createSignInNotices = ({
  knownDevices,
  clock,
  createRateLimiter,
  publicUrl,
}: SignInNoticesDeps): SignInNotices => {
  const mailLimiter = createRateLimiter('sign-in-notice', { points: 5, durationMs: 24 * 60 * 60_000 });
  return {
    async prepare({ uid, email }, { device, deviceToken }) {
      if (email === null || knownDevices.deviceIdOf(deviceToken, email) !== null) return tellNobody;
      if (!(await mailLimiter.consume(uid)).ok) return tellNobody;
      const at = clock.now();
      return (identityRows) =>
        identityRows.mail({ kind: 'newSignIn', to: email, device, at, securityLink: securityLinkOf(publicUrl) });
    },
  };
};
