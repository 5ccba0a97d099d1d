import * as z from 'zod';

/** Outermost shape of a canteen file (TUM-Dev/eat-api); the records within are parsed one by one, so that a broken one stops no other. */
export const CanteenFile = z.object({ canteens: z.array(z.unknown()), weeks: z.array(z.unknown()) });

/** A canteen; everything but its id may be missing. */
export const Canteen = z.object({
  canteen_id: z.string().min(1).max(100),
  name: z.string().nullish(),
  location: z.object({ address: z.string().nullish(), latitude: z.unknown(), longitude: z.unknown() }).partial().nullish(),
  open_hours: z.record(z.string(), z.object({ start: z.unknown(), end: z.unknown() }).partial().nullish()).nullish().catch(null),
});
export type Canteen = z.infer<typeof Canteen>;

/** A week of one canteen. */
export const CanteenWeek = z.object({ canteen_id: z.string(), days: z.array(z.unknown()) });

/** One day's menu. */
export const CanteenDay = z.object({ date: z.iso.date(), dishes: z.array(z.unknown()) });

const price = z.object({
  base_price: z.number().nullish(),
  price_per_unit: z.number().nullish(),
  unit: z.string().nullish(),
});

/** One dish; students' and staff's prices are of no interest to guests. */
export const CanteenDish = z.object({
  name: z.string(),
  dish_type: z.string().nullish(),
  labels: z.array(z.string()).nullish(),
  prices: z.object({ guests: price.nullish() }).nullish(),
});
export type CanteenDish = z.infer<typeof CanteenDish>;
