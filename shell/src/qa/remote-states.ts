import type { PageRemote } from '@mahlzeit/contract';
import { createObservable } from '@mahlzeit/shared-ui/platform';
import type { EventLog, Observable } from '@mahlzeit/shared-ui/platform';
import type { RemoteLoader } from '../remotes/remote-loader';

/** State of a remote in this page: nothing was loaded yet, it is loaded, or the last load has failed. */
export type RemoteState = 'waiting' | 'loaded' | 'failed';

interface RemoteStatesDeps {
  readonly remotes: readonly Pick<PageRemote, 'name' | 'globalName'>[];
  readonly loader: Pick<RemoteLoader, 'onArrival'>;
  readonly eventLog: Pick<EventLog, 'subscribe'>;
  /** Object whose properties are the global variables of the remotes whose entry script has run. */
  readonly globals: object;
}

/** Watches the states of all remotes, by name. Loads before this call are included. */
export const watchRemoteStates = ({
  remotes,
  loader,
  eventLog,
  globals,
}: RemoteStatesDeps): Observable<ReadonlyMap<string, RemoteState>> => {
  const hasRun = ({ globalName }: Pick<PageRemote, 'globalName'>): boolean =>
    Reflect.get(globals, globalName) !== undefined;
  const states = createObservable<ReadonlyMap<string, RemoteState>>(
    new Map(remotes.map((remote) => [remote.name, hasRun(remote) ? 'loaded' : 'waiting'] as const)),
  );
  const setState = (name: string, state: RemoteState): void => states.set(new Map(states.get()).set(name, state));
  for (const { name } of remotes) loader.onArrival(name, () => setState(name, 'loaded'));
  eventLog.subscribe((eventName, { what }) => {
    const [failedName = ''] = String(what ?? '').split('/');
    if (eventName === 'remote_failed' && remotes.some(({ name }) => name === failedName))
      setState(failedName, 'failed');
  });
  return states;
};
