import type { Day, Discount, Teaser } from '@mahlzeit/contract';
import { addDays, startOfDay } from '@mahlzeit/contract/rules';
import { slugOf, stableKey } from '../../modules/discovery';
import type { StoredDiscount } from '../../modules/discovery';
import { invariant } from '../../platform';
import { pictureUrl } from '../pictures/picture';
import { DEMO_ACCOUNTS } from './accounts';
import { DEMO_PLACES } from './demo-places';
import type { DemoPlace } from './demo-places';
import { DEMO_SEED_NAME, dishKey, menuOn } from './menu';
import { CHAIN_COMPANY_ID, mondayOf } from './place-on-day';

type DiscountFields = StoredDiscount['fields'];

/** Discount of the demo that is repeated every week or every four weeks. */
interface RecurringDiscount {
  readonly name: string;
  readonly text: string;
  readonly type: DiscountFields['type'];
  readonly discountType: DiscountFields['discountType'];
  readonly value: number;
  readonly quantity: number;
  /** Name of the restaurant; null for a discount at all restaurants, or at all restaurants of the chain. */
  readonly placeName: string | null;
  readonly isOfChain?: true;
  readonly owners?: readonly string[];
  /** Number of weeks after which the discount is repeated. Such a period begins on a Monday. */
  readonly weeks: 1 | 4;
  /**
   * Number of days from the Monday that begins the period to the start of the discount, and the length of the discount
   * in days. Without these fields the discount lasts for the whole period.
   */
  readonly startsAfterDays?: number;
  readonly durationDays?: number;
}

const annasEmail = ['anna@mahlzeit.test'];
const annasAndBensEmails = ['anna@mahlzeit.test', 'ben@mahlzeit.test'];

const RECURRING_DISCOUNTS: readonly RecurringDiscount[] = [
  {
    name: 'Fünf Prozent auf alles',
    text: 'Für jede Vorbestellung bei jedem Partner.',
    type: 'promotion',
    discountType: 'percent',
    value: 5,
    quantity: 5000,
    placeName: null,
    weeks: 1,
  },
  {
    name: 'Montag bis Sonntag im Brathafen',
    text: 'Auf jedes Gericht der Karte.',
    type: 'promotion',
    discountType: 'percent',
    value: 20,
    quantity: 300,
    placeName: 'Brathafen',
    weeks: 1,
  },
  {
    name: 'Zwei Euro Ankerrabatt',
    text: 'Auf jedes Gericht, auch auf das kleinste.',
    type: 'promotion',
    discountType: 'absolute',
    value: 200,
    quantity: 200,
    placeName: 'Fischkontor Deichstraße',
    weeks: 1,
  },
  {
    name: 'Nudelwoche',
    text: 'Auf jede Schale und jeden Teller.',
    type: 'promotion',
    discountType: 'percent',
    value: 15,
    quantity: 250,
    placeName: 'Nudelzieherei Lin',
    weeks: 1,
  },
  {
    name: 'Fünfzig Cent weniger',
    text: 'Auf alles, was über die Theke geht.',
    type: 'promotion',
    discountType: 'absolute',
    value: 50,
    quantity: 120,
    placeName: 'Wurstwarte',
    weeks: 1,
  },
  {
    name: 'Schüsselrabatt',
    text: 'Gegen den Hunger nach dem zweiten Meeting.',
    type: 'goodie',
    discountType: 'absolute',
    value: 150,
    quantity: 150,
    placeName: 'Grünzeug',
    weeks: 1,
  },
  {
    name: 'Kaffee aufs Haus',
    text: 'Zwei Euro gehen ab, so viel wie ein Kaffee.',
    type: 'goodie',
    discountType: 'absolute',
    value: 200,
    quantity: 100,
    placeName: 'Café Zimt & Zeit',
    weeks: 1,
  },
  {
    name: 'Elbtafel-Treue',
    text: 'Für alle Häuser der Elbtafel.',
    type: 'loyalty',
    discountType: 'percent',
    value: 10,
    quantity: 400,
    placeName: null,
    isOfChain: true,
    weeks: 4,
  },
  {
    name: 'Stammgast in der Trattoria',
    text: 'Danke für zehnmal Mittag.',
    type: 'loyalty',
    discountType: 'percent',
    value: 25,
    quantity: 1,
    placeName: 'Trattoria Zum Lachenden Krebs',
    owners: annasEmail,
    weeks: 4,
  },
  {
    name: 'Gutschein über zehn Euro',
    text: 'Einlösbar bei jedem Partner.',
    type: 'giftcard',
    discountType: 'absolute',
    value: 1000,
    quantity: 2,
    placeName: null,
    owners: annasAndBensEmails,
    weeks: 4,
  },
  {
    name: 'Entschuldigung fürs Warten',
    text: 'Neulich hat es zu lange gedauert.',
    type: 'compensation',
    discountType: 'absolute',
    value: 500,
    quantity: 1,
    placeName: null,
    owners: annasEmail,
    weeks: 4,
  },
  {
    name: 'Willkommen zurück, Ben',
    text: 'Auf deine nächste Bestellung.',
    type: 'loyalty',
    discountType: 'percent',
    value: 15,
    quantity: 1,
    placeName: null,
    owners: ['ben@mahlzeit.test'],
    weeks: 4,
  },
  {
    name: 'Grilltage',
    text: 'Zwei Tage lang auf alles vom Rost.',
    type: 'promotion',
    discountType: 'percent',
    value: 30,
    quantity: 80,
    placeName: 'Grillkammer Neunzehn',
    weeks: 1,
    startsAfterDays: 8,
    durationDays: 2,
  },
];

