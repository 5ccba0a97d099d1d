import type { Logger } from 'pino';
import { readSetting, writeSetting } from '../../../platform';
import type { Clock, Connection, Database, PeriodicJob } from '../../../platform';
import { providerNames } from '../providers';
import type { PaymentProvider } from '../providers';
import { webhookPathOf } from './webhook-router';

type WebhookProvider = Pick<PaymentProvider, 'name'> & {
  readonly webhooks: Pick<PaymentProvider['webhooks'], 'ensure'>;
};

interface WebhookRegistrationDeps {
  readonly database: Database;
  readonly clock: Pick<Clock, 'realNow'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly publicUrl: string;
  readonly providers: Readonly<Record<string, WebhookProvider | null>>;
}

const REGISTRATION_INTERVAL_MS = 60 * 60_000;
const PROVIDER_DEADLINE_MS = 10_000;

/** Value that a provider's setting has when its webhooks are registered and not refused. */
const NOT_REFUSED = 0;

const webhookIdSettingOf = (provider: string): string => `${provider}WebhookId`;

/**
 * Returns the id of the webhook that is registered at a provider; null if none is registered yet, or if the provider
 * needs no id.
 */
export const findWebhookId = (knex: Connection, provider: string): Promise<string | null> =>
  readSetting(knex, webhookIdSettingOf(provider));

const refusedAtSettingOf = (provider: string): string => `${provider}WebhookRefusedAt`;

/** A payment provider that refuses to register the product's webhooks, and the real time of its first refusal. */
export interface RefusedWebhooks {
  readonly provider: string;
  readonly refusedAt: number;
}

/** Lists the payment providers that have no webhooks of the product, because they refuse to register them. */
export const listRefusedWebhooks = async (knex: Connection): Promise<readonly RefusedWebhooks[]> => {
  const refused: RefusedWebhooks[] = [];
  for (const provider of providerNames()) {
    const refusedAt = Number((await readSetting(knex, refusedAtSettingOf(provider))) ?? NOT_REFUSED);
    if (refusedAt !== NOT_REFUSED) refused.push({ provider, refusedAt });
  }
  return refused;
};

/**
 * Stores the time at which a provider first refused to register webhooks, or that the refusal has ended. An earlier
 * stored refusal stays.
 */
const storeRefusal = async (database: Database, provider: string, refusedAt: number): Promise<void> => {
  const storedRefusedAt = Number((await readSetting(database.knex, refusedAtSettingOf(provider))) ?? NOT_REFUSED);
  if ((storedRefusedAt === NOT_REFUSED) === (refusedAt === NOT_REFUSED)) return;
  await database.write((tx) => writeSetting(tx.knex, refusedAtSettingOf(provider), String(refusedAt)));
};

/**
 * Creates the periodic job that registers the webhooks of all providers, when the gateway starts and then each hour.
 * The hourly repetition is needed, because providers disable a webhook that fails too often.
 */
export const createWebhookRegistration = ({
  database,
  clock,
  log,
  publicUrl,
  providers,
}: WebhookRegistrationDeps): PeriodicJob => {
  const registerWebhooks = async ({ name, webhooks }: WebhookProvider): Promise<void> => {
    const id = await webhooks.ensure(`${publicUrl}${webhookPathOf(name)}`, AbortSignal.timeout(PROVIDER_DEADLINE_MS));
    await storeRefusal(database, name, id.ok ? NOT_REFUSED : clock.realNow());
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
