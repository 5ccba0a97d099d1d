import type { VisitorCounts } from '@mahlzeit/contract/rules';
import { ReleasePhase } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';
import type { ReleaseId } from './health-repository';

/** Whether a release loaded, and whether it failed, in one visitor's browser. */
export interface VisitorResult {
  readonly hasLoaded: boolean;
  readonly hasFailed: boolean;
  /** Phases in which the release has failed for the visitor. */
  readonly phases: readonly ReleasePhase[];
}

/** Visitor of a release, without a name: the fields `visitor` and `address` are hashes. */
export interface ReleaseVisitor extends VisitorResult {
  readonly visitor: string;
  readonly address: string;
  /** Time of the visitor's first report. */
  readonly seenAt: number;
}

interface VisitorRow extends ReleaseId {
  readonly visitor: string;
  readonly address: string;
  readonly seen_at: number | string;
  readonly has_loaded: boolean | number;
  readonly has_failed: boolean | number;
  readonly phases: string;
}

/** Repository of the visitors of releases on the last day, so that each visitor counts once. */
export interface VisitorRepository {
  find(release: ReleaseId, visitor: string): Promise<VisitorResult | null>;
  put(release: ReleaseId, releaseVisitor: ReleaseVisitor): Promise<void>;
  /** Returns the numbers of visitors and failures, one entry for each IP address. */
  countByAddress(release: ReleaseId): Promise<VisitorCounts[]>;
  /** Returns whether the visitors of a release came from at least two IP addresses. */
  haveSeveralAddresses(release: ReleaseId): Promise<boolean>;
}

/**
 * Creates the repository of releases' visitors. With the connection of a transaction, all its queries run in that
 * transaction.
 */
export const createVisitorRepository = (connection: Connection): VisitorRepository => {
  const knex = knexOf(connection);
  const visitorTable = () => knex<VisitorRow>('release_visitor');
  const phaseOf = (text: string): ReleasePhase[] => {
    const phase = ReleasePhase.safeParse(text);
    return phase.success ? [phase.data] : [];
  };

  return {
    async find({ name, version }, visitor) {
      const visitorRow = await visitorTable().where({ name, version, visitor }).first();
      if (visitorRow === undefined) return null;
      return {
        hasLoaded: Boolean(visitorRow.has_loaded),
        hasFailed: Boolean(visitorRow.has_failed),
        phases: visitorRow.phases.split(' ').flatMap(phaseOf),
      };
    },

    async put({ name, version }, { visitor, address, seenAt, hasLoaded, hasFailed, phases }) {
      const newRow = {
        name,
        version,
        visitor,
        address,
        seen_at: seenAt,
        has_loaded: hasLoaded,
        has_failed: hasFailed,
        phases: phases.join(' '),
      };
      await visitorTable()
        .insert(newRow)
        .onConflict(['name', 'version', 'visitor'])
        .merge(['has_loaded', 'has_failed', 'phases']);
    },

    async countByAddress({ name, version }) {
      const countRows: { visitors: number | string; failures: number | string }[] = await knex('release_visitor')
        .where({ name, version })
        .groupBy('address')
        .select(knex.raw('count(*) as visitors'), knex.raw('sum(case when has_failed then 1 else 0 end) as failures'));
      return countRows.map(({ visitors, failures }) => ({ visitors: Number(visitors), failures: Number(failures) }));
    },

    // Compares the first and the last IP address, which the index finds without reading the rows between them.
    async haveSeveralAddresses({ name, version }) {
      const firstRow = await visitorTable().where({ name, version }).orderBy('address').first('address');
      const lastRow = await visitorTable().where({ name, version }).orderBy('address', 'desc').first('address');
      return firstRow?.address !== lastRow?.address;
    },
  };
};
