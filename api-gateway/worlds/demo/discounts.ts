import type { Day, Discount } from '@mahlzeit/contract';
import { addDays, isoWeekday, startOfDay } from '@mahlzeit/contract/rules';
import { slugOf, stableKey, type StoredDiscount } from '../../src/modules/discovery';
import { DEMO_ACCOUNTS } from './accounts';
import { DEMO_PLACES, type DemoPlace } from './demo-places';
import { DEMO, dishKey, menuOn } from './menu';
import { CHAIN } from './place-on-day';

type Own = StoredDiscount['own'];

/** A discount that comes again and again: what it is, and when in its period it holds. */
interface Recurring {
  readonly name: string;
  readonly text: string;
  readonly type: Own['type'];
  readonly discountType: Own['discountType'];
  readonly value: number;
  readonly quantity: number;
  /** Name of the place; null = everywhere, or at every place of the chain. */
  readonly at: string | null;
  readonly ofChain?: true;
  readonly owners?: readonly string[];
  /** Weeks of a period; it begins on a Monday. */
  readonly weeks: 1 | 4;
  /** Days after that Monday on which it begins. */
  readonly startsAfter?: number;
}

const ofAnna = ['anna@mahlzeit.test'];
const ofBoth = ['anna@mahlzeit.test', 'ben@mahlzeit.test'];

const RECURRING: readonly Recurring[] = [
  { name: 'Fünf Prozent auf alles', text: 'Für jede Vorbestellung bei jedem Partner.', type: 'promotion', discountType: 'percent', value: 5, quantity: 5000, at: null, weeks: 1 },
  { name: 'Montag bis Sonntag im Brathafen', text: 'Auf jedes Gericht der Karte.', type: 'promotion', discountType: 'percent', value: 20, quantity: 300, at: 'Brathafen', weeks: 1 },
  { name: 'Zwei Euro Ankerrabatt', text: 'Auf jedes Gericht, auch auf das kleinste.', type: 'promotion', discountType: 'absolute', value: 200, quantity: 200, at: 'Fischkontor Deichstraße', weeks: 1 },
  { name: 'Nudelwoche', text: 'Auf jede Schale und jeden Teller.', type: 'promotion', discountType: 'percent', value: 15, quantity: 250, at: 'Nudelzieherei Lin', weeks: 1 },
  { name: 'Alles fünf Euro', text: 'Jedes Gericht zum gleichen Preis.', type: 'promotion', discountType: 'override', value: 500, quantity: 120, at: 'Wurstwarte', weeks: 1 },
  { name: 'Schüsselrabatt', text: 'Gegen den Hunger nach dem zweiten Meeting.', type: 'goodie', discountType: 'absolute', value: 150, quantity: 150, at: 'Grünzeug', weeks: 1 },
  { name: 'Kaffee aufs Haus', text: 'Der Preis eines Filterkaffees geht ab.', type: 'goodie', discountType: 'absolute', value: 240, quantity: 100, at: 'Café Zimt & Zeit', weeks: 1 },
  { name: 'Elbtafel-Treue', text: 'Für alle Häuser der Elbtafel.', type: 'loyalty', discountType: 'percent', value: 10, quantity: 400, at: null, ofChain: true, weeks: 4 },
  { name: 'Stammgast in der Trattoria', text: 'Danke für zehnmal Mittag.', type: 'loyalty', discountType: 'percent', value: 25, quantity: 1, at: 'Trattoria Zum Lachenden Krebs', owners: ofAnna, weeks: 4 },
  { name: 'Gutschein über zehn Euro', text: 'Einlösbar bei jedem Partner.', type: 'giftcard', discountType: 'absolute', value: 1000, quantity: 2, at: null, owners: ofBoth, weeks: 4 },
  { name: 'Entschuldigung fürs Warten', text: 'Neulich hat es zu lange gedauert.', type: 'compensation', discountType: 'absolute', value: 500, quantity: 1, at: null, owners: ofAnna, weeks: 4 },
  { name: 'Willkommen zurück, Ben', text: 'Auf deine nächste Bestellung.', type: 'loyalty', discountType: 'percent', value: 15, quantity: 1, at: null, owners: ['ben@mahlzeit.test'], weeks: 4 },
  { name: 'Bald: halbe Portion Glück', text: 'Nächste Woche auf alles vom Grill.', type: 'promotion', discountType: 'percent', value: 30, quantity: 80, at: 'Grillkammer Neunzehn', weeks: 1, startsAfter: 9 },
];

