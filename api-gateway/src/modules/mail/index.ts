import { runSpan } from '../../platform';
import type { GatewayModule, ModuleDeps } from '../../platform';
import { createSmtpTransport } from './mail-transport';
import type { MailTransport } from './mail-transport';
import { bindMailJobs, createOutbox } from './outbox';
import type { Outbox } from './outbox';

export type { MailTransport } from './mail-transport';
export type { Outbox } from './outbox';
export type { MeetupEmail } from './meetup-email';
export type { EmailMessage } from './render-email';
export { restOfOrderText } from './order-email';

export interface MailModuleDeps extends Pick<ModuleDeps, 'config' | 'clock' | 'log' | 'tracer' | 'jobs' | 'secrets'> {
  /**
   * Transport of e-mails that is used if no `SMTP_URL` is set: the mailbox of the sandbox. Null without a sandbox;
   * e-mails then wait in the outbox.
   */
  readonly mailbox: MailTransport | null;
}

/** Mail module, with the outbox and the job that sends its e-mails. */
type MailModule = GatewayModule & { readonly outbox: Outbox };

/** Reports each delivery as a span. */
const traceDeliveries = (transport: MailTransport, tracer: ModuleDeps['tracer']): MailTransport => ({
  deliver: (mail) => runSpan(tracer, 'deliver mail', { kind: 'client', work: () => transport.deliver(mail) }),
});

/** Creates the e-mail module. E-mails are enqueued in a transaction and sent by a job. */
export const createMailModule = ({
  config,
  clock,
  log,
  tracer,
  jobs,
  secrets,
  mailbox,
}: MailModuleDeps): MailModule => {
  const { smtpUrl, from } = config.mail;
  const mailTransport = smtpUrl === null ? mailbox : createSmtpTransport(smtpUrl);
  if (mailTransport === null) log.warn('no e-mail is sent: SMTP_URL is not set and there is no sandbox');
  return {
    personalData: { storesNothingBecause: 'what waits to be sent is a job', impersonalTables: [] },
    outbox: createOutbox({ jobs, clock, secrets, supportEmail: config.deployment.supportEmail }),
    jobs: bindMailJobs({
      transport: mailTransport === null ? null : traceDeliveries(mailTransport, tracer),
      from,
      secrets,
    }),
  };
};
