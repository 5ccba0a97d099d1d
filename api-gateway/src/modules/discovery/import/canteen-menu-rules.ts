import { CanteenDay, CanteenDish } from './canteen-file';
import { readCanteenDish } from './canteen-dish-rules';
import type { DishDraft, MenuDraft, Warn } from './place-record';
import { stableKey } from './stable-key-rules';

interface MenuUnderWay {
  readonly days: Set<string>;
  readonly dishes: Map<string, DishDraft>;
  withoutPrice: number;
}

interface CanteenSeed {
  readonly source: string;
  readonly canteenId: string;
  readonly warn: Warn;
}

const isSame = (a: DishDraft, b: DishDraft): boolean => JSON.stringify({ ...a, key: '' }) === JSON.stringify({ ...b, key: '' });

// A dish is known by its name on its day, so that a new price or type changes it; a second one of that name gets a key of its own.
const addDish = (menu: MenuUnderWay, dish: DishDraft, seed: CanteenSeed): void => {
  for (let nth = 1; ; nth += 1) {
    const key = stableKey(seed.source, seed.canteenId, dish.date, dish.name, String(nth));
    const other = menu.dishes.get(key);
    if (other === undefined) {
      menu.dishes.set(key, { ...dish, key });
      return;
    }
    if (isSame(other, dish)) return seed.warn('repeatedDish', dish.name);
  }
};

const addDay = (menu: MenuUnderWay, raw: unknown, seed: CanteenSeed): void => {
  const day = CanteenDay.safeParse(raw);
  if (!day.success) return seed.warn('malformedDay', seed.canteenId);
  const { date } = day.data;
  menu.days.add(date);
  for (const rawDish of day.data.dishes) {
    const parsed = CanteenDish.safeParse(rawDish);
    const dish = parsed.success ? readCanteenDish(parsed.data, seed.warn) : 'malformed';
    if (dish === 'noPrice') menu.withoutPrice += 1;
    else if (dish === 'malformed') seed.warn('malformedDish', `${seed.canteenId} ${date}`);
    else addDish(menu, { ...dish, key: '', date }, seed);
  }
};

/** Reads the days of one canteen into a menu; a broken day or dish is counted and stops no other. */
export const readCanteenMenu = (days: readonly unknown[], seed: CanteenSeed): MenuDraft => {
  const menu: MenuUnderWay = { days: new Set(), dishes: new Map(), withoutPrice: 0 };
  for (const day of days) addDay(menu, day, seed);
  return { days: menu.days, dishes: [...menu.dishes.values()], withoutPrice: menu.withoutPrice };
};
