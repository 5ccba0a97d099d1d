import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PrerenderRequest, StartPlace } from '@mahlzeit/contract';
import { ThreadDeadlineError } from '../../../platform';
import type { PrerenderFailure, TryPrerender } from '../store';
import { createPrerenderThread, DRAWING_DEADLINE_MS, fallbackStart } from './prerender';

interface TrialDeps {
  /** Loads the beginning of the list around a place. */
  loadList(startPlace: StartPlace): Promise<PrerenderRequest>;
  /** Milliseconds that the drawing may take; by default those that a page's drawing gets. */
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
 * Creates the trial of a release's prerendered view before the release counts: draws the view of the start place once,
 * with the present list. The script runs in a thread of its own, which ends with the trial, so that a script that hangs
 * or crashes doesn't affect the gateway.
 */
export const createTryPrerender =
  ({ loadList, deadlineMs = DRAWING_DEADLINE_MS }: TrialDeps): TryPrerender =>
  async (fileName, script) => {
    const folder = await mkdtemp(join(tmpdir(), 'mahlzeit-prerender-'));
    try {
      await writeFile(join(folder, fileName), script);
      // The thread loads the script while the list is being read.
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
