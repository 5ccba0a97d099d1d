import type { PageRemote } from '@mahlzeit/contract';
import type { EventLog, EventParameters } from '@mahlzeit/shared-ui/platform';
import type { LoadError } from './load-error';
import type { ReleaseId, RemoteLoader } from './remote-loader';

/**
 * Event of a remote in this page. `arrived`: its declaration or a part was loaded; `failed`: an attempt to load or to
 * mount it failed; `threw`: a part of it threw while React rendered it, or afterwards.
 */
export type PageFact =
  | {
      readonly kind: 'arrived';
      readonly release: ReleaseId;
      /** Milliseconds since the page was opened. */
      readonly at: number;
    }
  | { readonly kind: 'failed'; readonly release: ReleaseId; readonly error: Pick<LoadError, 'phase' | 'reason'> }
  | { readonly kind: 'threw'; readonly release: ReleaseId; readonly phase: EventParameters[string] | undefined };

/** Events of the remotes in this page. They are stored until the deferred script reports them. */
export interface PageFacts {
  /** Whether the events are reported. Events of a page whose releases or requests a tester has changed aren't. */
  readonly isReported: boolean;
  record(fact: PageFact): void;
  /** Calls `run` once, at the first failure of a remote. Returns a function that prevents this. */
  onFirstFailure(run: () => void): () => void;
  /** Calls the listener for each event, including the earlier ones. There is one listener at a time. */
  listen(listener: (fact: PageFact) => void): void;
}

/** Creates the store of the events of remotes in one page. */
export const createPageFacts = ({ isReported = true }: Partial<Pick<PageFacts, 'isReported'>> = {}): PageFacts => {
  let onFact: ((fact: PageFact) => void) | null = null;
  let runAtFailure: (() => void) | null = null;
  const waiting: PageFact[] = [];
  return {
    isReported,
    record(fact) {
      if (onFact === null) waiting.push(fact);
      else onFact(fact);
      if (fact.kind === 'arrived') return;
      runAtFailure?.();
      runAtFailure = null;
    },
    onFirstFailure(run) {
      runAtFailure = run;
      return () => {
        runAtFailure = null;
      };
    },
    listen(listener) {
      onFact = listener;
      waiting.splice(0).forEach(listener);
    },
  };
};

interface PageFactSources {
  readonly remotes: readonly Pick<PageRemote, 'name' | 'slots'>[];
  readonly loader: Pick<RemoteLoader, 'onArrival' | 'releaseOf'>;
  readonly eventLog: Pick<EventLog, 'subscribe'>;
  /** Returns the milliseconds since the page was opened. */
  elapsed(): number;
}

/** Records which remotes are loaded, and which parts of them throw errors. The caller records the loader's failures. */
export const watchRemotes = (
  facts: Pick<PageFacts, 'record'>,
  { remotes, loader, eventLog, elapsed }: PageFactSources,
): void => {
  for (const { name } of remotes)
    loader.onArrival(name, () => facts.record({ kind: 'arrived', release: loader.releaseOf(name), at: elapsed() }));
  eventLog.subscribe((eventName, { screen, slot, phase }) => {
    // The name of a mounted screen begins with its remote: `mf-social/screen:contacts#3`.
    const isThrowing = ({ name, slots }: Pick<PageRemote, 'name' | 'slots'>): boolean =>
      eventName === 'screen_failed'
        ? String(screen).startsWith(`${name}/`)
        : eventName === 'slot_failed' && slots.includes(String(slot));
    const remote = remotes.find(isThrowing);
    if (remote !== undefined) facts.record({ kind: 'threw', release: loader.releaseOf(remote.name), phase });
  });
};
