import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Key } from '@mahlzeit/contract';
import * as z from 'zod';
import { canteenFormat } from './canteen/canteen-format';
import { meaningOfLabel, classifyDishType } from './canteen/canteen-labels';
import { isInServedArea } from './record/served-area';

// Real data for the test, in a folder outside of the repository, which may be missing.
const dataFolder = resolve(__dirname, '../../../../../../shared/data');
const canteenMenuPath = resolve(dataFolder, 'menus/muenchen-mensa-2026.json');
const gazetteerPath = resolve(dataFolder, 'gazetteer/geonames-de-at-ch.json');
const readJson = (jsonPath: string): unknown => JSON.parse(readFileSync(jsonPath, 'utf8'));

const CanteenMenuFile = z.object({
  dishes: z.number(),
  weeks: z.array(
    z.object({
      days: z.array(z.object({ dishes: z.array(z.object({ dish_type: z.string(), labels: z.array(z.string()) })) })),
    }),
  ),
});
const Gazetteer = z.object({ places: z.array(z.object({ name: z.string(), lat: z.number(), lon: z.number() })) });

(existsSync(canteenMenuPath) ? describe : describe.skip)(
  'the canteens of ../shared/data (skipped where that folder is absent)',
  () => {
    const readSourceDishes = () =>
      CanteenMenuFile.parse(readJson(canteenMenuPath))
        .weeks.flatMap(({ days }) => days)
        .flatMap(({ dishes }) => dishes);

    const readCanteenPlaces = () => {
      const warningCountByKind = new Map<string, number>();
      const canteenRecords = canteenFormat.read(
        readJson(canteenMenuPath),
        (warningKind) => void warningCountByKind.set(warningKind, (warningCountByKind.get(warningKind) ?? 0) + 1),
      );
      return {
        warnings: warningCountByKind,
        records: canteenRecords,
        places: canteenRecords.flatMap((placeRecord) =>
          placeRecord.kind === 'place' && placeRecord.menu !== null ? { ...placeRecord, menu: placeRecord.menu } : [],
        ),
      };
    };

    it('hold no dish type that the table does not know', () => {
      expect(
        [...new Set(readSourceDishes().map((sourceDish) => sourceDish.dish_type))].filter(
          (dishType) => !classifyDishType(dishType).isKnown,
        ),
      ).toEqual([]);
    });

    it('hold no label that the table does not know', () => {
      expect(
        [...new Set(readSourceDishes().flatMap((sourceDish) => sourceDish.labels))].filter(
          (label) => meaningOfLabel(label) === null,
        ),
      ).toEqual([]);
    });

    it('are all read, but for the two dishes without a price', () => {
      const { records, places: allPlaces, warnings } = readCanteenPlaces();
      expect(allPlaces).toHaveLength(records.length);
      expect(allPlaces.reduce((dishTotal, { menu }) => dishTotal + menu.withoutPrice, 0)).toBe(2);
      expect(allPlaces.reduce((dishTotal, { menu }) => dishTotal + menu.dishes.length, 0)).toBe(
        readSourceDishes().length - 2,
      );
      expect([...warnings.keys()]).toEqual(['contradictedDiet']);
    });

    it('give each dish a key of its own, a price and a tidy name', () => {
      const importedDishes = readCanteenPlaces().places.flatMap(({ menu }) => menu.dishes);
      expect(new Set(importedDishes.map(({ key }) => key)).size).toBe(importedDishes.length);
      expect(
        importedDishes.filter(
          ({ key, price, name }) =>
            !Key.safeParse(key).success || price < 50 || /\s[,;]|\s\s|^\s|[\s,]$|\p{C}/u.test(name),
        ),
      ).toEqual([]);
    });

    it('never call vegan what holds milk, eggs, meat or fish', () => {
      const importedDishes = readCanteenPlaces().places.flatMap(({ menu }) => menu.dishes);
      expect(
        importedDishes.filter(
          ({ diets, allergens }) =>
            diets.includes('vegan') &&
            allergens.some((allergenCode) => ['B', 'C', 'D', 'G', 'N'].includes(allergenCode)),
        ),
      ).toEqual([]);
      expect(importedDishes.filter(({ diets }) => diets.includes('vegan')).length).toBeGreaterThan(900);
    });

    it('have addresses with street, number and town', () => {
      const placeAddresses = readCanteenPlaces().places.map(({ draft }) => draft.address);
      const incompleteAddresses = placeAddresses.filter(
        (address) =>
          address === undefined || address.street === '' || address.streetNumber === '' || address.locality === '',
      );
      expect(incompleteAddresses).toEqual([]);
    });
  },
);

(existsSync(gazetteerPath) ? describe : describe.skip)(
  'the gazetteer of ../shared/data (skipped where that folder is absent)',
  () => {
    it('lies within the served area to its last village', () => {
      const townsOutsideArea = Gazetteer.parse(readJson(gazetteerPath)).places.filter(
        ({ lat, lon }) => !isInServedArea({ latitude: lat, longitude: lon }),
      );
      expect(townsOutsideArea.map(({ name }) => name)).toEqual([]);
    });
  },
);
