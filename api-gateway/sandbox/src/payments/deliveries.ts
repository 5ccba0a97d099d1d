/** Something that a provider tells the product by itself. */
export interface Delivery {
  readonly url: string;
  /** null: a GET that tells all in its address. */
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Delivers what providers tell, again where it isn't taken. */
export interface Deliveries {
  send(delivery: Delivery): void;
  /** Resolves once nothing is on its way; what waits for another try is not. */
  settled(): Promise<void>;
  close(): void;
}

/** Real providers try for days; here it is seconds, and nobody is waited for over a restart. */
const PAUSES_MS: readonly number[] = [200, 1000, 5000, 30_000];
const DEADLINE_MS = 2000;

interface DeliveryDeps {
  fetch(url: string, init: RequestInit): Promise<{ readonly ok: boolean }>;
}

/** Sends over HTTP. */
export const createDeliveries = ({ fetch }: DeliveryDeps): Deliveries => {
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
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

  const start = (delivery: Delivery, tries: number): void => {
    if (isClosed) return;
    const run = (async () => {
      const pause = PAUSES_MS[tries];
      if ((await tryOnce(delivery)) || pause === undefined || isClosed) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        start(delivery, tries + 1);
      }, pause);
      timer.unref();
      timers.add(timer);
    })();
    running.add(run);
    void run.finally(() => running.delete(run));
  };

  return {
    send: (delivery) => start(delivery, 0),
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
    close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
};
