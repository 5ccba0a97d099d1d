import { err, ok } from '@mahlzeit/contract';
import type { DeliveryError, MailTransport, OutgoingMail } from '../mail-transport';

/** A mail transport in memory that takes what a test tells it to. */
interface FakeMailTransport extends MailTransport {
  readonly taken: OutgoingMail[];
  /** Each message that it was asked to take, as often as it was asked. */
  readonly tried: OutgoingMail[];
  /** What becomes of the next messages, one each; all others are taken. */
  readonly next: (DeliveryError['kind'] | 'taken')[];
}

/** Creates one with nothing in it. */
export const createFakeMailTransport = (): FakeMailTransport => {
  const transport: FakeMailTransport = {
    taken: [],
    tried: [],
    next: [],
    async deliver(mail) {
      transport.tried.push(mail);
      const fate = transport.next.shift() ?? 'taken';
      if (fate !== 'taken') return err({ kind: fate, reason: fate === 'unreachable' ? 'ECONNREFUSED' : '550' });
      transport.taken.push(mail);
      return ok(undefined);
    },
  };
  return transport;
};
