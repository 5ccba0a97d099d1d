export * from '../limits';
export * from '../typed-text';
export * from '../well-formed-text';
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
export * from './moderation';
export * from './nearby';
export {
  areHoursUnknown,
  closingAt,
  isClosingSoon,
  isOpenAt,
  isResting,
  isStillOpenToday,
  lunchOpeningsOn,
  nextOpeningAt,
  orderLeadMinutes,
  rangesOn,
} from './opening-hours';
export type { Hours } from './opening-hours';
export * from './order-money';
export * from './order-state';
export * from './order-taking';
export * from './page-paths';
export * from './password-strength';
export * from './payment-reasons';
export * from './place-cells';
export * from './promotions';
export * from './refund';
export * from './release-health';
export * from './receipt';
export * from './restaurant';
export * from './search';
export * from './social';
