import type { ReleaseAct } from '@mahlzeit/contract';
import { formatNumber } from '@mahlzeit/shared-ui/platform';
import { text } from '../../console-texts';
import { isOwnRemote } from '../../releases/overview';
import type { Overview, VersionHealth } from '../../releases/overview';

/** Entry of the history: an action on a release of a remote. */
export interface HistoryEntry {
  readonly key: string;
  readonly at: number;
  readonly remote: string;
  readonly version: string;
  /** Name of the token that was used for the action; null if the gateway acted by itself. */
  readonly by: string | null;
  /** Description of what happened to the release: „für 10 % freigegeben“. */
  readonly outcome: string;
}

/** Names under which the log lists actions of the gateway: its own, and the publication of builds from its checkout. */
const GATEWAY_NAMES: readonly string[] = ['gateway', 'build'];

const percentText = (share: number): string => text('Percent', { share: String(share) });

/** Returns the reason why the gateway took a release back by itself; null if none is known. */
const returnReasonOf = (version: string, health: readonly VersionHealth[] | null): string | null => {
  const withdrawnHealth = health?.find((candidate) => candidate.version === version && candidate.withdrawnAt !== null);
  return withdrawnHealth === undefined
    ? null
    : text('ReturnReason', {
        failures: formatNumber(withdrawnHealth.failures),
        visits: formatNumber(withdrawnHealth.visits),
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

/** Returns the actions on the remotes of the token's owner, newest first. */
export const historyOf = ({ remotes }: Overview): readonly HistoryEntry[] =>
  remotes
    .filter(isOwnRemote)
    .flatMap(({ name, team: { acts, health } }) =>
      acts.map((act, index) => ({
        // The log is sorted newest first and only grows, so an entry's distance from the end identifies it.
        key: `${name} ${act.at} ${act.act} ${act.version} ${acts.length - index}`,
        at: act.at,
        remote: name,
        version: act.version,
        by: GATEWAY_NAMES.includes(act.by) ? null : act.by,
        outcome: outcomeOf(act, health),
      })),
    )
    .sort((a, b) => b.at - a.at);
