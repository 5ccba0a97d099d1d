import type { RemoteName } from '@mahlzeit/contract';
import type { ScreenDeclaration, ShellApi } from '@mahlzeit/shared-ui/platform';
import type { ComponentType, ReactNode } from 'react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ScreenPhase, MountedScreen, MountDeps } from './visit-screen';
import { mountScreen } from './visit-screen';

/** One screen of a remote, drawn in a React root of its own. */
export interface RemoteScreenProps {
  readonly remote: RemoteName;
  readonly screen: ScreenDeclaration;
  readonly params: readonly string[];
  readonly shell: ShellApi;
  /** Shown where the screen can't be had or broke; `retry` starts again without reloading the page. */
  renderFailure(retry: () => void): ReactNode;
  /** Called with each phase, for the host that draws a frame around it. */
  onPhase(phase: ScreenPhase): void;
}

type AttemptProps = RemoteScreenProps & { readonly onRetry: () => void };

/** Makes the component that hosts screens. Every attempt gets a container and a name of its own. */
export const createRemoteScreen = (deps: MountDeps): ComponentType<RemoteScreenProps> => {
  const Attempt = ({ remote, screen, params, shell, renderFailure, onPhase, onRetry }: AttemptProps) => {
    const host = useRef<HTMLDivElement>(null);
    const mounted = useRef<MountedScreen | null>(null);
    // Drawn by the screen's own root, at a time of its own.
    const failure = useRef(renderFailure);
    const [phase, setPhase] = useState<ScreenPhase>('loading');

    const enter = useEffectEvent((next: ScreenPhase) => {
      setPhase(next);
      onPhase(next);
    });
    const propsOfScreen = useEffectEvent(() => ({ params, shell, renderFailure: (retry: () => void) => failure.current(retry) }));

    useEffect(() => {
      failure.current = renderFailure;
    });

    useEffect(() => {
      if (host.current === null) return undefined;
      enter('loading');
      const started = mountScreen(deps, { remote, screen, host: host.current, props: propsOfScreen(), onPhase: (next) => enter(next) });
      mounted.current = started;
      return () => started.unmount();
    }, [remote, screen]);

    useEffect(() => mounted.current?.update(propsOfScreen()), [params, shell]);

    // What could not be had in time may still come: then the screen shows without being asked again.
    useEffect(() => (phase === 'failed' ? deps.loader.onArrival(remote, onRetry) : undefined), [phase, remote, onRetry]);

    return (
      <>
        {phase === 'failed' && renderFailure(onRetry)}
        <div ref={host} />
      </>
    );
  };

  return function RemoteScreen(props: RemoteScreenProps) {
    const [attempt, setAttempt] = useState(0);
    const retry = useCallback(() => setAttempt((count) => count + 1), []);
    return <Attempt key={`${props.remote}/${props.screen.key}/${attempt}`} {...props} onRetry={retry} />;
  };
};
