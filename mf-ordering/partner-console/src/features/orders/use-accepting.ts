import { acceptPartnerOrder } from '@mahlzeit/contract';
import type { PartnerOrder } from '@mahlzeit/contract';
import { createObservable } from '@mahlzeit/shared-ui/platform';
import type { ApiClient, ApiError, CollectionHolder } from '@mahlzeit/shared-ui/platform';
import { useNotice } from '@mahlzeit/shared-ui/ui/console';
import { useState, useSyncExternalStore } from 'react';
import { consoleErrorText, text } from '../../console-texts';
import { ordersOfRestaurant, usePartner } from '../../platform';

/** Accepts orders of a restaurant by one tap: the page shows the acceptance at once and reverts it after an error. */
export interface OrderAccepter {
  /**
   * Returns the keys of the orders for which a request that accepts them is being sent. Each change creates a new set.
   */
  sendingKeys(): ReadonlySet<string>;
  /** Calls the listener when `sendingKeys` changes. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Accepts an order; a second tap on the same order does nothing. */
  accept(order: PartnerOrder): void;
  acceptAll(orders: readonly PartnerOrder[]): void;
}

interface OrderAccepterDeps {
  readonly apiClient: Pick<ApiClient, 'call'>;
  readonly orders: Pick<CollectionHolder<PartnerOrder>, 'get' | 'apply'>;
  /** Called when an order could not be accepted; its row then shows the order as not accepted again. */
  onFailed(order: PartnerOrder, error: ApiError): void;
}

/** Maximum number of parallel requests when staff accept many orders at once. */
const MAX_PARALLEL_REQUESTS = 4;

/** Creates the object that accepts the orders of one restaurant. */
export const createOrderAccepter = ({ apiClient, orders, onFailed }: OrderAccepterDeps): OrderAccepter => {
  const sendingKeys = createObservable<ReadonlySet<string>>(new Set());

  const acceptOrder = async (order: PartnerOrder): Promise<void> => {
    const acceptAnswer = await apiClient.call(acceptPartnerOrder, { params: { key: order.key } });
    const isAlreadyAccepted = orders.get().items.some(({ key, accepted }) => key === order.key && accepted);
    // The live topic may have delivered the acceptance, and even later changes, before this response: then the response
    // is ignored.
    if (acceptAnswer.ok && !isAlreadyAccepted) orders.apply(order.key, acceptAnswer.value);
    sendingKeys.set(new Set([...sendingKeys.get()].filter((key) => key !== order.key)));
    if (!acceptAnswer.ok) onFailed(order, acceptAnswer.error);
  };
  const markAsSending = (requestedOrders: readonly PartnerOrder[]): readonly PartnerOrder[] => {
    const newOrders = requestedOrders.filter(({ key, accepted }) => !accepted && !sendingKeys.get().has(key));
    if (newOrders.length > 0) sendingKeys.set(new Set([...sendingKeys.get(), ...newOrders.map(({ key }) => key)]));
    return newOrders;
  };

  return {
    sendingKeys: sendingKeys.get,
    subscribe: sendingKeys.subscribe,
    accept(order) {
      for (const startedOrder of markAsSending([order])) void acceptOrder(startedOrder);
    },
    acceptAll(acceptedOrders) {
      const waitingOrders = [...markAsSending(acceptedOrders)];
      const acceptNextOrders = async (): Promise<void> => {
        for (let nextOrder = waitingOrders.shift(); nextOrder !== undefined; nextOrder = waitingOrders.shift())
          await acceptOrder(nextOrder);
      };
      for (let workerIndex = 0; workerIndex < MAX_PARALLEL_REQUESTS; workerIndex += 1) void acceptNextOrders();
    },
  };
};

/**
 * Returns the object that accepts the orders of a restaurant, and the keys that are being sent. A message reports each
 * order that could not be accepted.
 */
export const useOrderAccepter = (
  restaurantKey: string,
): { readonly accepting: OrderAccepter; readonly sendingKeys: ReadonlySet<string> } => {
  const { apiClient, store } = usePartner();
  const showNotice = useNotice();
  const [accepting] = useState(() =>
    createOrderAccepter({
      apiClient,
      orders: ordersOfRestaurant.of(store, restaurantKey),
      onFailed: ({ orderId }, error) =>
        showNotice({ tone: 'error', text: text('AcceptFailed', { number: orderId, reason: consoleErrorText(error) }) }),
    }),
  );
  return { accepting, sendingKeys: useSyncExternalStore(accepting.subscribe, accepting.sendingKeys) };
};
