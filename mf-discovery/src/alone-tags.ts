import type { Tag } from '@mahlzeit/contract';
import { aTag } from '@mahlzeit/contract/fixtures';

const cuisine = (key: string, name: string, popularity: number): Tag => aTag({ key, id: key, name: key, popularity, translations: { de: name } });

/** More cuisines than the bar shows, and words that are none. */
export const severalTags: Tag[] = [
  cuisine('german', 'Deutsch', 90),
  cuisine('italian', 'Italienisch', 80),
  cuisine('vietnamese', 'Vietnamesisch', 70),
  cuisine('turkish', 'Türkisch', 60),
  cuisine('indian', 'Indisch', 50),
  cuisine('japanese', 'Japanisch', 40),
  cuisine('greek', 'Griechisch', 30),
  cuisine('cafe', 'Café', 20),
  aTag({ key: 'soup', id: 'soup', name: 'soup', type: 'product', popularity: 10, translations: { de: 'Suppe' } }),
];

/** Cuisines with names as long as people give them. */
export const longTags: Tag[] = [
  cuisine('long', 'Süddeutsch-österreichisch-böhmische Hausmannskost mit Mehlspeisen', 90),
  cuisine('compound', 'Donaudampfschifffahrtsgesellschaftskapitänsküche', 80),
  cuisine('short', 'Ö', 70),
];
