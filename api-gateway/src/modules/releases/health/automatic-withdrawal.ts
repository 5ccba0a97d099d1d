import type { Logger } from 'pino';
import type { ReleaseChannel } from '@mahlzeit/contract';
import { MIN_WITHDRAWAL_FAILURES } from '@mahlzeit/contract/rules';
import type { VisitorCounts } from '@mahlzeit/contract/rules';
import type { WriteTransaction } from '../../../platform';
import type { Outbox } from '../../mail';
import { findEarlierRelease, findTeamEmails, readDeliveries, withdrawRelease } from '../store';
import { createDeliveryRepository } from './delivery-repository';
import { createHealthRepository } from './health-repository';
import type { HealthCounts, ReleaseId } from './health-repository';
import { createVisitorRepository } from './visitor-repository';
import { shouldWithdraw } from './withdrawal-rules';

export interface AutomaticWithdrawalDeps {
  readonly log: Pick<Logger, 'error'>;
  readonly outbox: Outbox;
  /** E-mail address that is informed of failing releases of teams without an address. */
  readonly supportEmail: string;
  /** Called after the commit that has withdrawn a release. */
  onWithdrawn(): void;
}

/** A release that fails for its visitors, with the numbers of visitors that show it. */
interface FailingRelease extends ReleaseId {
  readonly channel: ReleaseChannel;
  readonly counts: HealthCounts;
  readonly earlierVersion: string | null;
  readonly before: VisitorCounts;
}

const NO_VISITORS: VisitorCounts = { visitors: 0, failures: 0 };

/**
 * Creates the function that withdraws a release if it fails for its visitors. It runs in the transaction that counts a
 * failure. Write transactions run one after the other on all gateways, so exactly one of them decides.
 */
export const createAutomaticWithdrawal = ({ log, outbox, supportEmail, onWithdrawn }: AutomaticWithdrawalDeps) => {
  const tellTeam = async (
    tx: WriteTransaction,
    { name, version, channel, counts, earlierVersion, before }: FailingRelease,
    outcome: 'withdrawn' | 'nothingBefore' | 'returnedBefore',
  ): Promise<void> => {
    const teamEmails = await findTeamEmails(tx.knex, name);
    for (const to of teamEmails.length === 0 ? [supportEmail] : teamEmails)
      await outbox.enqueue(tx, {
        kind: 'releaseFailed',
        to,
        name,
        version,
        channel,
        counts,
        phases: counts.phases,
        earlierVersion,
        before,
        outcome,
      });
    tx.afterCommit(() =>
      log.error(
        { name, version, channel, outcome, earlierVersion, visitors: counts.visitors, failures: counts.failures },
        outcome === 'withdrawn'
          ? 'a release was taken back, because it fails for its visitors'
          : 'a release fails for its visitors and stays',
      ),
    );
  };

  /** Withdraws a failing release, or informs its team once why it stays. */
  const returnFrom = async (tx: WriteTransaction, failing: FailingRelease, at: number): Promise<void> => {
    const { name, channel, earlierVersion, counts } = failing;
    const isReturned = await createDeliveryRepository(tx.knex).isReturned(name, channel);
    if (earlierVersion !== null && !isReturned) {
      await withdrawRelease(tx, failing, { earlierVersion, at });
      tx.afterCommit(onWithdrawn);
      return tellTeam(tx, failing, 'withdrawn');
    }
    if (counts.warnedAt !== null) return;
    await createHealthRepository(tx.knex).recordWarning(failing, at);
    await tellTeam(tx, failing, isReturned ? 'returnedBefore' : 'nothingBefore');
  };

  return async (tx: WriteTransaction, { name, version }: ReleaseId, at: number): Promise<void> => {
    const health = createHealthRepository(tx.knex);
    const counts = await health.find({ name, version });
    // Returns early for few failures: the counts since the delivery are at least those of the day, so most failures
    // need no further look.
    if (counts === null || counts.failures < MIN_WITHDRAWAL_FAILURES) return;
    const byAddress = await createVisitorRepository(tx.knex).countByAddress({ name, version });
    const hasSeveralAddresses = await health.haveSeveralAddresses(name);
    const deliveries = (await readDeliveries(tx.knex, name)).filter((delivery) => delivery.version === version);
    for (const { channel } of deliveries) {
      const earlierVersion = await findEarlierRelease(tx.knex, { name, channel, version });
      const before =
        earlierVersion === null ? NO_VISITORS : ((await health.find({ name, version: earlierVersion })) ?? NO_VISITORS);
      if (shouldWithdraw({ byAddress, before, hasSeveralAddresses }))
        await returnFrom(tx, { name, version, channel, counts, earlierVersion, before }, at);
    }
  };
};
