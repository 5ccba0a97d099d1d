import { changeEmail, confirmPasswordReset, err, ok, reauthenticate, requestPasswordReset, resendEmailVerification, verifyEmail } from '@mahlzeit/contract';
import { validatePassword } from '@mahlzeit/contract/rules';
import { openRoute, route } from '../../../platform';
import type { BoundRoute, LivePort } from '../../../platform';
import type { SessionService } from '../session/session-service';
import type { EmailChangeService } from './email-change-service';
import type { ProvePassword } from './password';
import type { PasswordResetService } from './password-reset-service';
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

export interface CredentialsRoutesDeps {
  readonly resets: PasswordResetService;
  readonly emailChanges: EmailChangeService;
  readonly prove: ProvePassword;
  readonly sessions: SessionService;
  readonly live: LivePort;
}

/** The routes of what proves who somebody is: password and e-mail address. */
export const credentialsRoutes = ({ resets, emailChanges, prove, sessions, live }: CredentialsRoutesDeps): readonly BoundRoute[] => [
  openRoute(requestPasswordReset, ({ body, address }) => resets.request({ email: body.email, address })),

  openRoute(confirmPasswordReset, async ({ body, signal }) => {
    const confirmed = await resets.confirm(body, signal);
    if (!confirmed.ok) return confirmed;
    live.rightsChanged(confirmed.value);
    return ok({});
  }),

  route(reauthenticate, async ({ body, session: { uid, sessionId }, address }) => {
    const password = validatePassword(body.password);
    if (!password.ok) return password;
    const proved = await prove({ uid, address }, password.value);
    if (!proved.ok) return err(proved.error);
    return sessions.renewProof(proved.value, sessionId);
  }),

  route(changeEmail, async ({ body, session: { uid }, address }) => {
    const changed = await emailChanges.change({ uid, address }, body);
    if (changed.ok) live.rightsChanged(uid);
    return changed;
  }),
];
