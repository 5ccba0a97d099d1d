import { getMe, patchMe } from '@mahlzeit/contract';
import { route } from '../../platform';
import type { BoundRoute } from '../../platform';
import type { ProfileService } from './profile-service';

/** The routes of the user's own document. */
export const profileRoutes = (profiles: ProfileService): readonly BoundRoute[] => [
  route(getMe, ({ session }) => profiles.read(session.uid)),
  route(patchMe, ({ session, body }) => profiles.change(session.uid, body)),
];
