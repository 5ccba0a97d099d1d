import { Offer, Teaser, type DerivedFields, type Restaurant } from '@mahlzeit/contract';
import { addDays, distanceMeters, instantOf, type Weekday, withDerivedFields } from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';
import { readPicture } from '../pictures/picture';
import { DEMO_PLACES, DEMO_KITCHENS } from './demo-places';
import { QUARTERS } from './town/hamburg';
import { DRINKS, menuOn } from './menu';
import { placeOn } from './place-on-day';
import { DEMO_TEASERS } from './promotions';

const partnerPlaces = DEMO_PLACES.filter(({ isPartner }) => isPartner);
const TOWN_CENTRE = { latitude: 53.55, longitude: 9.99 };

type StoredRestaurant = Omit<Restaurant, keyof DerivedFields>;

const placesOn = (day: string): StoredRestaurant[] =>
  DEMO_PLACES.map((place) => {
    const { restaurant } = placeOn(place, day);
    const offers = menuOn(place, day).map((dish): Offer => ({
      ...dish,
      description: dish.description ?? '',
      currency: 'EUR',
      typeKey: 'x',
      baseName: dish.mealType,
      formattedDate: day,
      volume: dish.volume ?? null,
      deposit: dish.deposit ?? null,
      allergens: [...dish.allergens],
      additives: [...dish.additives],
      diets: [...dish.diets],
    }));
    return {
      ...restaurant,
      offers,
      tags: [],
      midSizeFirstImage: null,
      initialDistanceKm: null,
      canReceiveOrders: true,
    };
  });

const placesByDay = new Map<string, StoredRestaurant[]>();

/** Returns the restaurants of the demo on a day. The tests share the result, because computing it is slow. */
const restaurantsOn = (day: string): StoredRestaurant[] => {
  const cachedRestaurants = placesByDay.get(day) ?? placesOn(day);
  placesByDay.set(day, cachedRestaurants);
  return cachedRestaurants;
};

const restaurantsAt = (day: string, clockTime: string): Restaurant[] => {
  const now = instantOf(day, clockTime);
  return restaurantsOn(day)
    .filter(({ type }) => type === 'Restaurant')
    .map((restaurant) => withDerivedFields(restaurant, now));
};

const WEEKDAYS: readonly (readonly [Weekday, string])[] = ([1, 2, 3, 4, 5, 6, 7] as const).map((weekday) => [
  weekday,
  addDays('2026-06-21', weekday),
]);

