import type { GatewayModule, ModuleDeps } from '../../platform';
import { notificationPersonalData } from './notification-data';
import { notificationRoutes } from './notification-routes';
import { createNotificationService } from './notification-service';
import { createNotificationCleanup } from './notification-sweep';
import { notificationSource } from './notification-topic';

export { notify, type Notice } from './notify';

/** What users are told until they have seen it: routes, their part of the topic `me`, and the cleanup of closed ones. */
export const createNotificationsModule = ({ database, clock }: Pick<ModuleDeps, 'database' | 'clock'>): GatewayModule => ({
  routes: notificationRoutes(createNotificationService({ database, clock })),
  topics: [notificationSource],
  workers: [createNotificationCleanup({ database, clock })],
  personalData: notificationPersonalData,
});
