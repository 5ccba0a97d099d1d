import type { Coordinate } from '@mahlzeit/contract';
import type { Database } from '../../../platform';
import { areaOfBox, areaOfPlaces, type Area } from './area-rules';
import { findActiveOfSource } from './import-repository';
import { removePlace } from './place-import';
import type { PlaceRecord } from './place-record';
import type { DeclaredArea } from './read-feed';

/** What a file says about what it covers; only a complete one can say that something is gone. */
interface Coverage {
  readonly source: string;
  /** The kinds of place that it holds: a file of cafés says nothing about pubs. */
  readonly kinds: ReadonlySet<string | null>;
  readonly area: Area;
}

interface FileSeen {
  readonly kinds: Set<string | null>;
  readonly places: Coordinate[];
}

const AT_ONCE = 50;

/** Remembers what files hold, to tell afterwards what vanished from their sources and areas. */
export const createVanishing = () => {
  const seen = new Map<string, Set<string>>();
  const coverages: Coverage[] = [];
  let current = new Map<string, FileSeen>();

  const noted = (source: string, sourceId: string): FileSeen => {
    const ids = seen.get(source) ?? new Set();
    seen.set(source, ids.add(sourceId));
    const file = current.get(source) ?? { kinds: new Set(), places: [] };
    current.set(source, file);
    return file;
  };

  return {
    note(record: PlaceRecord): void {
      if (record.kind === 'place') {
        const file = noted(record.source, record.sourceId);
        file.kinds.add(record.sourceKind);
        file.places.push(record.draft.location);
      } else if (record.known !== undefined) {
        const file = noted(record.known.source, record.known.sourceId);
        if (record.known.location !== null) file.places.push(record.known.location);
      }
    },

    /** Closes a file; one that is not complete takes nothing away. */
    endFile({ isComplete, area }: { readonly isComplete: boolean; readonly area: DeclaredArea | null }): void {
      if (isComplete) {
        for (const [source, { kinds, places }] of current) coverages.push({ source, kinds, area: area === null ? areaOfPlaces(places) : areaOfBox(area) });
      }
      current = new Map();
    },

    /** The active places that should have been in one of the files and were in none. */
    async vanished(database: Database): Promise<{ readonly id: number; readonly key: string }[]> {
      const gone: { id: number; key: string }[] = [];
      for (const source of new Set(coverages.map((coverage) => coverage.source))) {
        const covering = coverages.filter((coverage) => coverage.source === source);
        for (const row of await findActiveOfSource(database.knex, source)) {
          const sourceId = row.source_id ?? '';
          if (seen.get(source)?.has(sourceId) === true) continue;
          if (covering.some(({ kinds, area }) => kinds.has(row.source_kind) && area.contains(row))) gone.push({ id: row.id, key: row.key });
        }
      }
      return gone;
    },
  };
};

/** Remembers what files hold. */
export type Vanishing = ReturnType<typeof createVanishing>;

/** Deactivates what vanished, some at a time; answers how many. */
export const pruneVanished = async (vanishing: Vanishing, { database, now }: { readonly database: Database; readonly now: number }): Promise<number> => {
  const gone = await vanishing.vanished(database);
  for (let start = 0; start < gone.length; start += AT_ONCE) {
    await database.write(async (tx) => {
      for (const place of gone.slice(start, start + AT_ONCE)) await removePlace(tx, place, now);
    });
  }
  return gone.length;
};
