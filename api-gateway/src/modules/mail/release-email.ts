import type { ReleasePhase } from '@mahlzeit/contract';
import texts from '../../../locales/de.json';
import { fillText } from '../../platform';
import type { EmailParts } from './email-layout';

/** E-mail that informs a team that a release of its remote fails for visitors, and whether the gateway withdrew it. */
export interface ReleaseFailedEmail {
  readonly kind: 'releaseFailed';
  readonly to: string;
  /** Name of the remote whose release fails. */
  readonly name: string;
  readonly version: string;
  /** Release channel that delivered the failing release. */
  readonly channel: string;
  readonly counts: FailedVisitors;
  /** Number of visitors for whom the release has failed in each phase. */
  readonly phases: Readonly<Record<ReleasePhase, number>>;
  /** Version of the release before the failing one; null if there is none. */
  readonly earlierVersion: string | null;
  /** Number of visitors of the release before, and of those for whom it has failed. */
  readonly before: FailedVisitors;
  /**
   * Action of the gateway. `withdrawn`: the channel delivers the previous release again; `nothingBefore`: there is no
   * previous release; `returnedBefore`: the gateway has withdrawn the last release as well, and nobody has delivered
   * one since.
   */
  readonly outcome: 'withdrawn' | 'nothingBefore' | 'returnedBefore';
}

interface FailedVisitors {
  readonly visitors: number;
  readonly failures: number;
}

const phasesText = (phases: ReleaseFailedEmail['phases']): string =>
  Object.entries(phases)
    .filter(([, failures]) => failures > 0)
    .map(([phase, failures]) => `${phase} ${failures}`)
    .join(', ') || texts.mailReleasePhasesUnknown;

const OUTCOME_TEXTS = {
  withdrawn: texts.mailReleaseWithdrawn,
  nothingBefore: texts.mailReleaseNothingBefore,
  returnedBefore: texts.mailReleaseReturnedBefore,
} as const;

/** Returns the parts of the e-mail about a failing release of a remote. */
export const releaseFailedParts = ({
  name,
  version,
  channel,
  counts,
  phases,
  earlierVersion,
  before,
  outcome,
}: ReleaseFailedEmail): EmailParts => {
  const isWithdrawn = outcome === 'withdrawn';
  const values = { name, version, channel, earlierVersion: earlierVersion ?? '' };
  const facts = { ...values, failures: counts.failures, visitors: counts.visitors, phases: phasesText(phases) };
  return {
    subject: fillText(isWithdrawn ? texts.mailReleaseWithdrawnSubject : texts.mailReleaseFailingSubject, values),
    before: [
      fillText(texts.mailReleaseFails, facts),
      ...(earlierVersion === null
        ? []
        : [
            fillText(texts.mailReleaseBefore, {
              ...values,
              failures: before.failures,
              visitors: before.visitors,
            }),
          ]),
      fillText(OUTCOME_TEXTS[outcome], values),
    ].join('\n\n'),
    centre: null,
    after: fillText(isWithdrawn ? texts.mailReleaseWithdrawnAfter : texts.mailReleaseFailingAfter, values),
    farewell: texts.mailReleaseFarewell,
    footer: texts.mailReleaseFooter,
  };
};
