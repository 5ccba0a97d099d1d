import { createSingleFlight } from '../../../platform';
import type { Clock, Database, ModuleGauge } from '../../../platform';
import { RETIRED_RELEASE_MS } from '../store';
import { createDeliveryRepository } from './delivery-repository';
import { createHealthRepository } from './health-repository';
import type { HealthCounts, ReleaseId } from './health-repository';

interface HealthGaugesDeps {
  readonly database: Database;
  readonly clock: Pick<Clock, 'realNow'>;
}

type MeasuredRelease = ReleaseId & { readonly counts: HealthCounts };

/**
 * Creates the metrics that show in how many browsers each release has loaded or failed. They have a value for each
 * release that was delivered in the last day, so that their number doesn't grow with each release. All gateways of a
 * database show the same values.
 */
export const createHealthGauges = ({ database, clock }: HealthGaugesDeps): readonly ModuleGauge[] => {
  const reads = createSingleFlight<MeasuredRelease[]>();
  const measureReleases = (): Promise<MeasuredRelease[]> =>
    database.read(async (knex) => {
      const [deliveries, health] = [createDeliveryRepository(knex), createHealthRepository(knex)];
      const measured: MeasuredRelease[] = [];
      for (const { counts, ...release } of await health.list())
        if ((await deliveries.findDeliveredAt(release, clock.realNow() - RETIRED_RELEASE_MS)) !== null)
          measured.push({ ...release, counts });
      return measured;
    });
  // Several gauges are read at once, and share one read of the database.
  const readReleases = (): Promise<MeasuredRelease[]> => reads.run('releases', measureReleases);
  const labelsOf = ({ name, version }: ReleaseId) => ({ remote: name, version });

  return [
    {
      name: 'mahlzeit_release_loads',
      help: 'Visitors for whom a release has loaded since its last delivery',
      labelNames: ['remote', 'version'],
      read: async () =>
        (await readReleases()).map((release) => ({ labels: labelsOf(release), value: release.counts.loads })),
    },
    {
      name: 'mahlzeit_release_failures',
      help: 'Visitors for whom a release has failed since its last delivery',
      labelNames: ['remote', 'version'],
      read: async () =>
        (await readReleases()).map((release) => ({ labels: labelsOf(release), value: release.counts.failures })),
    },
    {
      name: 'mahlzeit_release_phase_failures',
      help: 'Visitors for whom a release has failed in a phase since its last delivery',
      labelNames: ['remote', 'version', 'phase'],
      read: async () =>
        (await readReleases()).flatMap((release) =>
          Object.entries(release.counts.phases).map(([phase, value]) => ({
            labels: { ...labelsOf(release), phase },
            value,
          })),
        ),
    },
    {
      name: 'mahlzeit_release_withdrawals',
      help: 'Releases that the gateways have taken back',
      labelNames: ['remote'],
      read: async () =>
        (await database.read((knex) => createDeliveryRepository(knex).countWithdrawals())).map(
          ({ name, withdrawals }) => ({ labels: { remote: name }, value: withdrawals }),
        ),
    },
  ];
};