describe('the places of the demo', () => {
  it('are many, each with a unique name in addresses', () => {
    expect(partnerPlaces.length).toBeGreaterThanOrEqual(150);
    expect(DEMO_PLACES.length - partnerPlaces.length).toBeGreaterThanOrEqual(100);
    expect(new Set(DEMO_PLACES.map(({ id }) => id)).size).toBe(DEMO_PLACES.length);
    expect(DEMO_PLACES.filter(({ id }) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))).toEqual([]);
    expect(Math.max(...partnerPlaces.map(({ name }) => name.length))).toBeGreaterThan(60);
  });

  it('are close together in the middle of the town, each at its own address, in the quarter of their address', () => {
    expect(
      partnerPlaces.filter(({ site }) => distanceMeters(site.location, TOWN_CENTRE) <= 1000).length,
    ).toBeGreaterThanOrEqual(40);
    const streetAddresses = DEMO_PLACES.map(({ site: { address } }) => `${address.street} ${address.streetNumber}`);
    expect(streetAddresses.filter((streetAddress, index) => streetAddresses.indexOf(streetAddress) !== index)).toEqual(
      [],
    );
    const placesOutsideQuarter = DEMO_PLACES.filter(({ site, quarter }) => {
      const [latitude, longitude] = QUARTERS[quarter].centre;
      return distanceMeters(site.location, { latitude, longitude }) > 1500;
    });
    expect(placesOutsideQuarter.map(({ name }) => name)).toEqual([]);
  });

  it.each([
    ['Köz am Steindamm', 'Steindamm'],
    ['La Lonchera am Neuen Wall', 'Neuer Wall'],
    ['Fischkontor Deichstraße', 'Deichstraße'],
  ])('keep the promise of their name: %s is in %s', (name, expectedStreet) => {
    expect(DEMO_PLACES.find((place) => place.name === name)?.site.address.street).toBe(expectedStreet);
  });

  it.each(WEEKDAYS)('show every state of a menu at noon of weekday %i', (_weekday, day) => {
    expect(new Set(restaurantsAt(day, '12:00').map(({ dayState }) => dayState))).toEqual(
      new Set(['open', 'resting', 'restDay', 'closed', 'noLunch']),
    );
  });

  // The tested days are in summer and in winter, and include the nights in which the clocks change.
  it.each([...WEEKDAYS.map(([, day]) => day), '2026-10-25', '2026-11-20', '2027-03-28'])(
    'can take an order in ten places at each hour of %s',
    (day) => {
      const restaurants = restaurantsAt(day, '12:00').filter(({ hasOrderableMeals }) => hasOrderableMeals);
      const isOrderable = (place: Restaurant, now: number): boolean => {
        const { hasOrderableMeals, isOpenNow, isStillOpenToday } = withDerivedFields(place, now);
        return hasOrderableMeals && isOpenNow && isStillOpenToday;
      };
      // Stops counting at the tenth restaurant, because checking all of them would take most of the test's time.
      const hasTenOrderablePlaces = (now: number): boolean => {
        let orderableCount = 0;
        for (const place of restaurants) if (isOrderable(place, now) && (orderableCount += 1) === 10) return true;
        return false;
      };
      const dayStart = instantOf(day, '00:00');
      const hourCount = Math.round((instantOf(day, '24:00') - dayStart) / 3_600_000);
      expect(
        [...Array(hourCount).keys()].filter(
          (hourOffset) => !hasTenOrderablePlaces(dayStart + hourOffset * 3_600_000 + 1_800_000),
        ),
      ).toEqual([]);
    },
  );

  it.each(['2026-06-24', '2026-11-20', '2027-02-28', '2028-02-29'])(
    'are dear and cheap, new and premium, resting and to take away on %s',
    (day) => {
      const restaurants = restaurantsAt(day, '12:00');
      expect(new Set(restaurants.map(({ priceCategory }) => priceCategory))).toEqual(new Set([1, 2, 3, null]));
      for (const matchingRestaurants of [
        restaurants.filter(({ isNew }) => isNew),
        restaurants.filter(({ isPremium }) => isPremium),
        restaurants.filter(({ onlyTakeAway }) => onlyTakeAway),
      ])
        expect(matchingRestaurants.length).toBeGreaterThanOrEqual(8);
      expect(restaurants.filter(({ isPremium }) => !isPremium).length).toBeGreaterThan(100);
      expect(restaurants.filter(({ hasPayment }) => !hasPayment).length).toBeGreaterThanOrEqual(8);
    },
  );

  it('differ in their night hours', () => {
    const countOpenRestaurants = (time: string): number =>
      restaurantsAt('2026-06-26', time).filter(({ isOpenNow }) => isOpenNow).length;
    expect(countOpenRestaurants('12:30')).toBeGreaterThan(100);
    for (const time of ['01:30', '06:30', '16:30', '22:30'])
      expect(countOpenRestaurants(time)).toBeGreaterThanOrEqual(12);
  });
});

