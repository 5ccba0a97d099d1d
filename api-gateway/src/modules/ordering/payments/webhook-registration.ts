import type { Logger } from 'pino';
import { readSetting, writeSetting } from '../../../platform';
import type { Connection, Database, PeriodicJob } from '../../../platform';
import type { PaymentProvider, PaymentProviders } from '../providers';
import { webhookPathOf } from './webhook-router';

interface WebhookRegistrationDeps {
  readonly database: Database;
  readonly log: Pick<Logger, 'warn'>;
  readonly publicUrl: string;
  readonly providers: PaymentProviders;
}

const REGISTRATION_INTERVAL_MS = 60 * 60_000;
const PROVIDER_DEADLINE_MS = 10_000;

const webhookIdSettingOf = (provider: string): string => `${provider}WebhookId`;

/**
 * Returns the id of the webhook that is registered at a provider; null if none is registered yet, or if the provider
 * needs no id.
 */
export const findWebhookId = (knex: Connection, provider: string): Promise<string | null> =>
  readSetting(knex, webhookIdSettingOf(provider));

/**
 * Creates the periodic job that registers the webhooks of all providers, when the gateway starts and then each hour.
 * Registering again is needed because providers disable a webhook that fails too often.
 */
export const createWebhookRegistration = ({
  database,
  log,
  publicUrl,
  providers,
}: WebhookRegistrationDeps): PeriodicJob => {
  const registerWebhooks = async ({ name, webhooks }: PaymentProvider): Promise<void> => {
    const id = await webhooks.ensure(`${publicUrl}${webhookPathOf(name)}`, AbortSignal.timeout(PROVIDER_DEADLINE_MS));
    if (!id.ok) {
      log.warn({ provider: name, error: id.error }, 'no webhooks are registered: payments are found by asking');
      return;
    }
    const webhookId = id.value;
    if (webhookId !== null) await database.write((tx) => writeSetting(tx.knex, webhookIdSettingOf(name), webhookId));
  };
  return {
    name: 'ordering/hooks',
    everyMs: REGISTRATION_INTERVAL_MS,
    clock: 'real',
    async run() {
      for (const provider of Object.values(providers)) if (provider !== null) await registerWebhooks(provider);
    },
  };
};
