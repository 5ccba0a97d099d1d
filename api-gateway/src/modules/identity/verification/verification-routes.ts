import { resendEmailVerification, verifyEmail } from '@mahlzeit/contract';
import { route } from '../../../platform';
import type { BoundRoute, LivePort } from '../../../platform';
import type { VerificationService } from './verification-service';

/** The routes of verifying one's e-mail address. */
export const verificationRoutes = (verification: VerificationService, live: LivePort): readonly BoundRoute[] => [
  route(verifyEmail, async ({ session, body }) => {
    const outcome = await verification.verify(session.uid, body.code);
    if (outcome.ok && outcome.value.success) live.rightsChanged(session.uid);
    return outcome;
  }),
  route(resendEmailVerification, ({ session }) => verification.resend(session.uid)),
];
