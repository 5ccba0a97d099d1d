import {
  getDiscounts,
  getMealTypes,
  getMenuOfDay,
  getRestTimeTypes,
  getRestaurantByRoutingName,
  globalTopic,
  restaurantTopic,
} from '@mahlzeit/contract';
import type { Discount, Media, Restaurant } from '@mahlzeit/contract';
import {
  aDiscount,
  aDishByWeight,
  aDrink,
  aMealType,
  aRestTimeType,
  aRestaurant,
  aWeek,
  aWorkingWeek,
  fixtureNow,
  someDetails,
} from '@mahlzeit/contract/fixtures';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import { useShell } from '@mahlzeit/shared-ui/platform';
import type { SlotProps } from '@mahlzeit/shared-ui/platform';
import { answer, defineScenarios, neverRespond, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { Scenario, ScenarioShellOptions, ScenarioTopics } from '@mahlzeit/shared-ui/testing';
import { Button } from '@mahlzeit/shared-ui/ui';
import { ActionTile, Stepper } from '@mahlzeit/shared-ui/ui/restaurant';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { createDish, placesWithLongNames } from '../alone-fixtures';

const mealTypes = answer(getMealTypes, [
  aMealType({ key: 'suppen', baseName: 'Suppen', name: 'Suppen', translations: { de: 'Suppen' }, order: 40 }),
  aMealType(),
  aMealType({ key: 'getraenke', baseName: 'Getränke', name: 'Getränke', translations: { de: 'Getränke' }, order: 90 }),
]);

const offers = [
  createDish('Käsespätzle mit Röstzwiebeln', 1090, {
    description: 'Bergkäse und Greyerzer, dazu grüner Salat',
    diets: ['vegetarian'],
    order: 90,
  }),
  createDish('Maultaschen in Rinderbrühe', 980, {
    description: 'Hausgemacht, mit Schnittlauch und Zwiebelschmelze',
    allergens: ['A', 'C', 'I'],
    additives: ['mit Phosphat'],
    order: 80,
  }),
  aDishByWeight({ typeKey: 'mittagstisch', baseName: 'Mittagstisch' }),
  createDish('Kartoffelsuppe', 590, { typeKey: 'suppen', baseName: 'Suppen', diets: ['vegan', 'vegetarian'] }),
  aDrink(),
];

const restaurantWith = (overrides: Partial<Restaurant> = {}): Restaurant =>
  withDerivedFields(
    aRestaurant({
      offers,
      hasPayment: false,
      data: { ...aRestaurant().data, details: someDetails({ paymentVS: true, paymentMC: true }) },
      ...overrides,
    }),
    fixtureNow,
  );

/** Stepper that replaces the order buttons of the remote mf-ordering, because the scenarios run without that remote. */
const MealCounter = ({ mealName, isOrderable, ...reason }: SlotProps['meal/actions']) => {
  const [mealQuantity, setQuantity] = useState(0);
  if (!isOrderable) return null;
  return (
    <Stepper
      label={mealName}
      quantity={mealQuantity}
      onIncrease={() => setQuantity(mealQuantity + 1)}
      onDecrease={() => setQuantity(mealQuantity - 1)}
      {...reason}
    />
  );
};

/** Placeholder for the cart: at the lower edge on phones, beside the menu on wide pages. */
const CartPlaceholder = ({ layout, startsOpen }: SlotProps['restaurant/cart']) => (
  <Button isBlock>{startsOpen ? 'Offener Warenkorb' : `Warenkorb (${layout})`}</Button>
);

const SharePlaceholder = ({ restaurantName }: SlotProps['restaurant/social']) => {
  const { snackbar } = useShell();
  return <ActionTile icon={Share2} label="Teilen" onClick={() => snackbar({ text: `${restaurantName} geteilt` })} />;
};

const orderingSlots = {
  'meal/actions': MealCounter,
  'restaurant/social': SharePlaceholder,
  'restaurant/cart': CartPlaceholder,
};

// Responses to the requests that every restaurant page sends besides the one for the restaurant.
const commonAnswers = [
  mealTypes,
  answer(getDiscounts, []),
  answer(getRestTimeTypes, [aRestTimeType()]),
  answer(getMenuOfDay, [createDish('Grünkohl mit Pinkel und Kartoffeln', 1290, { description: 'Mit Senf' })]),
];

const scenarioTopicsOf = (restaurant: Restaurant, discounts: Discount[]): ScenarioTopics => ({
  [restaurantTopic(restaurant.key)]: { restaurant: [{ ...restaurant, offers: [] }], meals: restaurant.offers },
  [globalTopic]: { discounts },
});

interface DetailsScenarioOptions extends ScenarioShellOptions {
  /** Second parameter of the page's URL: how the user came to the page, for example `invitation` or `cart`. */
  readonly parameter?: string;
}

const detailsScenario = (
  scenarioName: string,
  restaurant: Restaurant,
  { parameter, ...more }: DetailsScenarioOptions = {},
): Scenario => ({
  name: scenarioName,
  screen: 'details',
  params: [restaurant.routingName, ...(parameter === undefined ? [] : [parameter])],
  answers: [answer(getRestaurantByRoutingName, restaurant), ...commonAnswers],
  topics: scenarioTopicsOf(restaurant, []),
  ...more,
});

const discountScenario = (scenarioName: string, restaurant: Restaurant, discounts: Discount[]): Scenario =>
  detailsScenario(scenarioName, restaurant, {
    answers: [answer(getDiscounts, discounts), answer(getRestaurantByRoutingName, restaurant), ...commonAnswers],
    topics: scenarioTopicsOf(restaurant, discounts),
    slots: orderingSlots,
  });

const svgDataUrl = (fillColor: string, pictureText: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 800"><rect width="1280" height="800" fill="${fillColor}"/><circle cx="640" cy="400" r="280" fill="#fff"/><text x="640" y="430" font-size="96" font-family="sans-serif" text-anchor="middle">${pictureText}</text></svg>`)}`;

const imageMedia = (url: string): Media => ({ type: 'image', url, midSizeUrl: url });

const slideImages: Media[] = [
  imageMedia(svgDataUrl('#f0985f', 'Gastraum')),
  imageMedia(svgDataUrl('#86b563', 'Tagesgericht')),
  { type: 'video', youtubeId: 'dQw4w9WgXcQ' },
  { type: 'menu', url: svgDataUrl('#cf7b99', 'Karte') },
];

const hundredDishes = Array.from({ length: 100 }, (_, index) =>
  createDish(`Gericht ${index + 1}`, 490 + index * 10, { description: 'Mit Beilage nach Wahl', order: 200 - index }),
);

const instantAt = (time: string): number => Date.parse(`2026-06-24T${time}:00+02:00`);

const longDescription = 'Seit drei Generationen kocht hier die Familie, was der Markt am Morgen hergibt. '.repeat(8);

/** Scenarios of the restaurant page, one for each state. */
export const detailsScenarios = defineScenarios([
  detailsScenario('Karte des Tages', restaurantWith(), { slots: { 'restaurant/social': SharePlaceholder } }),
  detailsScenario('Karte mit Vorbestellen', restaurantWith({ hasPayment: true }), { slots: orderingSlots }),
  detailsScenario('Mit offenem Warenkorb', restaurantWith({ hasPayment: true }), {
    slots: orderingSlots,
    parameter: 'cart',
  }),
  detailsScenario('Aus einem Entwurf geöffnet', restaurantWith(), { parameter: 'invitation' }),
  detailsScenario(
    'Bilder, Video und Karte',
    restaurantWith({ media: slideImages, hasPayment: true, logo: { url: svgDataUrl('#8e1d53', 'Logo') } }),
    {
      slots: orderingSlots,
    },
  ),
  detailsScenario('Ein einziges Bild', restaurantWith({ media: slideImages.slice(0, 1) })),
  detailsScenario(
    'Bilder fehlen',
    restaurantWith({
      media: [imageMedia('/gibt-es-nicht.webp'), imageMedia('/gibt-es-nicht-2.webp')],
      logo: { url: '/gibt-es-nicht-3.webp' },
    }),
  ),
  discountScenario('Rabatte', restaurantWith({ hasPayment: true }), [
    aDiscount({
      discountType: 'percent',
      value: 20,
      name: { de: 'Suppenwoche' },
      descriptionText: 'Ein Fünftel weniger auf alles von der Karte.',
      typeText: 'Aktion',
    }),
    aDiscount({
      key: 'gutschein',
      type: 'giftcard',
      restaurantRef: null,
      value: 500,
      name: { de: 'Gutschein' },
      descriptionText: 'Fünf Euro auf eine Bestellung.',
      typeText: 'Gutschein',
      expiryHint: 'bis Jahresende',
    }),
    aDiscount({
      key: 'alle',
      discountType: 'percent',
      restaurantRef: null,
      value: 5,
      name: { de: 'Fünf Prozent auf alles' },
      descriptionText: 'Für jede Vorbestellung.',
      typeText: 'Aktion',
    }),
    aDiscount({
      key: 'bald',
      discountType: 'override',
      value: 550,
      name: { de: 'Glücksmontag' },
      descriptionText: '',
      typeText: 'Aktion',
      start: instantAt('11:30') + 5 * 86_400_000,
      end: instantAt('11:30') + 6 * 86_400_000,
    }),
  ]),
  detailsScenario('Zu spät für den Mittagstisch', restaurantWith({ hasPayment: true }), {
    slots: orderingSlots,
    now: instantAt('14:25'),
  }),
  detailsScenario('Mittagstisch vorbei', restaurantWith({ hasPayment: true }), {
    slots: orderingSlots,
    now: instantAt('14:35'),
  }),
  detailsScenario('Mittagstisch vorbei, sonst nichts', restaurantWith({ offers: offers.slice(0, 2) }), {
    now: instantAt('14:35'),
  }),
  detailsScenario('Zu spät zum Vorbestellen', restaurantWith({ hasPayment: true }), {
    slots: orderingSlots,
    now: instantAt('14:50'),
  }),
  detailsScenario('Öffnet noch', restaurantWith({ openingHours: aWorkingWeek('17:00-22:00'), lunchTimes: aWeek() })),
  detailsScenario(
    'Fahrt und Reservierung',
    restaurantWith({
      initialDistanceKm: 0.9,
      onlyTakeAway: true,
      data: {
        ...aRestaurant().data,
        contact: { ...aRestaurant().data.contact, reservationUrl: 'https://tisch.example/elbkantine' },
      },
    }),
    { deployment: { rideServiceUrl: 'https://fahrt.example/' } },
  ),
  detailsScenario('Hundert Gerichte', restaurantWith({ hasPayment: true, offers: hundredDishes }), {
    slots: orderingSlots,
  }),
  detailsScenario('Vorbestellen fällt aus', restaurantWith({ hasPayment: true })),
  detailsScenario(
    'Betriebspause',
    restaurantWith({ restTime: { start: '2026-06-20', end: '2026-07-05', restTimeTypeKey: 'betriebsferien' } }),
  ),
  detailsScenario('Ruhetag', restaurantWith({ openingHours: aWeek({ 4: ['11:00-15:00'] }) })),
  detailsScenario('Schon geschlossen', restaurantWith(), { now: instantAt('16:00') }),
  detailsScenario('Kein Mittagstisch', restaurantWith({ offers: [] })),
  detailsScenario('Kein Partner', restaurantWith({ type: 'NonPartner', offers: [] })),
  detailsScenario('Nur ein Gericht', restaurantWith({ offers: offers.slice(0, 1) })),
  detailsScenario(
    'Lange Namen und Beschreibung',
    restaurantWith({ ...placesWithLongNames[0], data: { ...restaurantWith().data, description: longDescription } }),
  ),
  detailsScenario(
    'Öffnungszeiten als Text',
    restaurantWith({ openingHours: aWeek(), openingHoursText: 'Mitte April bis Ende Oktober täglich ab 10 Uhr' }),
  ),
  {
    name: 'Lokal lädt',
    screen: 'details',
    params: ['elbkantine'],
    answers: [neverRespond(getRestaurantByRoutingName), mealTypes],
  },
  {
    name: 'Lokal lädt nicht',
    screen: 'details',
    params: ['elbkantine'],
    answers: [refuse(getRestaurantByRoutingName, 'unavailable'), mealTypes],
  },
  {
    name: 'Lokal ohne Netz',
    screen: 'details',
    params: ['elbkantine'],
    isOffline: true,
    answers: [failAsUnreachable(getRestaurantByRoutingName), failAsUnreachable(getMealTypes)],
  },
]);
