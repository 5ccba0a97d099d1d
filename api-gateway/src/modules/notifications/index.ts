import type { GatewayModule, ModuleDeps } from '../../platform';
import { notificationData } from './notification-data';
import { notificationRoutes } from './notification-routes';
import { createNotificationService } from './notification-service';
import { createNotificationSweep } from './notification-sweep';
import { notificationSource } from './notification-topic';

export { notify, type Notice } from './notify';

/** What users are told until they have seen it: routes, their part of the topic `me`, and the sweep of the closed ones. */
export const createNotificationsModule = ({ database, clock }: Pick<ModuleDeps, 'database' | 'clock'>): GatewayModule => ({
  routes: notificationRoutes(createNotificationService({ database, clock })),
  topics: [notificationSource],
  workers: [createNotificationSweep({ database, clock })],
  userData: notificationData,
});