const DISCOUNT_TYPE_TEXTS: Readonly<Record<DiscountFields['type'], string>> = {
  compensation: 'Entschädigung',
  giftcard: 'Gutschein',
  goodie: 'Zugabe',
  loyalty: 'Treuerabatt',
  promotion: 'Aktion',
  smartprice: 'Tagespreis',
};

const euroFormat = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });

const formatDiscountValue = ({ discountType, value }: Pick<Discount, 'discountType' | 'value'>): string => {
  if (discountType === 'percent') return `${value} %`;
  return discountType === 'override' ? `für ${euroFormat.format(value / 100)}` : euroFormat.format(value / 100);
};

const findPlaceByName = (name: string): DemoPlace => {
  const place = DEMO_PLACES.find((candidate) => candidate.name === name);
  invariant(place, 'demo place', name);
  return place;
};

const restaurantKeyOf = (name: string): string => stableKey(DEMO_SEED_NAME, findPlaceByName(name).id);
const uidOf = (email: string): string => DEMO_ACCOUNTS.find((account) => account.email === email)?.uid ?? email;

const discountTextsOf = (
  discountFields: Pick<DiscountFields, 'type' | 'discountType' | 'value'> & {
    readonly name: string;
    readonly text: string;
  },
) => ({
  name: { de: discountFields.name },
  descriptionText: discountFields.text,
  valueText: formatDiscountValue(discountFields),
  typeText: DISCOUNT_TYPE_TEXTS[discountFields.type],
  type: discountFields.type,
  discountType: discountFields.discountType,
  value: discountFields.value,
});

const DAYS_PER_WEEK = 7;
const DAY_MS = 86_400_000;

const recurringDiscountFrom = (discountPlan: RecurringDiscount, startDay: Day): StoredDiscount => {
  const firstDay = addDays(startDay, discountPlan.startsAfterDays ?? 0);
  const dayAfterLast = addDays(firstDay, discountPlan.durationDays ?? discountPlan.weeks * DAYS_PER_WEEK);
  const lastDay = addDays(dayAfterLast, -1);
  return {
    fields: {
      ...discountTextsOf(discountPlan),
      key: `demo-${slugOf(discountPlan.name)}-${startDay}`,
      expiryHint: `bis ${lastDay.slice(8, 10)}.${lastDay.slice(5, 7)}.`,
      quantity: discountPlan.quantity,
      companyRef: discountPlan.isOfChain === true ? CHAIN_COMPANY_ID : null,
      restaurantRef: discountPlan.placeName === null ? null : restaurantKeyOf(discountPlan.placeName),
      mealRef: null,
      start: startOfDay(firstDay),
      end: startOfDay(dayAfterLast),
      platform: discountPlan.placeName === null && discountPlan.isOfChain !== true,
      // A discount at all restaurants applies to a whole order. Only a discount of one restaurant or of the chain
      // reduces the price of each dish.
      forAllMeals: discountPlan.placeName !== null || discountPlan.isOfChain === true,
    },
    owners: discountPlan.owners === undefined ? null : discountPlan.owners.map(uidOf),
    used: 0,
  };
};

const weekNumber = (monday: Day): number => Math.round(startOfDay(monday) / (DAYS_PER_WEEK * DAY_MS));

// Returns the Mondays on which those periods began whose discounts may be valid this week. A discount that begins late
// in its period may last into the period after it.
const periodStartsFor = ({ weeks, startsAfterDays = 0 }: RecurringDiscount, monday: Day): Day[] => {
  const currentPeriodStart = addDays(monday, -(weekNumber(monday) % weeks) * DAYS_PER_WEEK);
  return startsAfterDays < DAYS_PER_WEEK
    ? [currentPeriodStart]
    : [addDays(currentPeriodStart, -weeks * DAYS_PER_WEEK), currentPeriodStart];
};

