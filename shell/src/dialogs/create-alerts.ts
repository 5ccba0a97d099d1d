import type { AlertRequest } from '@mahlzeit/shared-ui/platform';
import { createObservable } from '../observable';
import type { Observable } from '../observable';

/** An alert as the shell's own parts may ask: with an address to read first. */
export interface ShellAlert extends AlertRequest {
  readonly link?: { readonly label: string; readonly href: string };
}

/** The alert that stands in front now. */
export interface PendingAlert {
  readonly id: number;
  readonly request: ShellAlert;
  /** Another one for each time that it was raised: the dialog is put up anew. */
  readonly turn: number;
}

/** Alerts one after another; the first that asked stands in front. */
export interface Alerts extends Observable<PendingAlert | null> {
  /** Answers the chosen action's id, or null when it was dismissed. */
  ask(request: ShellAlert): Promise<string | null>;
  /** An alert that no choice takes away: whoever put it up hears each one. Answers the way to withdraw it. */
  stand(request: ShellAlert, onChoose: (choice: string | null) => void): () => void;
  /** Answers the alert of this id; one that is no longer in front keeps its answer. */
  answer(id: number, choice: string | null): void;
  /** A screen has come to stand over the alert in front: puts it up again, over the screen. */
  raise(): void;
  /** What was asked was asked of somebody who has left: all of it counts as dismissed. */
  clear(): void;
}

interface Asked extends PendingAlert {
  choose(choice: string | null): void;
  /** It goes without a choice. */
  drop(): void;
}

const nothing = (): void => undefined;

/** Keeps alerts in the order in which they were asked. */
export const createAlerts = (): Alerts => {
  const inFront = createObservable<Asked | null>(null);
  let asked: readonly Asked[] = [];
  let lastId = 0;

  const put = (next: readonly Asked[]): void => {
    asked = next;
    inFront.set(asked[0] ?? null);
  };
  const add = (request: ShellAlert, ends: Pick<Asked, 'choose' | 'drop'>): Asked => {
    lastId += 1;
    const added = { id: lastId, turn: 0, request, ...ends };
    put([...asked, added]);
    return added;
  };
  const remove = (gone: number): void => put(asked.filter(({ id }) => id !== gone));

  return {
    get: inFront.get,
    subscribe: inFront.subscribe,
    ask: (request) =>
      new Promise((resolve) => {
        const choose = (choice: string | null): void => {
          remove(added.id);
          resolve(choice);
        };
        const added = add(request, { choose, drop: () => resolve(null) });
      }),
    stand(request, onChoose) {
      const { id } = add(request, { choose: onChoose, drop: nothing });
      return () => remove(id);
    },
    answer: (id, choice) => {
      const front = inFront.get();
      if (front?.id === id) front.choose(choice);
    },
    raise: () => {
      const [front, ...others] = asked;
      if (front !== undefined) put([{ ...front, turn: front.turn + 1 }, ...others]);
    },
    clear: () => {
      const dropped = asked;
      put([]);
      for (const alert of dropped) alert.drop();
    },
  };
};
