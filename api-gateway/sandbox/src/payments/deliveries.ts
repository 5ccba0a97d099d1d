/** HTTP request by which a provider notifies the product of an event. */
export interface WebhookDelivery {
  readonly url: string;
  /** Body of a POST; null for a GET, whose URL contains all data. */
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends the payment providers' events to the product. An event that the product doesn't accept is sent again. */
export interface WebhookDeliveries {
  send(delivery: WebhookDelivery): void;
  /** Resolves when no delivery is running. Events that wait for their next attempt don't count. */
  whenSettled(): Promise<void>;
  close(): void;
}

/**
 * Pauses in milliseconds before an event is delivered again. Real providers retry for days; the sandbox retries within
 * seconds, and a restart drops waiting events.
 */
const RETRY_DELAYS_MS: readonly number[] = [200, 1000, 5000, 30_000];
const DELIVERY_DEADLINE_MS = 2000;

interface DeliveryDeps {
  fetch(url: string, init: RequestInit): Promise<{ readonly ok: boolean }>;
}

/**
 * Creates the sender of the payment providers' events over HTTP. It repeats a failed request after the pauses of
 * `RETRY_DELAYS_MS`.
 */
export const createDeliveries = ({ fetch }: DeliveryDeps): WebhookDeliveries => {
  const retryTimers = new Set<NodeJS.Timeout>();
  const runningDeliveries = new Set<Promise<void>>();
  let areDeliveriesClosed = false;

  const attemptDelivery = async ({ url, body, headers }: WebhookDelivery): Promise<boolean> => {
    const requestInit: RequestInit = {
      method: body === null ? 'GET' : 'POST',
      headers: { ...headers },
      ...(body === null ? {} : { body }),
      signal: AbortSignal.timeout(DELIVERY_DEADLINE_MS),
    };
    return fetch(url, requestInit).then(
      ({ ok }) => ok,
      () => false,
    );
  };

  const startDelivery = (delivery: WebhookDelivery, attemptCount: number): void => {
    if (areDeliveriesClosed) return;
    const runningDelivery = (async () => {
      const retryDelayMs = RETRY_DELAYS_MS[attemptCount];
      if ((await attemptDelivery(delivery)) || retryDelayMs === undefined || areDeliveriesClosed) return;
      const retryTimer = setTimeout(() => {
        retryTimers.delete(retryTimer);
        startDelivery(delivery, attemptCount + 1);
      }, retryDelayMs);
      retryTimer.unref();
      retryTimers.add(retryTimer);
    })();
    runningDeliveries.add(runningDelivery);
    void runningDelivery.finally(() => runningDeliveries.delete(runningDelivery));
  };

  return {
    send: (delivery) => startDelivery(delivery, 0),
    async whenSettled() {
      while (runningDeliveries.size > 0) await Promise.all(runningDeliveries);
    },
    close() {
      areDeliveriesClosed = true;
      for (const retryTimer of retryTimers) clearTimeout(retryTimer);
    },
  };
};
