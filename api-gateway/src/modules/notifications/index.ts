import type { GatewayModule, ModuleDeps } from '../../platform';
import type { OnPersonChanged } from '../identity';
import {
  closeNotificationsOfLeaver,
  createNotificationCleanup,
  createNotificationService,
  notificationRoutes,
  notificationSource,
} from './notification-service';
import { notificationPersonalData } from './personal-data';

export {
  closeNotifications,
  closeNotificationsAbout,
  closeNotificationsBetween,
  removeNotificationTexts,
  notify,
  notifyInPlace,
  type NewNotification,
} from './notify';

/** Notifications module, with its routes, its live collection, its cleanup job, and the handler for changed users. */
export type NotificationsModule = GatewayModule & { readonly onPersonChanged: OnPersonChanged };

/** Creates the module that stores notifications and shows them to their users. */
export const createNotificationsModule = ({
  database,
  clock,
}: Pick<ModuleDeps, 'database' | 'clock'>): NotificationsModule => ({
  routes: notificationRoutes(createNotificationService({ database, clock })),
  topics: [notificationSource],
  periodicJobs: [createNotificationCleanup({ database, clock })],
  personalData: notificationPersonalData,
  onPersonChanged: closeNotificationsOfLeaver(clock),
});
