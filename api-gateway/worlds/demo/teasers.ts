import type { Teaser } from '@mahlzeit/contract';
import { pictureUrl } from '../../src/modules/content/pictures/picture';
import { slugOf } from '../../src/modules/discovery';

type Banner = Extract<Parameters<typeof pictureUrl>[0], { kind: 'banner' }>['name'];

const banner = (name: Banner, actionUrl: string, more: Partial<Teaser> & Pick<Teaser, 'priority' | 'words'>): Teaser => ({
  key: `demo-${name}`,
  imageUrl: pictureUrl({ kind: 'banner', name }),
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
  banner('hafen', detailsOf('Zur Krummen Kogge'), { words: { title: 'Mittag am Wasser', text: 'Fisch mit Blick auf die Schlepper' }, priority: 40, location: HAFENCITY }),
  banner('suppenmittwoch', detailsOf('Ba Chị Em – Drei Schwestern'), { words: { title: 'Suppenmittwoch', text: 'Heute dampft es in der Neustadt' }, priority: 30, daysOfWeek: [3] }),
  banner('tagespreis', detailsOf('Kantine im Kontorhaus'), { words: { title: 'Tagespreis: 4,90\u00a0€', text: 'Jeden Werktag ein Gericht' }, priority: 20, daysOfWeek: [1, 2, 4, 5] }),
  banner('wochenende', detailsOf('Sonntagskind'), { words: { title: 'Sonntags geöffnet', text: 'Waffeln und Kuchen bis vier' }, priority: 20, daysOfWeek: [0] }),
  banner('kuechen', 'TagSelection', { words: { title: 'Worauf hast du Lust?', text: 'Such dir eine Küche aus' }, priority: 10, daysOfWeek: [6] }),
  banner('zusammen', 'Registration', { words: { title: 'Zusammen essen', text: 'Leg ein Konto an, lad jemanden ein' }, priority: 1 }),
];
