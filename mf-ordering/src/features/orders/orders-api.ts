import { Order, meTopic } from '@mahlzeit/contract';
import { api, liveCollection } from '@mahlzeit/shared-ui/platform';

const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    orders: build.query<Order[], void>(liveCollection({ topic: () => meTopic, collection: 'orders', schema: Order })),
  }),
});

/** The reader's orders, live. */
export const { useOrdersQuery } = ordersApi;
