/** Event that a provider sends to the product. */
export interface Delivery {
  readonly url: string;
  /** null: a GET whose address holds everything. */
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Deliveries of the providers' events, retried where the product doesn't accept them. */
export interface Deliveries {
  send(delivery: Delivery): void;
  /** Resolves once no delivery is running; waiting retries don't count. */
  whenSettled(): Promise<void>;
  close(): void;
}

/** Real providers retry for days. Here it is seconds, and a restart drops the rest. */
const PAUSES_MS: readonly number[] = [200, 1000, 5000, 30_000];
const DEADLINE_MS = 2000;

interface DeliveryDeps {
  fetch(url: string, init: RequestInit): Promise<{ readonly ok: boolean }>;
}

/** Creates deliveries over HTTP. */
export const createDeliveries = ({ fetch }: DeliveryDeps): Deliveries => {
  const timers = new Set<NodeJS.Timeout>();
  const runningDeliveries = new Set<Promise<void>>();
  let isClosed = false;

  const tryOnce = async ({ url, body, headers }: Delivery): Promise<boolean> => {
    const init: RequestInit = {
      method: body === null ? 'GET' : 'POST',
      headers: { ...headers },
      ...(body === null ? {} : { body }),
      signal: AbortSignal.timeout(DEADLINE_MS),
    };
    return fetch(url, init).then(
      ({ ok }) => ok,
      () => false,
    );
  };

  const startDelivery = (delivery: Delivery, attempts: number): void => {
    if (isClosed) return;
    const run = (async () => {
      const pause = PAUSES_MS[attempts];
      if ((await tryOnce(delivery)) || pause === undefined || isClosed) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        startDelivery(delivery, attempts + 1);
      }, pause);
      timer.unref();
      timers.add(timer);
    })();
    runningDeliveries.add(run);
    void run.finally(() => runningDeliveries.delete(run));
  };

  return {
    send: (delivery) => startDelivery(delivery, 0),
    async whenSettled() {
      while (runningDeliveries.size > 0) await Promise.all(runningDeliveries);
    },
    close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
};
