import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { berlinDay } from '@mahlzeit/contract/rules';
import type { Clock, Database, Worker, WriteTransaction } from '../../../platform';
import { recordPlace } from '../listing';
import { readOsmHours } from './hours';
import { createImportRepository, type ImportedPlace } from './import-repository';

const HOURS_UPDATE_INTERVAL_MS = 60_000;
// Number of places whose hours are parsed at once. Ten places block the event loop for about 20 ms.
const PLACES_PER_BATCH = 10;
const PAUSE_BETWEEN_BATCHES_MS = 20;

/** Opening hours of a place as they are on the present day. */
interface PresentHours {
  readonly openingHours: ImportedPlace['restaurant']['openingHours'];
  readonly datedHours: NonNullable<ImportedPlace['datedHours']>;
}

const changedHoursOn = ({ restaurant, datedHours }: ImportedPlace, todayInBerlin: string): PresentHours | null => {
  if (datedHours === null) return null;
  const { value, region } = datedHours;
  const parsedHours = readOsmHours(value, { location: restaurant.location, region, today: todayInBerlin });
  if (parsedHours === null) return null;
  const { week: openingHours, datedWeek } = parsedHours;
  const presentHours = { openingHours, datedHours: { value, region, ...(datedWeek !== null && { week: datedWeek }) } };
  return isDeepStrictEqual(presentHours, { openingHours: restaurant.openingHours, datedHours }) ? null : presentHours;
};

// Writes the new hours of a place only if its row is unchanged since it was read, because an import may have written
// newer data. Live topics get a change only when the opening hours differ; the days for which a week holds change every
// night.
const writeChangedHours = async (
  tx: WriteTransaction,
  { place, hours: { openingHours, datedHours } }: { place: ImportedPlace; hours: PresentHours },
  now: number,
): Promise<void> => {
  const importRepository = createImportRepository(tx.knex);
  const currentPlace = (await importRepository.findBySourceIds(place.source, [place.sourceId])).get(place.sourceId);
  if (
    currentPlace === undefined ||
    !currentPlace.isActive ||
    !isDeepStrictEqual(currentPlace.restaurant, place.restaurant)
  )
    return;
  const restaurant = { ...currentPlace.restaurant, openingHours, datedWeek: datedHours.week ?? null };
  await importRepository.update(currentPlace.id, { ...currentPlace, datedHours, restaurant });
  if (!isDeepStrictEqual(openingHours, place.restaurant.openingHours)) await recordPlace(tx, restaurant, now);
};

/**
 * Creates the worker that parses date-dependent opening hours again each day, so that holidays and seasons apply
 * without another import.
 */
export const createDatedHoursWorker = ({ database, clock }: { database: Database; clock: Clock }): Worker => {
  let lastProcessedDay: string | null = null;

  const readBatchAfter = async (id: number, todayInBerlin: string): Promise<number | null> => {
    const places = await createImportRepository(database.knex).findWithDatedHours(id, PLACES_PER_BATCH);
    const changedPlaces = places.flatMap((place) => {
      const hours = changedHoursOn(place, todayInBerlin);
      return hours === null ? [] : { place, hours };
    });
    if (changedPlaces.length > 0) {
      await database.write(async (tx) => {
        for (const changedPlace of changedPlaces) await writeChangedHours(tx, changedPlace, clock.now());
      });
    }
    return places.at(-1)?.id ?? null;
  };

  return {
    name: 'dated-hours',
    everyMs: HOURS_UPDATE_INTERVAL_MS,
    async run() {
      const todayInBerlin = berlinDay(clock.now());
      if (todayInBerlin === lastProcessedDay) return;
      for (let id: number | null = 0; id !== null; await delay(PAUSE_BETWEEN_BATCHES_MS))
        id = await readBatchAfter(id, todayInBerlin);
      lastProcessedDay = todayInBerlin;
    },
  };
};
