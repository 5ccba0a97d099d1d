import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Key } from '@mahlzeit/contract';
import * as z from 'zod';
import { canteenFormat } from './canteen/canteen-format';
import { meaningOfLabel, classifyDishType } from './canteen/canteen-labels';
import { isServed } from './record/served-area';

// Real data from a folder outside of the repository, which may be missing.
const dataFolder = resolve(__dirname, '../../../../../../shared/data');
const menuFile = resolve(dataFolder, 'menus/muenchen-mensa-2026.json');
const gazetteerFile = resolve(dataFolder, 'gazetteer/geonames-de-at-ch.json');
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const MenuFile = z.object({
  dishes: z.number(),
  weeks: z.array(
    z.object({
      days: z.array(z.object({ dishes: z.array(z.object({ dish_type: z.string(), labels: z.array(z.string()) })) })),
    }),
  ),
});
const Gazetteer = z.object({ places: z.array(z.object({ name: z.string(), lat: z.number(), lon: z.number() })) });

(existsSync(menuFile) ? describe : describe.skip)(
  'the canteens of ../shared/data (skipped where that folder is absent)',
  () => {
    const readSourceDishes = () =>
      MenuFile.parse(readJson(menuFile))
        .weeks.flatMap(({ days }) => days)
        .flatMap(({ dishes }) => dishes);

    const readCanteenPlaces = () => {
      const warningCountByKind = new Map<string, number>();
      const records = canteenFormat.read(
        readJson(menuFile),
        (kind) => void warningCountByKind.set(kind, (warningCountByKind.get(kind) ?? 0) + 1),
      );
      return {
        warnings: warningCountByKind,
        records,
        places: records.flatMap((record) =>
          record.kind === 'place' && record.menu !== null ? { ...record, menu: record.menu } : [],
        ),
      };
    };

    it('hold no dish type that the table does not know', () => {
      expect(
        [...new Set(readSourceDishes().map((dish) => dish.dish_type))].filter(
          (type) => !classifyDishType(type).isKnown,
        ),
      ).toEqual([]);
    });

    it('hold no label that the table does not know', () => {
      expect(
        [...new Set(readSourceDishes().flatMap((dish) => dish.labels))].filter(
          (label) => meaningOfLabel(label) === null,
        ),
      ).toEqual([]);
    });

    it('are all read, but for the two dishes without a price', () => {
      const { records, places: allPlaces, warnings } = readCanteenPlaces();
      expect(allPlaces).toHaveLength(records.length);
      expect(allPlaces.reduce((sum, { menu }) => sum + menu.withoutPrice, 0)).toBe(2);
      expect(allPlaces.reduce((sum, { menu }) => sum + menu.dishes.length, 0)).toBe(readSourceDishes().length - 2);
      expect([...warnings.keys()]).toEqual(['contradictedDiet']);
    });

    it('give each dish a key of its own, a price and a tidy name', () => {
      const dishes = readCanteenPlaces().places.flatMap(({ menu }) => menu.dishes);
      expect(new Set(dishes.map(({ key }) => key)).size).toBe(dishes.length);
      expect(
        dishes.filter(
          ({ key, price, name }) =>
            !Key.safeParse(key).success || price < 50 || /\s[,;]|\s\s|^\s|[\s,]$|\p{C}/u.test(name),
        ),
      ).toEqual([]);
    });

    it('never call vegan what holds milk, eggs, meat or fish', () => {
      const dishes = readCanteenPlaces().places.flatMap(({ menu }) => menu.dishes);
      expect(
        dishes.filter(
          ({ diets, allergens }) =>
            diets.includes('vegan') &&
            allergens.some((allergenCode) => ['B', 'C', 'D', 'G', 'N'].includes(allergenCode)),
        ),
      ).toEqual([]);
      expect(dishes.filter(({ diets }) => diets.includes('vegan')).length).toBeGreaterThan(900);
    });

    it('have addresses with street, number and town', () => {
      const addresses = readCanteenPlaces().places.map(({ draft }) => draft.address);
      const incompleteAddresses = addresses.filter(
        (address) =>
          address === undefined || address.street === '' || address.streetNumber === '' || address.locality === '',
      );
      expect(incompleteAddresses).toEqual([]);
    });
  },
);

(existsSync(gazetteerFile) ? describe : describe.skip)(
  'the gazetteer of ../shared/data (skipped where that folder is absent)',
  () => {
    it('lies within the served area to its last village', () => {
      const townsOutsideArea = Gazetteer.parse(readJson(gazetteerFile)).places.filter(
        ({ lat, lon }) => !isServed({ latitude: lat, longitude: lon }),
      );
      expect(townsOutsideArea.map(({ name }) => name)).toEqual([]);
    });
  },
);
