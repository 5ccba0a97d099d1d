import type { GatewayModule, ModuleDeps } from '../../platform';
import type { MailTransport } from './mail-transport';
import { createMailWorker } from './mail-worker';
import { createOutbox, type Outbox } from './outbox';
import { createSmtpTransport } from './smtp-transport';
import { mailPersonalData } from './waiting-mail-data';

export type { EmailMessage } from './letter';
export type { MailTransport } from './mail-transport';
export type { Outbox } from './outbox';

export interface MailDeps extends Pick<ModuleDeps, 'config' | 'database' | 'clock' | 'log'> {
  /** Takes the messages where no `SMTP_URL` is set; null: they wait. */
  readonly mailbox: MailTransport | null;
}

/** The outbox, and the worker that empties it. */
export type MailModule = GatewayModule & { readonly outbox: Outbox };

/** E-mail: messages are handed in inside a transaction and sent by a worker. */
export const createMailModule = ({ config, database, clock, log, mailbox }: MailDeps): MailModule => {
  const { smtpUrl, from } = config.mail;
  const transport = smtpUrl === null ? mailbox : createSmtpTransport(smtpUrl);
  if (transport === null) log.warn('no e-mail is sent: SMTP_URL is not set and there is no sandbox');
  return {
    personalData: mailPersonalData,
    outbox: createOutbox({ clock, supportEmail: config.deployment.supportEmail }),
    workers: transport === null ? [] : [createMailWorker({ database, transport, clock, log, from })],
  };
};
