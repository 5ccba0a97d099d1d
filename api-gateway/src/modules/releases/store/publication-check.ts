import type { ReleaseProblem } from '@mahlzeit/contract';
import type { CurrentReleases } from '../manifest';
import { checkConformance } from './conformance-checks';
import type { UnpackedRelease } from './release-archive';
import { checkRelease } from './release-checks';
import type { ReleaseVerdict } from './release-checks';
import { releaseProblem } from './release-problem';

/** Reason why the prerender script of a release fails. */
export type PrerenderFailure =
  { readonly kind: 'failed'; readonly reason: string } | { readonly kind: 'late'; readonly deadlineMs: number };

/** Type of the function that runs the prerender script of a release once. It returns null when that works. */
export type TryPrerender = (fileName: string, script: Uint8Array) => Promise<PrerenderFailure | null>;

interface PublicationCheckDeps {
  /** Returns the shell and the remotes that visitors get now. */
  readComposition(): Promise<CurrentReleases>;
  readonly tryPrerender: TryPrerender;
}

/** Maximum characters of an error's message that a problem quotes. */
const MAX_REASON_LENGTH = 300;

/** Creates the function that checks everything that an uploaded release must fulfil before it is accepted. */
export const createPublicationCheck = ({ readComposition, tryPrerender }: PublicationCheckDeps) => {
  const prerenderProblems = async ({ manifest, contents }: UnpackedRelease): Promise<readonly ReleaseProblem[]> => {
    const { prerender: file } = manifest;
    const script = file === null ? undefined : contents.get(file);
    if (file === null || script === undefined) return [];
    const failure = await tryPrerender(file, script.content);
    if (failure === null) return [];
    return failure.kind === 'late'
      ? [releaseProblem('prerenderLate', { file, seconds: failure.deadlineMs / 1000 })]
      : [releaseProblem('prerenderFailed', { file, reason: failure.reason.slice(0, MAX_REASON_LENGTH) })];
  };

  return async (unpacked: UnpackedRelease): Promise<ReleaseVerdict> => {
    const { refusals, warnings } = checkRelease(unpacked.manifest, await readComposition());
    return {
      refusals: [...refusals, ...checkConformance(unpacked), ...(await prerenderProblems(unpacked))],
      warnings,
    };
  };
};
