export * from '../limits';
export * from '../typed-text';
export * from './euro-amount';
export * from './account';
export * from './cookies';
export {
  addDays,
  addMonths,
  berlinClock,
  berlinDay,
  formattedDate,
  instantOf,
  isoWeekday,
  minuteOfDay,
  nextMidnight,
  startOfDay,
} from './day';
export type { Weekday } from './day';
export * from './invitation';
export * from './list-order';
export * from './lunch';
export * from './nearby';
export {
  closingAt,
  isClosingSoon,
  isOpenAt,
  isResting,
  isStillOpenToday,
  lunchOrderingEndsAt,
  lunchOpeningsOn,
  nextOpeningAt,
  orderingEndsAt,
  orderLeadMinutes,
} from './opening-hours';
export type { Hours, OrderTimes } from './opening-hours';
export * from './order-money';
export * from './order-state';
export * from './page-paths';
export * from './place-cells';
export * from './promotions';
export * from './refund';
export * from './receipt';
export * from './restaurant';
export * from './search';
export * from './social';
