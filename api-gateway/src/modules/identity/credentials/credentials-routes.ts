import {
  cancelEmailChange,
  changeEmail,
  changeEmailByPasskey,
  changePassword,
  confirmPasswordReset,
  err,
  reauthenticate,
  requestPasswordReset,
  resendEmailVerification,
  verifyEmail,
} from '@mahlzeit/contract';
import { validatePassword } from '@mahlzeit/contract/rules';
import { openRoute, route } from '../../../platform';
import type { BoundRoute } from '../../../platform';
import type { SessionService } from '../session';
import type { EmailChangeService } from './email-change-service';
import type { ProvePassword } from './password';
import type { PasswordChangeService } from './password-change-service';
import type { PasswordResetService } from './password-reset-service';
import type { VerificationService } from './verification-service';

/** Creates the routes that check the verification code of an e-mail address and send a new one. */
export const verificationRoutes = (verificationService: VerificationService): readonly BoundRoute[] => [
  route(verifyEmail, ({ session, body }) => verificationService.verify(session, body.code)),
  route(resendEmailVerification, ({ session }) => verificationService.resend(session.uid)),
];

export interface CredentialsRoutesDeps {
  readonly passwordResets: PasswordResetService;
  readonly passwordChanges: PasswordChangeService;
  readonly emailChanges: EmailChangeService;
  readonly provePassword: ProvePassword;
  readonly sessions: Pick<SessionService, 'renewProof'>;
}

/**
 * Creates the routes that reset and change a password, prove a user's identity by the password, and change the e-mail
 * address.
 */
export const credentialsRoutes = ({
  passwordResets,
  passwordChanges,
  emailChanges,
  provePassword,
  sessions,
}: CredentialsRoutesDeps): readonly BoundRoute[] => [
  openRoute(requestPasswordReset, ({ body, address }) => passwordResets.request({ email: body.email, address })),

  openRoute(confirmPasswordReset, ({ body, signal }) => passwordResets.confirm(body, signal)),

  route(reauthenticate, async ({ body, session: { uid, sessionId }, address }) => {
    const password = validatePassword(body.password);
    if (!password.ok) return password;
    const userResult = await provePassword({ uid, sessionId, address }, password.value);
    if (!userResult.ok) return err(userResult.error);
    return sessions.renewProof(userResult.value, sessionId);
  }),

  route(changePassword, ({ body, session, address, signal }) =>
    passwordChanges.change({ session, address, abortSignal: signal }, body),
  ),

  route(changeEmail, ({ body, session: { uid, sessionId }, address }) =>
    emailChanges.change({ uid, sessionId, address }, body),
  ),
  route(changeEmailByPasskey, ({ body, session: { uid } }) => emailChanges.changeByPasskey(uid, body)),
  route(cancelEmailChange, ({ session }) => emailChanges.cancel(session.uid)),
];
