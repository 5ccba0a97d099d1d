import { err, ok } from '@mahlzeit/contract';
import type { DeliveryError, MailTransport, OutgoingMail } from '../mail-transport';

/** A mail transport in memory whose results a test sets. */
interface FakeMailTransport extends MailTransport {
  readonly sentMails: OutgoingMail[];
  /** All delivered messages, one entry per attempt. */
  readonly tried: OutgoingMail[];
  /** Results of the next attempts, one each. Without an entry the delivery succeeds. */
  readonly next: (DeliveryError['kind'] | 'taken')[];
}

/** Creates a transport without messages. */
export const createFakeMailTransport = (): FakeMailTransport => {
  const transport: FakeMailTransport = {
    sentMails: [],
    tried: [],
    next: [],
    async deliver(mail) {
      transport.tried.push(mail);
      const fate = transport.next.shift() ?? 'taken';
      if (fate !== 'taken') return err({ kind: fate, reason: fate === 'unreachable' ? 'ECONNREFUSED' : '550' });
      transport.sentMails.push(mail);
      return ok(undefined);
    },
  };
  return transport;
};
