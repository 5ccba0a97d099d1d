import { meTopic, Notification } from '@mahlzeit/contract';
import { defineCollection } from '@mahlzeit/shared-ui/platform';

/** What the reader is told until they have seen it: the drawer counts it, snackbars announce it. */
export const liveNotifications = defineCollection({ topic: meTopic, collection: 'notifications', schema: Notification });
