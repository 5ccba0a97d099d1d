import type { ReleaseAct } from '@mahlzeit/contract';
import { formatNumber } from '@mahlzeit/shared-ui/platform';
import { text } from '../../console-texts';
import { isOwnRemote } from '../../releases/overview';
import type { Overview, VersionHealth } from '../../releases/overview';

/** An act on a remote, as the history shows it. */
export interface HistoryEntry {
  readonly key: string;
  readonly at: number;
  readonly remote: string;
  readonly version: string;
  /** Name of the token that acted; null if the gateway acted by itself. */
  readonly by: string | null;
  /** Description of what happened to the release: „für 10 % freigegeben“. */
  readonly outcome: string;
}

/** Names under which the log lists acts of the gateway: its own, and the publication of its checkout's builds. */
const GATEWAY_NAMES: readonly string[] = ['gateway', 'build'];

const percentText = (share: number): string => text('Percent', { share: String(share) });

/** Returns the reason for which a release went back by itself; null if none is known. */
const returnReasonOf = (version: string, health: readonly VersionHealth[] | null): string | null => {
  const withdrawn = health?.find((candidate) => candidate.version === version && candidate.withdrawnAt !== null);
  return withdrawn === undefined
    ? null
    : text('ReturnReason', {
        failures: formatNumber(withdrawn.failures),
        visits: formatNumber(withdrawn.visits),
      });
};

const outcomeOf = (act: ReleaseAct, health: readonly VersionHealth[] | null): string => {
  switch (act.act) {
    case 'publish':
      if (act.channel === null) return text('Act_publishOnly');
      return act.channel === 'stable' ? text('Act_publish') : text('Act_publishBeta');
    case 'promote': {
      if (act.channel === 'beta') return text('Act_promoteBeta');
      return act.share === null || act.share === 100
        ? text('Act_promote')
        : text('Act_promoteShare', { share: percentText(act.share) });
    }
    case 'rollback':
      return text('Act_rollback');
    case 'withdraw':
      return [text('Act_withdraw'), returnReasonOf(act.version, health)].filter((part) => part !== null).join(' ');
    case 'pin':
      return text('Act_pin');
    case 'unpin':
      return text('Act_unpin');
    case 'prune':
      return text('Act_prune');
  }
};

/** Returns the acts on the remotes of the token's owner, newest first. */
export const historyOf = ({ remotes }: Overview): readonly HistoryEntry[] =>
  remotes
    .filter(isOwnRemote)
    .flatMap(({ name, team: { acts, health } }) =>
      acts.map((act, index) => ({
        // The log is newest first and only grows, so the distance from its end identifies an act.
        key: `${name} ${act.at} ${act.act} ${act.version} ${acts.length - index}`,
        at: act.at,
        remote: name,
        version: act.version,
        by: GATEWAY_NAMES.includes(act.by) ? null : act.by,
        outcome: outcomeOf(act, health),
      })),
    )
    .sort((a, b) => b.at - a.at);
