import * as z from 'zod/mini';
import { Day, EndTime, Key, StartTime } from './values';

/** Hours in local time; an end at or before the start lies on the next day. */
export const Range = z.object({
  /** First open minute. */
  start: StartTime,
  /** May be `24:00`. */
  end: EndTime,
});
export type Range = z.infer<typeof Range>;

/** Ranges by ISO weekday, Monday = 1 to Sunday = 7; unsplit, the rules split them at midnight. */
export const Week = z.object({
  /** Monday. */
  1: z.array(Range),
  /** Tuesday. */
  2: z.array(Range),
  /** Wednesday. */
  3: z.array(Range),
  /** Thursday. */
  4: z.array(Range),
  /** Friday. */
  5: z.array(Range),
  /** Saturday. */
  6: z.array(Range),
  /** Sunday. */
  7: z.array(Range),
});
export type Week = z.infer<typeof Week>;

/** A holiday closure, both days included. */
export const RestTime = z.object({
  /** First closed day. */
  start: Day,
  /** Last closed day. */
  end: Day,
  /** Key of the RestTimeType that names the reason. */
  restTimeTypeKey: z.nullable(Key),
});
export type RestTime = z.infer<typeof RestTime>;
