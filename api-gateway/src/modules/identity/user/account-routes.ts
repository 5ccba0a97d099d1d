import {
  declinePolicy,
  deleteAvatar,
  deleteMe,
  exportUser,
  getMe,
  Key,
  ok,
  patchMe,
  restoreUser,
  uploadAvatar,
} from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import { Router } from 'express';
import { CLOSED_POLICY, route } from '../../../platform';
import type { BoundRoute } from '../../../platform';
import type { AvatarService } from './avatar-service';
import type { SetBrowserChannel } from './browser-channel';
import type { DeclinePolicy, DeletionService } from './deletion-service';
import type { ExportService } from './personal-data';
import type { ProfileService } from './profile-service';

/** Creates the routes by which users read and change their own user document. */
export const profileRoutes = (
  profileService: ProfileService,
  setBrowserChannel: SetBrowserChannel,
): readonly BoundRoute[] => [
  route(getMe, ({ session }) => profileService.readProfile(session.uid)),

  route(patchMe, async ({ session, body, raw }) => {
    const changedUser = await profileService.changeProfile(session.uid, body);
    if (changedUser.ok && body.releaseChannel !== undefined) setBrowserChannel(raw, changedUser.value.releaseChannel);
    return changedUser;
  }),
];

export interface DeletionRoutesDeps {
  readonly deletions: DeletionService;
  readonly eraseDecliner: DeclinePolicy;
  readonly exports: ExportService;
}

/** Creates the routes by which users delete, restore and export their account. */
export const deletionRoutes = ({ deletions, eraseDecliner, exports }: DeletionRoutesDeps): readonly BoundRoute[] => [
  route(deleteMe, ({ session }) => deletions.deleteAccount(session)),
  route(declinePolicy, ({ session }) => eraseDecliner(session.uid)),
  route(restoreUser, ({ session, body }) => deletions.restore(session.uid, body.visible)),

  route(exportUser, async ({ session, raw: { response } }) => {
    const exportResult = await exports.exportUser(session.uid);
    if (!exportResult.ok) return exportResult;
    response.attachment(`mahlzeit-${berlinDay(exportResult.value.exportedAt)}.json`);
    return ok(exportResult.value);
  }),
];

/** Creates the routes by which users upload and remove their profile picture. */
export const avatarRoutes = (avatarService: AvatarService): readonly BoundRoute[] => [
  {
    ...route(uploadAvatar, ({ session, body }) => avatarService.put(session.uid, body)),
    admit: (fileSender) => avatarService.admit(fileSender),
    preprocess: (uploadedFile) => avatarService.encode(uploadedFile),
  },
  route(deleteAvatar, ({ session }) => avatarService.remove(session.uid)),
];

const YEAR_SECONDS = 31_536_000;

/** Creates the router that serves profile pictures. One URL always serves the same picture. */
export const createAvatarRouter = (avatarService: Pick<AvatarService, 'find'>): Router => {
  const avatarRouter = Router({ strict: true, caseSensitive: true });
  avatarRouter.get('/media/avatar/:file', async (request, response, next) => {
    const [avatarKey, textAfterExtension] = request.params.file.split('.webp');
    const storedPicture =
      textAfterExtension === '' && Key.safeParse(avatarKey).success && avatarKey !== undefined
        ? await avatarService.find(avatarKey)
        : null;
    if (storedPicture === null) return next();
    response.set({
      'Content-Type': 'image/webp',
      // Allows only the browser to cache the picture, because it may show a face; shared proxies may not.
      'Cache-Control': `private, max-age=${YEAR_SECONDS}, immutable`,
      'Content-Security-Policy': `${CLOSED_POLICY}; sandbox`,
    });
    response.end(storedPicture);
  });
  return avatarRouter;
};
