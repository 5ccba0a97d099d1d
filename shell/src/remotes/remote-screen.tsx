import type { RemoteName } from '@mahlzeit/contract';
import type { RemoteDeclaration, ScreenDeclaration, ShellApi } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { mountScreen } from './mount-screen';
import type { MountDeps, MountedScreen, ScreenPhase } from './mount-screen';
import type { RemoteLoader } from './remote-loader';

type DeclarationResult =
  { readonly status: 'ready'; readonly declaration: RemoteDeclaration } | { readonly status: 'failed' };

/** What is known of a remote's declaration, and the way to try again. */
type DeclarationView = (DeclarationResult | { readonly status: 'loading' }) & { readonly retry: () => void };

const loading = { status: 'loading' } as const;

/** Asks the loader for a remote's declaration as long as the component is there. */
export const useDeclaration = (
  loader: Pick<RemoteLoader, 'declaration' | 'onArrival'>,
  remote: RemoteName,
): DeclarationView => {
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<{ readonly attempt: number; readonly result: DeclarationResult } | null>(null);

  useEffect(() => {
    let isGone = false;
    const settle = (result: DeclarationResult): void => {
      if (!isGone) setSettled({ attempt, result });
    };
    // The loader reports its failures itself; here they become the page that offers another try.
    loader.declaration(remote).then(
      (declaration) => settle({ status: 'ready', declaration }),
      () => settle({ status: 'failed' }),
    );
    return () => {
      isGone = true;
    };
  }, [loader, remote, attempt]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const view = settled?.attempt === attempt ? settled.result : loading;
  const hasFailed = view.status === 'failed';
  // What could not be had in time may still come, by itself or because somebody else asked for it.
  useEffect(() => (hasFailed ? loader.onArrival(remote, retry) : undefined), [hasFailed, loader, remote, retry]);
  return { ...view, retry };
};

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
    const propsOfScreen = useEffectEvent(() => ({
      params,
      shell,
      renderFailure: (retry: () => void) => failure.current(retry),
    }));

    useEffect(() => {
      failure.current = renderFailure;
    });

    useEffect(() => {
      if (host.current === null) return undefined;
      enter('loading');
      const started = mountScreen(deps, {
        remote,
        screen,
        host: host.current,
        props: propsOfScreen(),
        onPhase: (next) => enter(next),
      });
      mounted.current = started;
      return () => started.unmount();
    }, [remote, screen]);

    useEffect(() => mounted.current?.update(propsOfScreen()), [params, shell]);

    // What could not be had in time may still come: then the screen shows without being asked again.
    useEffect(
      () => (phase === 'failed' ? deps.loader.onArrival(remote, onRetry) : undefined),
      [phase, remote, onRetry],
    );

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
