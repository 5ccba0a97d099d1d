import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { insertPayingRestaurant } from './counter';
import type { OrderingDiner } from './counter';

/**
 * Creates the function that starts gateways with one restaurant, for tests of webhooks. Must be called at the top of a
 * test file.
 */
export const openWebhookTestContext = () => {
  const gateways = testGateways();
  return {
    async startGateway(environmentVariables: Readonly<Record<string, string>> = {}): Promise<TestGateway> {
      const gateway = await gateways.start({ environment: environmentVariables });
      await insertPayingRestaurant(gateway, { place: aRestaurant(), dish: anOffer() });
      return gateway;
    },
  };
};

/**
 * Starts to record the gateway's requests to the payment providers. The returned function lists them by method and
 * path.
 */
export const recordProviderRequests = ({ sandboxUrl }: TestGateway): (() => string[]) => {
  const fetchSpy = jest.spyOn(globalThis, 'fetch');
  return () =>
    fetchSpy.mock.calls.flatMap(([url, requestInit]) =>
      typeof url === 'string' && url.startsWith(`${sandboxUrl}/p`)
        ? [`${requestInit?.method ?? 'GET'} ${new URL(url).pathname}`]
        : [],
    );
};

/** Returns an order form that pays with a card whose bank requests a confirmation from the diner. */
export const challengedForm = (diner: OrderingDiner): object =>
  diner.form({ debitedCardId: `demo-card-${diner.email.split('@')[0]}-challenge` });