const TYPE_TEXTS: Readonly<Record<Own['type'], string>> = {
  compensation: 'Entschädigung', giftcard: 'Gutschein', goodie: 'Zugabe', loyalty: 'Treuerabatt', promotion: 'Aktion', smartprice: 'Tagespreis',
};

const euro = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });

const valueText = ({ discountType, value }: Pick<Discount, 'discountType' | 'value'>): string => {
  if (discountType === 'percent') return `${value} %`;
  return discountType === 'override' ? `für ${euro.format(value / 100)}` : euro.format(value / 100);
};

const placeNamed = (name: string): DemoPlace => {
  const place = DEMO_PLACES.find((one) => one.name === name);
  if (place === undefined) throw new Error(`the demo has no ${name}`);
  return place;
};

const keyOf = (name: string): string => stableKey(DEMO, placeNamed(name).id);
const uidOf = (email: string): string => DEMO_ACCOUNTS.find((account) => account.email === email)?.uid ?? email;

const shown = (fields: Pick<Own, 'type' | 'discountType' | 'value'> & { readonly name: string; readonly text: string }) => ({
  name: { de: fields.name },
  descriptionText: fields.text,
  valueText: valueText(fields),
  typeText: TYPE_TEXTS[fields.type],
  type: fields.type,
  discountType: fields.discountType,
  value: fields.value,
});

const WEEK = 7;

const recurring = (one: Recurring, begin: Day): StoredDiscount => {
  const first = addDays(begin, one.startsAfter ?? 0);
  const afterLast = addDays(first, one.weeks * WEEK);
  const last = addDays(afterLast, -1);
  return {
    own: {
      ...shown(one),
      key: `demo-${slugOf(one.name)}-${begin}`,
      expiryHint: `bis ${last.slice(8, 10)}.${last.slice(5, 7)}.`,
      quantity: one.quantity,
      companyRef: one.ofChain === true ? CHAIN : null,
      restaurantRef: one.at === null ? null : keyOf(one.at),
      mealRef: null,
      start: startOfDay(first),
      end: startOfDay(afterLast),
      platform: one.at === null && one.ofChain !== true,
      forAllMeals: true,
    },
    owners: one.owners === undefined ? null : one.owners.map(uidOf),
    used: 0,
  };
};

const weekNumber = (monday: Day): number => Math.round(startOfDay(monday) / (WEEK * 86_400_000));

// The Mondays of the periods that this week is part of, the current one last.
const beginsFor = ({ weeks, startsAfter = 0 }: Recurring, monday: Day): Day[] => {
  const current = addDays(monday, -(weekNumber(monday) % weeks) * WEEK);
  const reach = Math.ceil(startsAfter / WEEK);
  return Array.from({ length: reach + 1 }, (_, back) => addDays(current, -(reach - back) * weeks * WEEK));
};

/** Where one dish a day costs less than usual. */
export const DAILY_PRICE_PLACES = ['Kantine im Kontorhaus', 'Schüssel & Söhne', 'Kalles Kombüse'] as const;

const DAILY_PRICE = 490;

const dailyPrices = (day: Day): StoredDiscount[] =>
  DAILY_PRICE_PLACES.flatMap((name): StoredDiscount[] => {
    const place = placeNamed(name);
    const dish = menuOn(place, day).find(({ mealType }) => mealType === 'Mittagstisch');
    if (dish === undefined) return [];
    return [{
      own: {
        ...shown({ name: 'Tagespreis', text: `${dish.name} zum festen Preis, solange der Vorrat reicht.`, type: 'smartprice', discountType: 'override', value: DAILY_PRICE }),
        key: `demo-tagespreis-${place.id.slice(0, 30)}-${day}`,
        expiryHint: 'nur an diesem Tag',
        quantity: 40,
        companyRef: null,
        restaurantRef: keyOf(name),
        mealRef: dishKey(place, day, dish.name),
        start: startOfDay(day),
        end: startOfDay(addDays(day, 1)),
        platform: false,
        forAllMeals: false,
      },
      owners: null,
      used: 0,
    }];
  });

/** The discounts that begin in or last into the week of a Monday. */
export const discountsInWeek = (monday: Day): StoredDiscount[] => [
  ...RECURRING.flatMap((one) => beginsFor(one, monday).map((begin) => recurring(one, begin))),
  ...Array.from({ length: WEEK }, (_, index) => addDays(monday, index)).filter((day) => isoWeekday(day) <= 5).flatMap(dailyPrices),
];
