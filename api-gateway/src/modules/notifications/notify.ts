import type { Notification } from '@mahlzeit/contract';
import { randomKey, userLogName } from '../../platform';
import type { WriteTransaction } from '../../platform';
import { insertNotification } from './notification-repository';

/** What somebody is told, and where it leads. */
export interface Notice extends Pick<Notification, 'kind' | 'title' | 'text' | 'route' | 'sent'> {
  /** Who is told: somebody with an account. */
  readonly uid: string;
}

/** Tells a user something inside the write that brings it about, so that the two are kept together or not at all. */
export const notify = async (tx: Pick<WriteTransaction, 'knex' | 'record'>, { uid, kind, title, text, route, sent }: Notice): Promise<void> => {
  const notification: Notification = { key: randomKey(), closed: false, sent, kind, title, text, route };
  await insertNotification(tx.knex, uid, notification);
  tx.record(userLogName(uid), { kind: 'put', collection: 'notifications', key: notification.key, value: notification });
};
