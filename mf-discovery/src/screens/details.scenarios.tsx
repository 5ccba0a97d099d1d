import { getMealTypes, getRestaurantByRoutingName, restaurantTopic } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { aDishByWeight, aDrink, aMealType, aRestaurant, aWeek, fixtureNow, someDetails } from '@mahlzeit/contract/fixtures';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import { useShell } from '@mahlzeit/shared-ui/platform';
import type { SlotProps } from '@mahlzeit/shared-ui/platform';
import { answer, defineScenarios, hang, refuse, unreachable } from '@mahlzeit/shared-ui/testing';
import type { Scenario } from '@mahlzeit/shared-ui/testing';
import { ActionTile, Stepper } from '@mahlzeit/shared-ui/ui/restaurant';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { dish, longNames } from '../alone-places';

const mealTypes = answer(getMealTypes, [
  aMealType({ key: 'suppen', baseName: 'Suppen', name: 'Suppen', translations: { de: 'Suppen' }, order: 40 }),
  aMealType(),
  aMealType({ key: 'getraenke', baseName: 'Getränke', name: 'Getränke', translations: { de: 'Getränke' }, order: 90 }),
]);

const offers = [
  dish('Käsespätzle mit Röstzwiebeln', 1090, { description: 'Bergkäse und Greyerzer, dazu grüner Salat', diets: ['vegetarian'], order: 90 }),
  dish('Maultaschen in Rinderbrühe', 980, { description: 'Hausgemacht, mit Schnittlauch und Zwiebelschmelze', allergens: ['A', 'C', 'I'], additives: ['mit Phosphat'], order: 80 }),
  aDishByWeight({ typeKey: 'mittagstisch', baseName: 'Mittagstisch' }),
  dish('Kartoffelsuppe', 590, { typeKey: 'suppen', baseName: 'Suppen', diets: ['vegan', 'vegetarian'] }),
  aDrink(),
];

const place = (overrides: Partial<Restaurant> = {}): Restaurant =>
  withDerivedFields(aRestaurant({ offers, hasPayment: false, data: { ...aRestaurant().data, details: someDetails({ paymentVS: true, paymentMC: true }) }, ...overrides }), fixtureNow);

/** Counts for itself: the cart belongs to another remote. */
const CountHere = ({ mealName, isOrderable }: SlotProps['meal/actions']) => {
  const [quantity, setQuantity] = useState(0);
  if (!isOrderable) return null;
  return <Stepper label={mealName} quantity={quantity} onIncrease={() => setQuantity(quantity + 1)} onDecrease={() => setQuantity(quantity - 1)} />;
};

const TellHere = ({ restaurantName }: SlotProps['restaurant/social']) => {
  const { snackbar } = useShell();
  return <ActionTile icon={Share2} label="Teilen" onClick={() => snackbar({ text: `${restaurantName} geteilt` })} />;
};

const shown = (name: string, restaurant: Restaurant, more: Omit<Partial<Scenario>, 'name'> = {}): Scenario => ({
  name,
  screen: 'details',
  params: [restaurant.routingName],
  answers: [answer(getRestaurantByRoutingName, restaurant), mealTypes],
  topics: { [restaurantTopic(restaurant.key)]: { restaurant: [{ ...restaurant, offers: [] }], meals: restaurant.offers } },
  ...more,
});

const longDescription = 'Seit drei Generationen kocht hier die Familie, was der Markt am Morgen hergibt. '.repeat(8);

/** The restaurant page in every state. */
export const detailsScenarios = defineScenarios([
  shown('Karte des Tages', place(), { slots: { 'restaurant/social': TellHere } }),
  shown('Karte mit Vorbestellen', place({ hasPayment: true }), { slots: { 'meal/actions': CountHere, 'restaurant/social': TellHere } }),
  shown('Vorbestellen fällt aus', place({ hasPayment: true })),
  shown('Betriebspause', place({ restTime: { start: '2026-06-20', end: '2026-07-05', restTimeTypeKey: null } })),
  shown('Ruhetag', place({ openingHours: aWeek({ 4: ['11:00-15:00'] }) })),
  shown('Schon geschlossen', place(), { now: Date.parse('2026-06-24T16:00:00+02:00') }),
  shown('Kein Mittagstisch', place({ offers: [] })),
  shown('Kein Partner', place({ type: 'NonPartner', offers: [] })),
  shown('Nur ein Gericht', place({ offers: offers.slice(0, 1) })),
  shown('Lange Namen und Beschreibung', place({ ...longNames[0], data: { ...place().data, description: longDescription } })),
  shown('Öffnungszeiten als Text', place({ openingHours: aWeek(), openingHoursText: 'Mitte April bis Ende Oktober täglich ab 10 Uhr' })),
  { name: 'Lokal lädt', screen: 'details', params: ['elbkantine'], answers: [hang(getRestaurantByRoutingName), mealTypes] },
  { name: 'Lokal lädt nicht', screen: 'details', params: ['elbkantine'], answers: [refuse(getRestaurantByRoutingName, 'unavailable'), mealTypes] },
  { name: 'Lokal ohne Netz', screen: 'details', params: ['elbkantine'], isOffline: true, answers: [unreachable(getRestaurantByRoutingName), unreachable(getMealTypes)] },
]);
