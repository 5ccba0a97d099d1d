import type { RemoteName } from '@mahlzeit/contract';
import type { RemoteDeclaration } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useState } from 'react';
import type { RemoteLoader } from '../loader/remote-loader';

type DeclarationResult = { readonly status: 'ready'; readonly declaration: RemoteDeclaration } | { readonly status: 'failed' };

/** What is known of a remote's declaration, and the way to try again. */
export type DeclarationView = (DeclarationResult | { readonly status: 'loading' }) & { readonly retry: () => void };

const loading = { status: 'loading' } as const;

/** Asks the loader for a remote's declaration as long as the component is there. */
export const useDeclaration = (loader: Pick<RemoteLoader, 'declaration' | 'onArrival'>, remote: RemoteName): DeclarationView => {
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