/** Names of the restaurants that offer one cheaper dish each day. */
const DAILY_PRICE_PLACE_NAMES = [
  'Kantine im Kontorhaus',
  'Schüssel & Söhne',
  'Kalles Kombüse',
  'Tag & Nacht Bowl',
] as const;

const DAILY_PRICE_CENTS = 490;

const dailyDiscounts = (day: Day): StoredDiscount[] =>
  DAILY_PRICE_PLACE_NAMES.flatMap((name): StoredDiscount[] => {
    const place = findPlaceByName(name);
    const dish = menuOn(place, day).find(
      ({ mealType, price }) => mealType === 'Mittagstisch' && price > DAILY_PRICE_CENTS,
    );
    if (dish === undefined) return [];
    return [
      {
        fields: {
          ...discountTextsOf({
            name: 'Tagespreis',
            text: `${dish.name} zum festen Preis, solange der Vorrat reicht.`,
            type: 'smartprice',
            discountType: 'override',
            value: DAILY_PRICE_CENTS,
          }),
          key: `demo-tagespreis-${place.id.slice(0, 30)}-${day}`,
          expiryHint: 'nur an diesem Tag',
          quantity: 40,
          companyRef: null,
          restaurantRef: restaurantKeyOf(name),
          mealRef: dishKey(place, day, dish.name),
          start: startOfDay(day),
          end: startOfDay(addDays(day, 1)),
          platform: false,
          forAllMeals: false,
        },
        owners: null,
        used: 0,
      },
    ];
  });

/** Returns the demo's discounts that are valid or announced on a day. */
export const discountsOn = (day: Day): StoredDiscount[] => [
  ...RECURRING_DISCOUNTS.flatMap((discountPlan) =>
    periodStartsFor(discountPlan, mondayOf(day)).map((startDay) => recurringDiscountFrom(discountPlan, startDay)),
  ).filter(({ fields }) => startOfDay(day) < fields.end),
  ...dailyDiscounts(day),
];

type BannerName = Extract<Parameters<typeof pictureUrl>[0], { kind: 'banner' }>['name'];

const createTeaserBanner = (
  name: BannerName,
  actionUrl: string,
  fields: Partial<Teaser> & Pick<Teaser, 'priority' | 'words'>,
): Teaser => ({
  key: `demo-${name}`,
  imageUrl: pictureUrl({ kind: 'banner', name }),
  videoUrl: null,
  actionUrl,
  daysOfWeek: null,
  location: null,
  ...fields,
});

const detailsUrl = (name: string): string => `Details/${slugOf(name)}`;

const HAFENCITY_TEASER_AREA = { latitude: 53.5415, longitude: 9.995, distance: 700 };

/**
 * Banners of the demo's main screen. The app shows the one with the highest priority that fits the day and the
 * restaurant. None has a video, because videos would need another server.
 */
export const DEMO_TEASERS: readonly Teaser[] = [
  createTeaserBanner('hafen', detailsUrl('Zur Krummen Kogge'), {
    words: { title: 'Mittag am Wasser', text: 'Fisch mit Blick auf die Schlepper' },
    priority: 40,
    location: HAFENCITY_TEASER_AREA,
  }),
  createTeaserBanner('suppenmittwoch', detailsUrl('Ba Chị Em – Drei Schwestern'), {
    words: { title: 'Suppenmittwoch', text: 'Heute dampft es in der Neustadt' },
    priority: 30,
    daysOfWeek: [3],
  }),
  createTeaserBanner('tagespreis', detailsUrl('Kantine im Kontorhaus'), {
    words: { title: 'Tagespreis: 4,90\u00a0€', text: 'Jeden Werktag ein Gericht' },
    priority: 20,
    daysOfWeek: [1, 2, 4, 5],
  }),
  createTeaserBanner('wochenende', detailsUrl('Sonntagskind'), {
    words: { title: 'Sonntags geöffnet', text: 'Waffeln und Kuchen bis vier' },
    priority: 20,
    daysOfWeek: [0],
  }),
  createTeaserBanner('kuechen', 'TagSelection', {
    words: { title: 'Worauf hast du Lust?', text: 'Such dir eine Küche aus' },
    priority: 10,
    daysOfWeek: [6],
  }),
  createTeaserBanner('zusammen', 'Registration', {
    words: { title: 'Zusammen essen', text: 'Leg ein Konto an, lad jemanden ein' },
    priority: 1,
  }),
];
