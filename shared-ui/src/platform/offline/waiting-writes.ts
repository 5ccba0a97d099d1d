import { answerInvitation, ok, patchMe, rateOrder, User } from '@mahlzeit/contract';
import type { Result, RouteBodyInput, RouteParams } from '@mahlzeit/contract';
import { isUnreachedError } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import { isObject, WAITING_WRITES } from '../browser/storage';
import type { ApiClient } from '../session/api-client';
import { createRandomKey } from '../session/api-client';
import { createOutbox } from '../outbox';
import type { OutboxBrowser, OutboxEntry, OutboxShell } from '../outbox';

/**
 * Routes whose writes may wait for the network. Each sets a state of its user's own, however late it arrives, and the
 * gateway refuses what is too late. Orders and payments never wait: nobody pays without seeing it.
 */
const WAITING_ROUTES = { answerInvitation, patchMe, rateOrder } as const;

type WaitingRoutes = typeof WAITING_ROUTES;

/** Name of a route whose writes may wait for the network. */
export type WaitingRouteName = keyof WaitingRoutes;

/** Parameters and body of a write that may wait. */
export interface WaitingInput<Name extends WaitingRouteName> {
  readonly params?: RouteParams<WaitingRoutes[Name]>;
  readonly body: RouteBodyInput<WaitingRoutes[Name]>;
}

/** Write that the gateway has not confirmed. */
export interface WaitingWrite {
  /** Key of the request, by which the gateway recognizes it when it is sent again. */
  readonly key: string;
  readonly route: WaitingRouteName;
  readonly input: { readonly params?: unknown; readonly body?: unknown };
  /** Object that the write changes, `invitation/{key}`. A newer write about it takes the place of a waiting one. */
  readonly about: string;
  /** German name of the write, for the message that it was refused. */
  readonly title: string;
}

/** Object that a write changes, and the write's name for its user. */
export type WriteSubject = Pick<WaitingWrite, 'about' | 'title'>;

/** Answer to a write, or `waiting` when there is none yet. */
export type WriteAnswer = Result<unknown, ApiError> | 'waiting';

/**
 * Writes that are sent once, in order, when there is a network, even if their page was closed before. They are stored
 * under the user's own name and erased with it.
 */
export interface WaitingWrites {
  /** Returns the writes whose `send` has resolved with `waiting`, and those of an earlier page, the oldest first. */
  get(): readonly OutboxEntry<WaitingWrite>[];
  /** Calls the listener after each change of the writes. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /**
   * Sends a write. Resolves with the answer of its route, or with `waiting` when there is none: the write is then sent
   * as soon as the connection is back.
   */
  send<Name extends WaitingRouteName>(
    route: Name,
    input: WaitingInput<Name>,
    subject: WriteSubject,
  ): Promise<WriteAnswer>;
  /** Removes a refused write after its user was told. */
  discard(key: string): void;
}

interface WaitingDeps extends OutboxBrowser {
  readonly shell: OutboxShell & { readonly apiClient: Pick<ApiClient, 'callAny'> };
  /** Called with the user document that a late answer brought. */
  onUser(user: User): void;
}

const isRouteName = (value: unknown): value is WaitingRouteName =>
  typeof value === 'string' && Object.hasOwn(WAITING_ROUTES, value);

const parseWrite = (value: unknown): WaitingWrite | null => {
  if (!isObject(value)) return null;
  const { key, route, input, about, title } = value;
  return typeof key === 'string' &&
    isRouteName(route) &&
    isObject(input) &&
    typeof about === 'string' &&
    typeof title === 'string'
    ? { key, route, input: { params: input['params'], body: input['body'] }, about, title }
    : null;
};

/** Creates the writes of one page that may wait. All of them share one lane, so that they arrive in order. */
export const createWaitingWrites = ({ shell, onUser, ...browser }: WaitingDeps): WaitingWrites => {
  /** Callers of `send` that wait for an answer, by the key of their write. */
  const callerByKey = new Map<string, (answer: WriteAnswer) => void>();
  const answerByKey = new Map<string, WriteAnswer>();

  const outbox = createOutbox<WaitingWrite>({
    ...browser,
    shell,
    storageName: WAITING_WRITES,
    parse: parseWrite,
    keyOf: ({ key }) => key,
    laneOf: () => '',
    async send({ key, route, input }, signal) {
      const answer = await shell.apiClient.callAny(WAITING_ROUTES[route], { ...input, idempotencyKey: key }, signal);
      if (signal.aborted || (!answer.ok && isUnreachedError(answer.error))) return answer;
      if (answer.ok && route === 'patchMe') onUser(User.parse(answer.value));
      // A caller tells a failure itself. Nobody waits for a late answer, so the outbox tries again or has the refusal.
      if (!callerByKey.has(key)) return answer;
      answerByKey.set(key, answer);
      return ok(null);
    },
  });
  /** Answers the callers whose writes have left the outbox, or have begun to wait. */
  const answerCallers = (): void => {
    for (const [key, answerCaller] of callerByKey) {
      const entry = outbox.get().find((candidate) => candidate.key === key);
      if (entry?.status === 'sending') continue;
      const answer = answerByKey.get(key) ?? 'waiting';
      callerByKey.delete(key);
      answerByKey.delete(key);
      answerCaller(answer);
    }
  };

  let waitingEntries: readonly OutboxEntry<WaitingWrite>[] = [];
  return {
    get() {
      const nextEntries = outbox.get().filter(({ key, status }) => status === 'waiting' || !callerByKey.has(key));
      const isUnchanged =
        nextEntries.length === waitingEntries.length &&
        nextEntries.every((entry, index) => entry === waitingEntries[index]);
      if (!isUnchanged) waitingEntries = nextEntries;
      return waitingEntries;
    },
    subscribe: outbox.subscribe,
    send: (route, input, subject) =>
      new Promise((resolve) => {
        // The subscription also loads what earlier pages have stored.
        const unsubscribe = outbox.subscribe(answerCallers);
        const entries = outbox.get();
        const isAnyWaiting = entries.some(({ key, status }) => status !== 'refused' && !callerByKey.has(key));
        const outdatedKeys = entries.flatMap(({ key, about, status }) =>
          about === subject.about && status !== 'sending' ? [key] : [],
        );
        const key = createRandomKey();
        const answerCaller = (answer: WriteAnswer): void => {
          unsubscribe();
          resolve(answer);
        };
        outbox.remove(new Set(outdatedKeys));
        if (!isAnyWaiting) callerByKey.set(key, answerCaller);
        outbox.add({ key, route, input: { ...input }, ...subject });
        if (isAnyWaiting) answerCaller('waiting');
      }),
    discard: (key) => outbox.remove(new Set([key])),
  };
};
