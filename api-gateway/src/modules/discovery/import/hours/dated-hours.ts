import type { HolidayRegion } from './holiday-region';

/** Hours that other days read otherwise, kept so that each day can read them anew. */
export interface DatedHours {
  /** The value of the key opening_hours. */
  readonly value: string;
  readonly region: HolidayRegion | null;
}
