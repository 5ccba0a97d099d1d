import type { ReleaseDiff, Result } from '@mahlzeit/contract';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useState } from 'react';
import { useReleases } from '../../platform';

/**
 * Comparison of two releases: the gateway's response, null while it is loading; and a function that requests it again.
 */
interface LoadedDiff {
  readonly answer: Result<ReleaseDiff, ApiError> | null;
  retry(): void;
}

/** Loads the comparison of two releases. It is loaded only once, because releases never change. */
export const useDiff = (name: string, from: string, to: string): LoadedDiff => {
  const { readDiff } = useReleases();
  const [attempt, setAttempt] = useState(0);
  const request = `${name} ${from} ${to} ${attempt}`;
  const [loaded, setLoaded] = useState<{ request: string; answer: Result<ReleaseDiff, ApiError> } | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const load = async (): Promise<void> => {
      const answer = await readDiff(name, { from, to }, controller.signal);
      if (!controller.signal.aborted) setLoaded({ request, answer });
    };
    void load();
    return () => controller.abort();
  }, [readDiff, name, from, to, request]);
  const retry = useCallback(() => setAttempt((previousAttempt) => previousAttempt + 1), []);
  return { answer: loaded?.request === request ? loaded.answer : null, retry };
};
