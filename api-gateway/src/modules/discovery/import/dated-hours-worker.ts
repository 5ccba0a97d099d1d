import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { berlinDay } from '@mahlzeit/contract/rules';
import type { Clock, Database, Worker, WriteTransaction } from '../../../platform';
import { recordPlace } from '../listing';
import { readOsmHours } from './hours';
import { createImportRepository, type ImportedPlace } from './import-repository';

const EVERY_MS = 60_000;
// Number of places that are parsed at once. Ten places block the event loop for about 20 ms.
const AT_ONCE = 10;
const PAUSE_MS = 20;

type Week = ImportedPlace['restaurant']['openingHours'];

const weekOn = ({ restaurant, datedHours }: ImportedPlace, today: string): Week | null => {
  if (datedHours === null) return null;
  const hours = readOsmHours(datedHours.value, { location: restaurant.location, region: datedHours.region, today });
  return hours === null || isDeepStrictEqual(hours.week, restaurant.openingHours) ? null : hours.week;
};

// Writes the new hours only if the row is unchanged: an import may have written newer data since the row was read.
const writeNewWeek = async (
  tx: WriteTransaction,
  { place, week }: { place: ImportedPlace; week: Week },
  now: number,
): Promise<void> => {
  const importRepository = createImportRepository(tx.knex);
  const currentPlace = (await importRepository.find(place.source, [place.sourceId])).get(place.sourceId);
  if (
    currentPlace === undefined ||
    !currentPlace.isActive ||
    !isDeepStrictEqual(currentPlace.restaurant, place.restaurant)
  )
    return;
  const restaurant = { ...currentPlace.restaurant, openingHours: week };
  await importRepository.update(currentPlace.id, { ...currentPlace, restaurant });
  await recordPlace(tx, restaurant, now);
};

/**
 * Creates the worker that parses date-dependent opening hours again each day, so that holidays and seasons apply
 * without another import.
 */
export const createDatedHoursWorker = ({ database, clock }: { database: Database; clock: Clock }): Worker => {
  let readOn: string | null = null;

  const readAfter = async (id: number, today: string): Promise<number | null> => {
    const places = await createImportRepository(database.knex).findDated(id, AT_ONCE);
    const changedPlaces = places.flatMap((place) => {
      const week = weekOn(place, today);
      return week === null ? [] : { place, week };
    });
    if (changedPlaces.length > 0) {
      await database.write(async (tx) => {
        for (const turnedPlace of changedPlaces) await writeNewWeek(tx, turnedPlace, clock.now());
      });
    }
    return places.at(-1)?.id ?? null;
  };

  return {
    name: 'dated-hours',
    everyMs: EVERY_MS,
    async run() {
      const today = berlinDay(clock.now());
      if (today === readOn) return;
      for (let id: number | null = 0; id !== null; await delay(PAUSE_MS)) id = await readAfter(id, today);
      readOn = today;
    },
  };
};
