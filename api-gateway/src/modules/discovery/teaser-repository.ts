import type { Teaser } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import { fromJsonColumn } from '../../platform';

interface TeaserRow {
  readonly key: string;
  readonly image_url: string | null;
  readonly video_url: string | null;
  readonly words: string | NonNullable<Teaser['words']> | null;
  readonly action_url: string | null;
  readonly days_of_week: string | number[] | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly distance: number | null;
  readonly priority: number;
}

const locationOf = ({ latitude, longitude, distance }: TeaserRow): Teaser['location'] =>
  latitude === null || longitude === null || distance === null ? null : { latitude, longitude, distance };

/** All teasers, the highest priority first. */
export const findTeasers = async (knex: Knex): Promise<Teaser[]> =>
  (await knex<TeaserRow>('teaser').orderBy([{ column: 'priority', order: 'desc' }, 'key'])).map((row) => ({
    key: row.key,
    imageUrl: row.image_url,
    videoUrl: row.video_url,
    ...(row.words !== null && { words: fromJsonColumn(row.words) }),
    actionUrl: row.action_url,
    daysOfWeek: row.days_of_week === null ? null : fromJsonColumn(row.days_of_week),
    location: locationOf(row),
    priority: row.priority,
  }));
