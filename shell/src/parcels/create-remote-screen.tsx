import type { RemoteName } from '@mahlzeit/contract';
import type { ScreenDeclaration, ShellApi, Timers } from '@mahlzeit/shared-ui/platform';
import type { ComponentType, ReactNode } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { mountRootParcel } from 'single-spa';
import type { RemoteLoader } from '../loader';
import type { ScreenVisit, VisitState } from './visit-screen';
import { visitScreen } from './visit-screen';

/** What the host of a screen needs. */
export interface RemoteScreenDeps {
  readonly loader: RemoteLoader;
  readonly mountParcel: typeof mountRootParcel;
  readonly timers: Timers;
}

/** One screen of a remote, drawn in a React root of its own. */
export interface RemoteScreenProps {
  readonly remote: RemoteName;
  readonly screen: ScreenDeclaration;
  readonly params: readonly string[];
  readonly shell: ShellApi;
  /** Shown where the screen can't be had or broke; `retry` starts again without reloading the page. */
  renderFailure(retry: () => void): ReactNode;
  /** Shown until the screen is mounted. */
  renderLoading?(): ReactNode;
  /** Told of each change, for hosts that draw their own frame. */
  onState?(state: VisitState): void;
}

/** Makes the component that hosts screens; every mounting gets a container and a name of its own. */
export const createRemoteScreen = (deps: RemoteScreenDeps): ComponentType<RemoteScreenProps> => {
  const Visit = ({ remote, screen, params, shell, renderFailure, renderLoading, onState, onRetry }: RemoteScreenProps & { onRetry(): void }) => {
    const container = useRef<HTMLDivElement>(null);
    const visit = useRef<ScreenVisit | null>(null);
    const latest = useRef({ params, shell, renderFailure, onState, onRetry });
    const [state, setState] = useState<VisitState>('loading');

    useEffect(() => {
      latest.current = { params, shell, renderFailure, onState, onRetry };
    });

    useEffect(() => {
      if (container.current === null) return undefined;
      const { current } = latest;
      const started = visitScreen(deps, {
        remote,
        screen,
        element: container.current,
        props: { params: current.params, shell: current.shell, renderFailure: current.renderFailure },
        onState(next) {
          setState(next);
          latest.current.onState?.(next);
        },
        onArrival: () => latest.current.onRetry(),
      });
      visit.current = started;
      return () => started.leave();
    }, [remote, screen]);

    useEffect(() => visit.current?.update({ params, shell, renderFailure }), [params, shell, renderFailure]);

    return (
      <>
        {state === 'loading' && renderLoading?.()}
        {state === 'failed' && renderFailure(onRetry)}
        <div ref={container} hidden={state === 'failed'} />
      </>
    );
  };

  return function RemoteScreen(props) {
    const [attempt, setAttempt] = useState(0);
    const retry = useCallback(() => setAttempt((count) => count + 1), []);
    return <Visit key={`${props.remote}/${props.screen.key}/${attempt}`} {...props} onRetry={retry} />;
  };
};
