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

/** Routes, live items and cleanup of notifications, and the handler of changed people. */
export type NotificationsModule = GatewayModule & { readonly onPersonChanged: OnPersonChanged };

/** Creates the module of notifications. */
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
