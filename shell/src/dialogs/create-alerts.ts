import type { AlertRequest } from '@mahlzeit/shared-ui/platform';
import { createObservable } from '../observable';
import type { Observable } from '../observable';

/** An alert as the shell's own parts may ask: with an address to read first. */
export interface ShellAlert extends AlertRequest {
  readonly link?: { readonly label: string; readonly href: string };
}

/** The alert that is shown now. */
export interface PendingAlert {
  readonly id: number;
  readonly request: ShellAlert;
  /** How often it was raised: each time the dialog is mounted anew. */
  readonly raiseCount: number;
}

/** A queue of alerts; the first one is shown. */
export interface Alerts extends Observable<PendingAlert | null> {
  /** Resolves with the chosen action's id, or null when it was dismissed. */
  ask(request: ShellAlert): Promise<string | null>;
  /** Shows an alert that no choice takes away; `onChoose` gets each choice. Returns a function that withdraws it. */
  show(request: ShellAlert, onChoose: (choice: string | null) => void): () => void;
  /** Answers the alert of this id, if it is the shown one. */
  answer(id: number, choice: string | null): void;
  /** Shows the alert again, over a screen that opened above it. */
  raise(): void;
  /** Dismisses all alerts: they were meant for a user who has left. */
  clear(): void;
}

interface Asked extends PendingAlert {
  choose(choice: string | null): void;
  /** Ends it without a choice. */
  drop(): void;
}

const noop = (): void => undefined;

/** Keeps alerts in the order in which they were asked. */
export const createAlerts = (): Alerts => {
  const shown = createObservable<Asked | null>(null);
  let asked: readonly Asked[] = [];
  let lastId = 0;

  const put = (next: readonly Asked[]): void => {
    asked = next;
    shown.set(asked[0] ?? null);
  };
  const add = (request: ShellAlert, ends: Pick<Asked, 'choose' | 'drop'>): Asked => {
    lastId += 1;
    const added = { id: lastId, raiseCount: 0, request, ...ends };
    put([...asked, added]);
    return added;
  };
  const remove = (gone: number): void => put(asked.filter(({ id }) => id !== gone));

  return {
    get: shown.get,
    subscribe: shown.subscribe,
    ask: (request) =>
      new Promise((resolve) => {
        const choose = (choice: string | null): void => {
          remove(added.id);
          resolve(choice);
        };
        const added = add(request, { choose, drop: () => resolve(null) });
      }),
    show(request, onChoose) {
      const { id } = add(request, { choose: onChoose, drop: noop });
      return () => remove(id);
    },
    answer: (id, choice) => {
      const front = shown.get();
      if (front?.id === id) front.choose(choice);
    },
    raise: () => {
      const [front, ...others] = asked;
      if (front !== undefined) put([{ ...front, raiseCount: front.raiseCount + 1 }, ...others]);
    },
    clear: () => {
      const dropped = asked;
      put([]);
      for (const alert of dropped) alert.drop();
    },
  };
};
