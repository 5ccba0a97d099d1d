import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { openKitchen } from './counter';
import type { OrderingDiner } from './counter';

/** Prepares gateways with one restaurant for tests of webhooks. Called at the top of a file. */
export const openWebhookDesk = () => {
  const gateways = testGateways();
  return {
    async startGateway(environment: Readonly<Record<string, string>> = {}): Promise<TestGateway> {
      const gateway = await gateways.start({ environment });
      await openKitchen(gateway, { place: aRestaurant(), dish: anOffer() });
      return gateway;
    },
  };
};

/** Counts the requests to the providers, by method and path. */
export const questionsTo = ({ sandboxUrl }: TestGateway): (() => string[]) => {
  const spy = jest.spyOn(globalThis, 'fetch');
  return () =>
    spy.mock.calls.flatMap(([url, init]) =>
      typeof url === 'string' && url.startsWith(`${sandboxUrl}/p`)
        ? [`${init?.method ?? 'GET'} ${new URL(url).pathname}`]
        : [],
    );
};

/** Returns an order by the card about which its bank asks. */
export const challengedForm = (diner: OrderingDiner): object =>
  diner.form({ debitedCardId: `demo-card-${diner.email.split('@')[0]}-challenge` });
