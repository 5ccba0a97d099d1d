import { deleteAvatar, uploadAvatar } from '@mahlzeit/contract';
import { route } from '../../../platform';
import type { BoundRoute } from '../../../platform';
import type { AvatarService } from './avatar-service';

/** The routes of the own picture. */
export const avatarRoutes = (avatars: AvatarService): readonly BoundRoute[] => [
  { ...route(uploadAvatar, ({ session, body }) => avatars.put(session.uid, body)), preprocess: (file) => avatars.encode(file) },
  route(deleteAvatar, ({ session }) => avatars.remove(session.uid)),
];
