import type { GatewayModule, ModuleDeps } from '../../platform';
import { createNotificationCleanup, createNotificationService, notificationPersonalData, notificationRoutes, notificationSource } from './notification-service';

export { closeNotices, notify, notifyInPlace, type Notice } from './notification-service';

/** What users are told until they have seen it: routes, their part of the topic `me`, and the cleanup of closed ones. */
export const createNotificationsModule = ({ database, clock }: Pick<ModuleDeps, 'database' | 'clock'>): GatewayModule => ({
  routes: notificationRoutes(createNotificationService({ database, clock })),
  topics: [notificationSource],
  periodicJobs: [createNotificationCleanup({ database, clock })],
  personalData: notificationPersonalData,
});
