import { err, ok } from '@mahlzeit/contract';
import type { DeliveryError, MailTransport, OutgoingMail } from '../mail-transport';

/** A mail transport in memory that takes what a test tells it to. */
export interface FakeMailTransport extends MailTransport {
  readonly taken: OutgoingMail[];
  /** What becomes of the next messages, one each; all others are taken. */
  readonly next: (DeliveryError['kind'] | 'taken')[];
}

/** Creates one with nothing in it. */
export const createFakeMailTransport = (): FakeMailTransport => {
  const transport: FakeMailTransport = {
    taken: [],
    next: [],
    async deliver(mail) {
      const fate = transport.next.shift() ?? 'taken';
      if (fate !== 'taken') return err({ kind: fate, cause: new Error(fate) });
      transport.taken.push(mail);
      return ok(undefined);
    },
  };
  return transport;
};
