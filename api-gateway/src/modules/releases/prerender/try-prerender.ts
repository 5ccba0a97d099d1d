import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PrerenderRequest, StartPlace } from '@mahlzeit/contract';
import { ThreadDeadlineError } from '../../../platform';
import type { PrerenderFailure, TryPrerender } from '../store';
import { createPrerenderThread, DRAWING_DEADLINE_MS, fallbackStart } from './prerender';

interface TryPrerenderDeps {
  /** Loads the first restaurants of the list around a place. */
  loadList(startPlace: StartPlace): Promise<PrerenderRequest>;
  /** Maximum milliseconds for prerendering the view; by default as long as for a page. */
  readonly deadlineMs?: number;
}

const causesOf = (thrown: unknown): readonly unknown[] =>
  thrown instanceof Error && thrown.cause !== undefined ? [thrown, ...causesOf(thrown.cause)] : [thrown];

const failureOf = (thrown: unknown, deadlineMs: number): PrerenderFailure => {
  const causes = causesOf(thrown);
  if (causes.some((cause) => cause instanceof ThreadDeadlineError)) return { kind: 'late', deadlineMs };
  const firstCause = causes.at(-1);
  return { kind: 'failed', reason: firstCause instanceof Error ? firstCause.message : String(firstCause) };
};

/**
 * Creates the function that tries the prerender script of a release before the release is accepted: it draws the view
 * of the start place once, with the present list. The script runs in a separate thread, which ends after the trial, so
 * that a script that hangs or crashes doesn't affect the gateway.
 */
export const createTryPrerender =
  ({ loadList, deadlineMs = DRAWING_DEADLINE_MS }: TryPrerenderDeps): TryPrerender =>
  async (fileName, script) => {
    const folder = await mkdtemp(join(tmpdir(), 'mahlzeit-prerender-'));
    try {
      await writeFile(join(folder, fileName), script);
      // Starts the thread first, so that it loads the script while the list is being read.
      const thread = createPrerenderThread(join(folder, fileName), deadlineMs);
      try {
        const request = await loadList(fallbackStart);
        return await thread.draw(request).then(
          () => null,
          (drawingError: unknown) => failureOf(drawingError, deadlineMs),
        );
      } finally {
        await thread.close();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