describe('the menus of the demo', () => {
  it('are rich, and no two kitchens or places have the same', () => {
    expect(DEMO_KITCHENS.length).toBeGreaterThanOrEqual(12);
    expect(DEMO_KITCHENS.filter(({ dishes }) => Object.values(dishes).flat().length < 10)).toEqual([]);
    const partnerMenus = partnerPlaces
      .filter(({ traits }) => !traits.includes('noMenu'))
      .map((place) =>
        menuOn(place, '2026-06-24')
          .map(({ name, price }) => `${name} ${price}`)
          .join('|'),
      )
      .filter((menuText) => menuText !== '');
    expect(new Set(partnerMenus).size).toBe(partnerMenus.length);
  });

  it('change from day to day and satisfy the contract', () => {
    const [place] = partnerPlaces;
    const lunchNamesOn = (day: string): string[] =>
      (place === undefined ? [] : menuOn(place, day))
        .filter(({ mealType }) => mealType === 'Mittagstisch')
        .map(({ name }) => name);
    expect(lunchNamesOn('2026-06-24')).not.toEqual(lunchNamesOn('2026-06-25'));
    for (const { offers } of restaurantsOn('2026-06-24'))
      for (const offer of offers) expect(() => z.parse(Offer, offer)).not.toThrow();
  });

  it('have size and deposit for drinks, taxed as such, and a unit for dishes sold by weight', () => {
    const offers = restaurantsOn('2026-06-24').flatMap((restaurant) => restaurant.offers);
    expect(offers.filter(({ vatType, baseName }) => (vatType === 'DRINK') !== (baseName === 'Getränke'))).toEqual([]);
    expect(offers.filter(({ baseName, volume }) => baseName === 'Getränke' && volume === null)).toEqual([]);
    expect(offers.some(({ deposit }) => deposit !== null)).toBe(true);
    expect(offers.some(({ unit }) => unit === '100 g')).toBe(true);
    expect(DEMO_KITCHENS.flatMap(({ drinks }) => drinks).filter((name) => DRINKS[name] === undefined)).toEqual([]);
    expect(
      offers.flatMap(({ allergens }) => allergens).filter((allergenCode) => !/^[A-N]$/.test(allergenCode)),
    ).toEqual([]);
    // A dish with meat, fish, eggs or milk can't be vegan, even if the table of dishes says so.
    expect(
      offers
        .filter(
          ({ diets, allergens }) => diets.includes('vegan') && allergens.some((letter) => 'BCDGN'.includes(letter)),
        )
        .map(({ name }) => name),
    ).toEqual([]);
    expect(
      offers
        .filter(
          ({ diets, allergens }) => diets.includes('vegetarian') && allergens.some((letter) => 'BDN'.includes(letter)),
        )
        .map(({ name }) => name),
    ).toEqual([]);
  });
});

describe('the pictures of the demo', () => {
  const isDrawableUrl = (url: string): boolean => {
    const [, mediaRoot, pictureKind = '', pictureFile = ''] = url.split('/');
    return mediaRoot === 'media' && readPicture(pictureKind, pictureFile) !== null;
  };

  it('are all drawn here', () => {
    const placedRestaurants = DEMO_PLACES.map((place) => placeOn(place, '2026-06-24').restaurant);
    const pictureUrls = placedRestaurants.flatMap(({ media, logo }) => [
      ...media.flatMap((image) => (image.type === 'video' ? [] : [image.url])),
      ...(logo === null ? [] : [logo.url]),
    ]);
    expect(pictureUrls.filter((url) => !isDrawableUrl(url))).toEqual([]);
    expect(
      placedRestaurants.filter(({ type, media }) => type === 'Restaurant' && (media.length < 2 || media.length > 5)),
    ).toEqual([]);
    expect(new Set(pictureUrls).size).toBeGreaterThan(500);
  });

  it('have teasers with valid targets', () => {
    const routingNames = new Set(DEMO_PLACES.map(({ id }) => id));
    for (const teaser of DEMO_TEASERS) {
      expect(() => z.parse(Teaser, teaser)).not.toThrow();
      expect(isDrawableUrl(teaser.imageUrl ?? '')).toBe(true);
      const [screenName = '', screenParameter] = (teaser.actionUrl ?? '').split('/');
      expect(['details', 'tagselection', 'registration']).toContain(screenName.toLowerCase());
      if (screenParameter !== undefined) expect(routingNames).toContain(screenParameter);
    }
  });
});
