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

export interface MailModuleDeps extends Pick<ModuleDeps, 'config' | 'clock' | 'log' | 'jobs' | 'secrets'> {
  /**
   * Transport of e-mails that is used if no `SMTP_URL` is set: the mailbox of the sandbox. Null without a sandbox;
   * e-mails then wait in the outbox.
   */
  readonly mailbox: MailTransport | null;
}

/** Mail module, with the outbox and the job that sends its e-mails. */
type MailModule = GatewayModule & { readonly outbox: Outbox };

/** Creates the e-mail module. E-mails are added to the outbox in a transaction and sent by a job. */
export const createMailModule = ({ config, clock, log, jobs, secrets, mailbox }: MailModuleDeps): MailModule => {
  const { smtpUrl, from } = config.mail;
  const mailTransport = smtpUrl === null ? mailbox : createSmtpTransport(smtpUrl);
  if (mailTransport === null) log.warn('no e-mail is sent: SMTP_URL is not set and there is no sandbox');
  return {
    personalData: { storesNothingBecause: 'what waits to be sent is a job', impersonalTables: [] },
    outbox: createOutbox({ jobs, clock, secrets, supportEmail: config.deployment.supportEmail }),
    jobs: bindMailJobs({ transport: mailTransport, from, secrets }),
  };
};
