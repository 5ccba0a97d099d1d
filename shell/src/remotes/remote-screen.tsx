import type { RemoteName } from '@mahlzeit/contract';
import type { RemoteDeclaration, ScreenDeclaration, ShellApi } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { toLoadError } from './load-error';
import type { LoadError } from './load-error';
import { mountScreen } from './mount-screen';
import type { MountScreenDeps, MountedScreen, ScreenPhase } from './mount-screen';
import type { RemoteLoader } from './remote-loader';

type DeclarationResult =
  | { readonly status: 'ready'; readonly declaration: RemoteDeclaration }
  | { readonly status: 'failed'; readonly error: LoadError };

/** State of loading a remote's declaration, with its error (null unless it failed) and a function that tries again. */
type DeclarationView = (
  { readonly status: 'ready'; readonly declaration: RemoteDeclaration } | { readonly status: 'failed' | 'loading' }
) & { readonly error: LoadError | null; readonly retry: () => void };

const loadingState = { status: 'loading' } as const;

/** Loads the declaration of a remote when the component is mounted, and returns the state. */
export const useDeclaration = (
  loader: Pick<RemoteLoader, 'declaration' | 'onArrival'>,
  remote: RemoteName,
): DeclarationView => {
  const [attempt, setAttempt] = useState(0);
  const [settledResult, setSettledResult] = useState<{
    readonly attempt: number;
    readonly result: DeclarationResult;
  } | null>(null);

  useEffect(() => {
    let isEffectDisposed = false;
    const settleResult = (result: DeclarationResult): void => {
      if (!isEffectDisposed) setSettledResult({ attempt, result });
    };
    // The loader has already reported the error; here the failure only leads to an error message with a retry button.
    loader.declaration(remote).then(
      (declaration) => settleResult({ status: 'ready', declaration }),
      (error: unknown) => settleResult({ status: 'failed', error: toLoadError(error, 'entry') }),
    );
    return () => {
      isEffectDisposed = true;
    };
  }, [loader, remote, attempt]);

  const retry = useCallback(() => setAttempt((previousAttempt) => previousAttempt + 1), []);
  const declarationResult = settledResult?.attempt === attempt ? settledResult.result : loadingState;
  const hasDeclarationFailed = declarationResult.status === 'failed';
  // A load that has timed out may still succeed later. This hook then tries again.
  useEffect(
    () => (hasDeclarationFailed ? loader.onArrival(remote, retry) : undefined),
    [hasDeclarationFailed, loader, remote, retry],
  );
  return { error: null, ...declarationResult, retry };
};

/** Props of a component that renders a remote's screen in a React root of its own. */
export interface RemoteScreenProps {
  readonly remote: RemoteName;
  readonly screen: ScreenDeclaration;
  readonly params: readonly string[];
  readonly shell: ShellApi;
  /**
   * Renders the error message for a screen that failed to load or broke; `retry` starts again without a reload of the
   * page. `error` is null for a screen that broke after it was mounted.
   */
  renderFailure(retry: () => void, error: LoadError | null): ReactNode;
  /** Called when the phase of the screen changes, for a component that renders a frame around the screen. */
  onPhase(phase: ScreenPhase): void;
}

type AttemptProps = RemoteScreenProps & { readonly onRetry: () => void };

/** Creates the component that mounts screens. Every attempt gets its own container and name. */
export const createRemoteScreen = (deps: MountScreenDeps): ComponentType<RemoteScreenProps> => {
  const ScreenAttempt = ({ remote, screen, params, shell, renderFailure, onPhase, onRetry }: AttemptProps) => {
    const hostRef = useRef<HTMLDivElement>(null);
    const mountedScreen = useRef<MountedScreen | null>(null);
    // The latest function is kept in a ref, because the screen's own React root calls `renderFailure` later.
    const renderFailureRef = useRef(renderFailure);
    const [{ phase, error }, setState] = useState<{ readonly phase: ScreenPhase; readonly error: LoadError | null }>({
      phase: 'loading',
      error: null,
    });

    const enterPhase = useEffectEvent((nextPhase: ScreenPhase, nextError: LoadError | null) => {
      setState({ phase: nextPhase, error: nextError });
      onPhase(nextPhase);
    });
    const propsOfScreen = useEffectEvent(() => ({
      params,
      shell,
      renderFailure: (retry: () => void) => renderFailureRef.current(retry, null),
    }));

    useEffect(() => {
      renderFailureRef.current = renderFailure;
    });

    useEffect(() => {
      if (hostRef.current === null) return undefined;
      enterPhase('loading', null);
      const startedScreen = mountScreen(deps, {
        remote,
        screen,
        host: hostRef.current,
        props: propsOfScreen(),
        onPhase: (nextPhase, nextError) => enterPhase(nextPhase, nextError),
      });
      mountedScreen.current = startedScreen;
      return () => startedScreen.unmount();
    }, [remote, screen]);

    useEffect(() => mountedScreen.current?.update(propsOfScreen()), [params, shell]);

    // A load that has timed out may still succeed later. The screen is then shown without a further request.
    useEffect(
      () => (phase === 'failed' ? deps.loader.onArrival(remote, onRetry) : undefined),
      [phase, remote, onRetry],
    );

    return (
      <>
        {phase === 'failed' && renderFailure(onRetry, error)}
        <div ref={hostRef} />
      </>
    );
  };

  return function RemoteScreen(props: RemoteScreenProps) {
    const [attempt, setAttempt] = useState(0);
    const retry = useCallback(() => setAttempt((attemptCount) => attemptCount + 1), []);
    return <ScreenAttempt key={`${props.remote}/${props.screen.key}/${attempt}`} {...props} onRetry={retry} />;
  };
};
