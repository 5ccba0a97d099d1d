import type { RestaurantData } from '@mahlzeit/contract';
import type { DemoPlace } from './demo-places';
import { QUARTERS } from './hamburg/quarters';
import { seededInteger, oneOf } from './lot';
import { meanPriceOf } from './menu';
import { detailsOf } from './place-details';

const ARRIVALS: readonly [string, ...string[]] = [
  'Mitten {inside}, eine Treppe runter oder zwei Stufen rauf, je nach Eingang.',
  'Jeder Hund {inside} kennt uns beim Namen, und wir kennen ihn auch.',
  'Wer {inside} arbeitet, ist in fünf Minuten hier und in dreißig wieder weg.',
  'Seit elf Jahren {inside}, seit letztem Frühling mit neuem Herd.',
  'Hinten im Hof stehen acht Tische, ruhiger sitzt man {inside} nirgends.',
  'An der Ecke, an der es {inside} am lautesten ist; drinnen hört man davon nichts.',
];

const MORE: readonly [string, ...string[]] = [
  'Allergien und Wünsche schreibt ihr am besten gleich dazu, wir lesen das wirklich. Für Gruppen ab sechs rücken wir Tische zusammen, wenn ihr bis zehn Uhr Bescheid gebt. Hunde bekommen Wasser, Kinder Stifte und alle anderen die Karte. Wer nur auf einen Kaffee bleibt, bleibt genauso gern gesehen.',
  'Was übrig bleibt, geht um drei zum halben Preis über den Tresen. Unsere Lieferanten stehen an der Wand, und wer fragt, bekommt auch die Rezepte, bis auf zwei. Im Sommer machen wir die Fenster auf und stellen Stühle raus, im Winter liegt auf jedem Stuhl eine Decke.',
];

const filled = (text: string, place: DemoPlace): string => text.replaceAll('{inside}', QUARTERS[place.quarter].inside);

const description = (place: DemoPlace): string => {
  if (!place.isPartner) return '';
  const { id, kitchen } = place;
  const sentences = [oneOf(kitchen.stories, 'story', id), filled(oneOf(ARRIVALS, 'arrival', id), place)];
  return (seededInteger('talks', id) % 4 === 0 ? [...kitchen.stories, sentences[1] ?? '', oneOf(MORE, 'more', id)] : sentences).join(' ');
};

const phoneNumber = (id: string): string => `040 66969 ${String(seededInteger('phone', id) % 1000).padStart(3, '0')}`;

/** What the page of a place tells beside the menu; numbers and sites are of the ranges kept for invented ones. */
export const dataOf = (place: DemoPlace): RestaurantData => {
  const { id, isPartner } = place;
  const site = `https://${id.slice(0, 60).replace(/-+$/, '')}.example`;
  const hasSite = isPartner || seededInteger('site', id) % 2 === 0;
  return {
    description: description(place),
    contact: {
      // From the numbers that are set aside for invented people.
      phoneNumber: isPartner || seededInteger('has phone', id) % 3 > 0 ? phoneNumber(id) : null,
      email: isPartner ? `mittag@${site.slice('https://'.length)}` : null,
      web: hasSite ? `${site}/` : null,
      reservationUrl: isPartner && !place.traits.includes('takeAway') && seededInteger('reserves', id) % 3 === 0 ? `${site}/tisch` : null,
    },
    meanPrice: isPartner ? meanPriceOf(place) : null,
    details: detailsOf(place),
  };
};
