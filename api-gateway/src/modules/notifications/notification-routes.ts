import { closeNotifications, getNotifications, ok } from '@mahlzeit/contract';
import { route } from '../../platform';
import type { BoundRoute } from '../../platform';
import type { NotificationService } from './notification-service';

/** The routes of the user's own notifications. */
export const notificationRoutes = (notifications: NotificationService): readonly BoundRoute[] => [
  route(getNotifications, async ({ session }) => ok(await notifications.listOpen(session.uid))),

  route(closeNotifications, async ({ session, body }) => {
    await notifications.close(session.uid, body.keys);
    return ok({});
  }),
];
