import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { berlinDay } from '@mahlzeit/contract/rules';
import type { Clock, Database, Worker, WriteTransaction } from '../../../platform';
import { recordPlace } from '../listing';
import { readOsmHours } from './hours';
import { createImportRepository, type ImportedPlace } from './import-repository';

const HOURS_UPDATE_INTERVAL_MS = 60_000;
// Number of places that are parsed at once. Ten places block the event loop for about 20 ms.
const PLACES_PER_BATCH = 10;
const PAUSE_BETWEEN_BATCHES_MS = 20;

type Week = ImportedPlace['restaurant']['openingHours'];

const changedWeekOn = ({ restaurant, datedHours }: ImportedPlace, todayInBerlin: string): Week | null => {
  if (datedHours === null) return null;
  const parsedHours = readOsmHours(datedHours.value, {
    location: restaurant.location,
    region: datedHours.region,
    today: todayInBerlin,
  });
  return parsedHours === null || isDeepStrictEqual(parsedHours.week, restaurant.openingHours) ? null : parsedHours.week;
};

// Writes the new hours only if the row is unchanged: an import may have written newer data since the row was read.
const writeChangedWeek = async (
  tx: WriteTransaction,
  { place, week: changedWeek }: { place: ImportedPlace; week: Week },
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
  const restaurant = { ...currentPlace.restaurant, openingHours: changedWeek };
  await importRepository.update(currentPlace.id, { ...currentPlace, restaurant });
  await recordPlace(tx, restaurant, now);
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
      const week = changedWeekOn(place, todayInBerlin);
      return week === null ? [] : { place, week };
    });
    if (changedPlaces.length > 0) {
      await database.write(async (tx) => {
        for (const changedPlace of changedPlaces) await writeChangedWeek(tx, changedPlace, clock.now());
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
