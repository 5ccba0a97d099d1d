import type { Teaser } from '../teaser';
import type { Coordinate, Ms } from '../values';
import { berlinDay, isoWeekday } from './day';
import { distanceMeters } from './distance';

// Teasers count from Sunday = 0, opening hours from Monday = 1 to Sunday = 7.
const isOfToday = ({ daysOfWeek }: Teaser, now: Ms): boolean => daysOfWeek === null || daysOfWeek.includes(isoWeekday(berlinDay(now)) % 7);

const isWithin = ({ location }: Teaser, around: Coordinate): boolean => location === null || distanceMeters(location, around) <= location.distance;

const isShowable = ({ imageUrl, videoUrl }: Teaser): boolean => imageUrl !== null || videoUrl !== null;

/** S1§4: the highest-ranking teaser with a picture or film for this day and place, the key decides among equals; null = show the fallback. */
export const chooseTeaser = (teasers: readonly Teaser[], { now, around }: { readonly now: Ms; readonly around: Coordinate }): Teaser | null =>
  teasers
    .filter((teaser) => isShowable(teaser) && isOfToday(teaser, now) && isWithin(teaser, around))
    .sort((a, b) => b.priority - a.priority || (a.key < b.key ? -1 : 1))[0] ?? null;
