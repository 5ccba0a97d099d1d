import type { AlertRequest } from '@mahlzeit/shared-ui/platform';
import { createObservable } from '../observable';
import type { Observable } from '../observable';

/** The alert that stands in front now. */
export interface PendingAlert {
  readonly id: number;
  readonly request: AlertRequest;
}

/** Alerts one after another; the first that asked stands in front. */
export interface Alerts extends Observable<PendingAlert | null> {
  /** Answers the chosen action's id, or null when it was dismissed. */
  ask(request: AlertRequest): Promise<string | null>;
  /** Answers the alert of this id; one that is no longer in front keeps its answer. */
  answer(id: number, choice: string | null): void;
}

interface Asked extends PendingAlert {
  readonly resolve: (choice: string | null) => void;
}

/** Keeps alerts in the order in which they were asked. */
export const createAlerts = (): Alerts => {
  const inFront = createObservable<Asked | null>(null);
  const waiting: Asked[] = [];
  let lastId = 0;

  return {
    get: inFront.get,
    subscribe: inFront.subscribe,
    ask: (request) =>
      new Promise((resolve) => {
        lastId += 1;
        const asked = { id: lastId, request, resolve };
        if (inFront.get() === null) inFront.set(asked);
        else waiting.push(asked);
      }),
    answer: (id, choice) => {
      const answered = inFront.get();
      if (answered?.id !== id) return;
      inFront.set(waiting.shift() ?? null);
      answered.resolve(choice);
    },
  };
};
