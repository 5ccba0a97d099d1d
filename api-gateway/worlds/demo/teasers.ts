import type { Teaser } from '@mahlzeit/contract';
import { pictureUrl } from '../../src/modules/content';
import { slugOf } from '../../src/modules/discovery';

type Banner = Extract<Parameters<typeof pictureUrl>[0], { kind: 'teaser' }>['name'];

const banner = (name: Banner, actionUrl: string, more: Partial<Teaser> & Pick<Teaser, 'priority'>): Teaser => ({
  key: `demo-${name}`,
  imageUrl: pictureUrl({ kind: 'teaser', name }),
  videoUrl: null,
  actionUrl,
  daysOfWeek: null,
  location: null,
  ...more,
});

const detailsOf = (name: string): string => `Details/${slugOf(name)}`;

const HAFENCITY = { latitude: 53.5415, longitude: 9.995, distance: 700 };

/** What the main screen advertises; the highest that fits day and place is shown. No films: they would come from elsewhere. */
export const DEMO_TEASERS: readonly Teaser[] = [
  banner('hafen', detailsOf('Zur Krummen Kogge'), { priority: 40, location: HAFENCITY }),
  banner('suppenmittwoch', detailsOf('Ba Chị Em – Drei Schwestern'), { priority: 30, daysOfWeek: [3] }),
  banner('tagespreis', detailsOf('Kantine im Kontorhaus'), { priority: 20, daysOfWeek: [1, 2, 4, 5] }),
  banner('wochenende', detailsOf('Sonntagskind'), { priority: 20, daysOfWeek: [0] }),
  banner('kuechen', 'TagSelection', { priority: 10, daysOfWeek: [6] }),
  banner('zusammen', 'Registration', { priority: 1 }),
];
