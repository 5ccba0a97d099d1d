import type { GatewayModule, ModuleDeps } from '../../platform';
import type { OnPersonChanged } from '../identity';
import {
  createNoticePeople,
  createNotificationCleanup,
  createNotificationService,
  notificationPersonalData,
  notificationRoutes,
  notificationSource,
} from './notification-service';

export {
  closeNotices,
  closeNoticesAbout,
  closeNoticesBetween,
  forgetNotices,
  notify,
  notifyInPlace,
  type Notice,
} from './notification-service';

/** Notifications, and what identity tells them of people. */
export type NotificationsModule = GatewayModule & { readonly onPersonChanged: OnPersonChanged };

/**
 * What users are told until they have seen it: routes, their part of the topic `me`, and the cleanup of closed ones.
 */
export const createNotificationsModule = ({
  database,
  clock,
}: Pick<ModuleDeps, 'database' | 'clock'>): NotificationsModule => ({
  routes: notificationRoutes(createNotificationService({ database, clock })),
  topics: [notificationSource],
  periodicJobs: [createNotificationCleanup({ database, clock })],
  personalData: notificationPersonalData,
  onPersonChanged: createNoticePeople(clock),
});
