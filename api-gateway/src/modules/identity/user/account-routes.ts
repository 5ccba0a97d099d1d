import { changeEmail, confirmPasswordReset, deleteAvatar, deleteMe, err, exportUser, getMe, Key, ok, patchMe, reauthenticate, requestPasswordReset, resendEmailVerification, restoreUser, uploadAvatar, verifyEmail } from '@mahlzeit/contract';
import { berlinDay, validatePassword } from '@mahlzeit/contract/rules';
import { Router } from 'express';
import { openRoute, route } from '../../../platform';
import type { BoundRoute, LivePort } from '../../../platform';
import type { EmailChangeService } from '../credentials/email-change-service';
import type { ProvePassword } from '../credentials/password';
import type { PasswordResetService } from '../credentials/password-reset-service';
import type { VerificationService } from '../credentials/verification-service';
import type { SessionService } from '../session/session-service';
import type { AvatarService } from './avatar-service';
import type { DeletionService } from './deletion-service';
import type { ExportService } from './personal-data';
import type { ProfileService } from './profile-service';

/** The routes of the user's own document. */
export const profileRoutes = (profiles: ProfileService): readonly BoundRoute[] => [
  route(getMe, ({ session }) => profiles.read(session.uid)),
  route(patchMe, ({ session, body }) => profiles.change(session.uid, body)),
];

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

  openRoute(confirmPasswordReset, async ({ body }) => {
    const confirmed = await resets.confirm(body);
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

export interface DeletionRoutesDeps {
  readonly deletions: DeletionService;
  readonly exports: ExportService;
  readonly live: LivePort;
}

/** The routes of leaving, coming back, and taking one's data along. */
export const deletionRoutes = ({ deletions, exports, live }: DeletionRoutesDeps): readonly BoundRoute[] => [
  route(deleteMe, async ({ session }) => {
    const left = await deletions.leave(session);
    if (left.ok) live.rightsChanged(session.uid);
    return left;
  }),

  route(restoreUser, async ({ session, body }) => {
    const restored = await deletions.restore(session.uid, body.visible);
    if (restored.ok) live.rightsChanged(session.uid);
    return restored;
  }),

  route(exportUser, async ({ session, raw: { response } }) => {
    const exported = await exports.of(session.uid);
    if (!exported.ok) return exported;
    response.setHeader('Content-Disposition', `attachment; filename="mahlzeit-${berlinDay(exported.value.exportedAt)}.json"`);
    return ok(exported.value);
  }),
];

/** The routes of the own picture. */
export const avatarRoutes = (avatars: AvatarService): readonly BoundRoute[] => [
  { ...route(uploadAvatar, ({ session, body }) => avatars.put(session.uid, body)), preprocess: (file) => avatars.encode(file) },
  route(deleteAvatar, ({ session }) => avatars.remove(session.uid)),
];

const YEAR_S = 31_536_000;

/** Serves profile pictures, each under an address that never shows another one. */
export const createAvatarRouter = (avatars: Pick<AvatarService, 'find'>): Router => {
  const router = Router({ strict: true, caseSensitive: true });
  router.get('/media/avatar/:file', async (request, response, next) => {
    const [key, rest] = request.params.file.split('.webp');
    const picture = rest === '' && Key.safeParse(key).success && key !== undefined ? await avatars.find(key) : null;
    if (picture === null) return next();
    response.set({
      'Content-Type': 'image/webp',
      // Kept by the browser alone: nobody in between has to do with faces.
      'Cache-Control': `private, max-age=${YEAR_S}, immutable`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(picture);
  });
  return router;
};
