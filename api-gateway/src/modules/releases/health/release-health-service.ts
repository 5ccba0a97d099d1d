import { randomBytes } from 'node:crypto';
import type { ReleaseEvent, ReleaseHealth } from '@mahlzeit/contract';
import type { Clock, Connection, Database, WriteTransaction } from '../../../platform';
import { readWithdrawals, RETIRED_RELEASE_MS } from '../store';
import { createDeliveryRepository } from './delivery-repository';
import { createHealthRepository } from './health-repository';
import type { HealthCounts } from './health-repository';
import { emptyCounts, periodOf, presentHealth, recentPeriods } from './present-health';
import { createAutomaticWithdrawal } from './automatic-withdrawal';
import type { AutomaticWithdrawalDeps } from './automatic-withdrawal';
import { createVisitorRepository } from './visitor-repository';
import { growthOf, hashWith, joinResults, reportsOf } from './visitor-report';
import type { ReleaseReport } from './visitor-report';

interface ReleaseHealthDeps extends AutomaticWithdrawalDeps {
  readonly database: Database;
  readonly clock: Pick<Clock, 'realNow'>;
}

/** Sender of a report of release events. Neither the visitor nor the IP address is stored, only hashes of both. */
export interface Reporter {
  readonly uid: string;
  readonly address: string;
}

/** Time in milliseconds after which a visitor counts again, and for which the hashes of visitors are stored. */
export const VISITOR_LIFETIME_MS = 24 * 3_600_000;

const SECRET_BYTES = 32;

const readHealth = async (connection: Connection, name: string, now: number): Promise<ReleaseHealth[]> => {
  const [deliveries, health] = [createDeliveryRepository(connection), createHealthRepository(connection)];
  const withdrawals = await readWithdrawals(connection, name);
  const healthOfReleases: ReleaseHealth[] = [];
  for (const version of await deliveries.findDeliveredVersions(name)) {
    const release = { name, version };
    const deliveredAt = (await deliveries.findDeliveredAt(release, 0)) ?? now;
    const storedCounts = await health.find(release);
    // Ignores counts from before the last delivery: the next report deletes them.
    const isCurrent = storedCounts !== null && storedCounts.since >= deliveredAt;
    healthOfReleases.push(
      presentHealth({
        version,
        counts: isCurrent ? storedCounts : emptyCounts(deliveredAt),
        periods: isCurrent ? await health.findPeriods(release, recentPeriods(now)[0] ?? now) : [],
        loadTimes: isCurrent ? await health.findLoadTimes(release) : [],
        withdrawnAt: withdrawals.get(version) ?? null,
        now,
      }),
    );
  }
  return healthOfReleases;
};

/** Creates the service that reads the results of releases in browsers, with or without a running gateway. */
export const createReleaseHealthReader = ({ database, clock }: Pick<ReleaseHealthDeps, 'database' | 'clock'>) => ({
  /** Returns the results of a remote's delivered releases, newest first. */
  list: (name: string): Promise<ReleaseHealth[]> => database.read((knex) => readHealth(knex, name, clock.realNow())),
});

/** Service that reads the results of releases in browsers. */
export type ReleaseHealthReader = ReturnType<typeof createReleaseHealthReader>;

/** Creates the service that counts in how many browsers each release has loaded or failed. */
export const createReleaseHealthService = ({ database, clock, ...withdrawalDeps }: ReleaseHealthDeps) => {
  const withdrawIfFailing = createAutomaticWithdrawal(withdrawalDeps);

  /**
   * Returns the counts of a release that was delivered lately; null for any other release. `begin` is called when the
   * release was delivered again, or when nobody has reported on it yet.
   */
  const findCounts = async (
    connection: Connection,
    report: ReleaseReport,
    now: number,
  ): Promise<{ readonly counts: HealthCounts | null; readonly deliveredAt: number } | null> => {
    const deliveredAt = await createDeliveryRepository(connection).findDeliveredAt(report, now - RETIRED_RELEASE_MS);
    if (deliveredAt === null) return null;
    const counts = await createHealthRepository(connection).find(report);
    return { counts: counts !== null && counts.since >= deliveredAt ? counts : null, deliveredAt };
  };

  const isNews = async (connection: Connection, report: ReleaseReport, { uid }: Reporter): Promise<boolean> => {
    const foundCounts = await findCounts(connection, report, clock.realNow());
    if (foundCounts === null) return false;
    if (foundCounts.counts === null) return true;
    const visitor = hashWith(foundCounts.counts.visitorSecret, 'visitor', uid);
    return growthOf(await createVisitorRepository(connection).find(report, visitor), report) !== null;
  };

  const beginCounts = async (tx: WriteTransaction, report: ReleaseReport, since: number): Promise<string> => {
    const visitorSecret = randomBytes(SECRET_BYTES).toString('base64url');
    await createHealthRepository(tx.knex).begin(report, { since, visitorSecret });
    return visitorSecret;
  };

  const count = async (tx: WriteTransaction, report: ReleaseReport, { uid, address }: Reporter): Promise<void> => {
    const now = clock.realNow();
    const [health, visitors] = [createHealthRepository(tx.knex), createVisitorRepository(tx.knex)];
    const foundCounts = await findCounts(tx.knex, report, now);
    if (foundCounts === null) return;
    const secret = foundCounts.counts?.visitorSecret ?? (await beginCounts(tx, report, foundCounts.deliveredAt));
    const visitor = hashWith(secret, 'visitor', uid);
    const former = await visitors.find(report, visitor);
    const countGrowth = growthOf(former, report);
    if (countGrowth === null) return;
    await visitors.put(report, {
      ...joinResults(former, report),
      visitor,
      address: hashWith(secret, 'address', address),
      seenAt: now,
    });
    await health.add(report, countGrowth, periodOf(now));
    if (countGrowth.visitors > 0 && (await visitors.haveSeveralAddresses(report)))
      await health.recordSeveralAddresses(report);
    if (countGrowth.failures > 0) await withdrawIfFailing(tx, report, now);
  };

  return {
    ...createReleaseHealthReader({ database, clock }),

    /** Counts the release events of one page. Withdraws a release that fails for too many visitors. */
    async report(events: readonly ReleaseEvent[], reporter: Reporter): Promise<void> {
      const reports = reportsOf(events);
      // Checks whether the report contains anything new. Most pages of a visitor report the same as an earlier page,
      // and then nothing is written.
      const areNews = await database.read((knex) =>
        Promise.all(reports.map((report) => isNews(knex, report, reporter))),
      );
      const news = reports.filter((_report, index) => areNews[index]);
      if (news.length === 0) return;
      await database.write(async (tx) => {
        for (const report of news) await count(tx, report, reporter);
      });
    },

    /** Deletes the hashes of visitors after a day, and the counts of deleted releases. */
    prune: (): Promise<void> =>
      database.write(async (tx) => {
        const health = createHealthRepository(tx.knex);
        await health.forgetBefore(clock.realNow() - VISITOR_LIFETIME_MS);
        await health.forgetUnknown();
      }),
  };
};

/** Service that counts in how many browsers each release has loaded or failed. */
export type ReleaseHealthService = ReturnType<typeof createReleaseHealthService>;
