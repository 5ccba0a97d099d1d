import type { Day, Details, Media, RestaurantData, RestTime } from '@mahlzeit/contract';
import { addDays, addMonths, isoWeekday } from '@mahlzeit/contract/rules';
import { stableKey } from '../../modules/discovery';
import type { OwnRestaurant } from '../../modules/discovery';
import type { LogoArt } from '../pictures/draw-prints';
import type { RoomStyleName } from '../pictures/draw-room';
import { pictureUrl } from '../pictures/picture';
import type { Picture } from '../pictures/picture';
import type { SeedPlace } from '../seed';
import { pickOne, seededInteger } from '../seeded-random';
import type { DemoPlace } from './demo-places';
import { QUARTERS } from './town/hamburg';
import { HOURS_BY_KEY } from './town/hours';
import { DEMO_SEED_NAME, meanPriceOf } from './menu';

/** Returns the Monday of the week to which a day belongs. */
export const mondayOf = (day: Day): Day => addDays(day, 1 - isoWeekday(day));

/**
 * Returns details of a restaurant, for example Wi-Fi and means of payment. Few details are known of a restaurant that
 * takes no orders through the app.
 */
const detailsOf = (place: DemoPlace): Details => {
  const { id, isPartner, traits } = place;
  // Returns whether a restaurant has a detail, chosen by its id: true for `ofTen` of ten restaurants, null if it is
  // unknown.
  const randomDetailOf = (detailName: string, ofTen: number): boolean | null =>
    isPartner || seededInteger('known', detailName, id) % 3 === 0 ? seededInteger(detailName, id) % 10 < ofTen : null;
  const isStreetFood = traits.includes('takeAway');
  return {
    wifi: isStreetFood ? false : randomDetailOf('wifi', 6),
    paymentEC: randomDetailOf('paymentEC', 9),
    paymentVS: randomDetailOf('paymentVS', 7),
    paymentMC: randomDetailOf('paymentMC', 7),
    paymentDC: randomDetailOf('paymentDC', 1),
    paymentAE: randomDetailOf('paymentAE', 3),
    paymentPP: randomDetailOf('paymentPP', 4),
    paymentGP: randomDetailOf('paymentGP', 6),
    paymentAP: randomDetailOf('paymentAP', 6),
    paymentCash: randomDetailOf('paymentCash', 9),
    sodexo: randomDetailOf('sodexo', 3),
    ticketRestaurant: randomDetailOf('ticketRestaurant', 3),
    handicap: randomDetailOf('handicap', 6),
    parkingExternal: randomDetailOf('parkingExternal', 4),
    parkingRestaurant: isStreetFood ? false : randomDetailOf('parkingRestaurant', 2),
    smokingOutside: randomDetailOf('smokingOutside', 5),
    smokingInside: randomDetailOf('smokingInside', 0),
    seatsOutside: randomDetailOf('seatsOutside', 6),
  };
};

const ARRIVAL_TEXTS: readonly [string, ...string[]] = [
  'Mitten {inside}, eine Treppe runter oder zwei Stufen rauf, je nach Eingang.',
  'Jeder Hund {inside} kennt uns beim Namen, und wir kennen ihn auch.',
  'Wer {inside} arbeitet, ist in fünf Minuten hier und in dreißig wieder weg.',
  'Seit elf Jahren {inside}, seit letztem Frühling mit neuem Herd.',
  'Hinten im Hof stehen acht Tische, ruhiger sitzt man {inside} nirgends.',
  'An der Ecke, an der es {inside} am lautesten ist; drinnen hört man davon nichts.',
];

const EXTRA_TEXTS: readonly [string, ...string[]] = [
  'Allergien und Wünsche schreibt ihr am besten gleich dazu, wir lesen das wirklich. Für Gruppen ab sechs rücken wir Tische zusammen, wenn ihr bis zehn Uhr Bescheid gebt. Hunde bekommen Wasser, Kinder Stifte und alle anderen die Karte. Wer nur auf einen Kaffee bleibt, bleibt genauso gern gesehen.',
  'Was übrig bleibt, geht um drei zum halben Preis über den Tresen. Unsere Lieferanten stehen an der Wand, und wer fragt, bekommt auch die Rezepte, bis auf zwei. Im Sommer machen wir die Fenster auf und stellen Stühle raus, im Winter liegt auf jedem Stuhl eine Decke.',
];

const fillPlaceText = (text: string, place: DemoPlace): string =>
  text.replaceAll('{inside}', QUARTERS[place.quarter].inside);

const descriptionOf = (place: DemoPlace): string => {
  if (!place.isPartner) return '';
  const { id, kitchen } = place;
  const sentences = [
    pickOne(kitchen.stories, 'story', id),
    fillPlaceText(pickOne(ARRIVAL_TEXTS, 'arrival', id), place),
  ];
  return (
    seededInteger('talks', id) % 4 === 0
      ? [...kitchen.stories, sentences[1] ?? '', pickOne(EXTRA_TEXTS, 'more', id)]
      : sentences
  ).join(' ');
};

const phoneNumber = (id: string): string => `040 66969 ${String(seededInteger('phone', id) % 1000).padStart(3, '0')}`;

/**
 * Returns the contents of a restaurant's page except the menu. Phone numbers and websites are from ranges that are
 * reserved for fiction.
 */
const restaurantDataOf = (place: DemoPlace): RestaurantData => {
  const { id, isPartner } = place;
  const websiteUrl = `https://${id.slice(0, 60).replace(/-+$/, '')}.example`;
  const hasWebsite = isPartner || seededInteger('site', id) % 2 === 0;
  return {
    description: descriptionOf(place),
    contact: {
      // The phone number is from a range that is reserved for fiction.
      phoneNumber: isPartner || seededInteger('has phone', id) % 3 > 0 ? phoneNumber(id) : null,
      email: isPartner ? `mittag@${websiteUrl.slice('https://'.length)}` : null,
      web: hasWebsite ? `${websiteUrl}/` : null,
      reservationUrl:
        isPartner && !place.traits.includes('takeAway') && seededInteger('reserves', id) % 3 === 0
          ? `${websiteUrl}/tisch`
          : null,
    },
    meanPrice: isPartner ? meanPriceOf(place) : null,
    details: detailsOf(place),
  };
};

interface PlaceStyle {
  readonly style: RoomStyleName;
  readonly logos: readonly [LogoArt, ...LogoArt[]];
}

const DEFAULT_STYLE: PlaceStyle = { style: 'bistro', logos: ['star', 'sun', 'four-leaf-clover'] };

// Furnishing and logos of a restaurant, by the first tag of its cuisine.
const STYLE_BY_TAG: Readonly<Record<string, PlaceStyle>> = {
  german: { style: 'tavern', logos: ['pretzel', 'potato', 'anchor', 'rooster', 'beer-mug'] },
  italian: { style: 'trattoria', logos: ['spaghetti', 'tomato', 'olive', 'grapes', 'garlic', 'lobster'] },
  pizza: { style: 'trattoria', logos: ['pizza', 'fire', 'tomato', 'cheese-wedge', 'herb'] },
  vietnamese: { style: 'lantern', logos: ['steaming-bowl', 'lotus', 'hot-pepper', 'rice-ball', 'lemon'] },
  burger: { style: 'diner', logos: ['hamburger', 'french-fries', 'ox', 'fire', 'star'] },
  canteen: { style: 'canteen', logos: ['pot-of-food', 'red-apple', 'carrot', 'pea-pod', 'bread'] },
  cafe: { style: 'bistro', logos: ['croissant', 'cupcake', 'hot-beverage', 'shortcake', 'owl', 'cherries', 'sun'] },
  indian: { style: 'bazaar', logos: ['curry-rice', 'lotus', 'hot-pepper', 'flatbread', 'coconut'] },
  sushi: { style: 'lantern', logos: ['sushi', 'tropical-fish', 'rice-ball', 'bento-box', 'octopus'] },
  turkish: { style: 'bazaar', logos: ['stuffed-flatbread', 'crescent-moon', 'eggplant', 'tulip', 'fire'] },
  greek: { style: 'harbour', logos: ['olive', 'octopus', 'sun', 'lemon', 'sailboat'] },
  thai: { style: 'lantern', logos: ['coconut', 'lotus', 'hot-pepper', 'curry-rice', 'palm-tree'] },
  mexican: { style: 'diner', logos: ['taco', 'cactus', 'avocado', 'burrito', 'hot-pepper', 'sun'] },
  seafood: { style: 'harbour', logos: ['fish', 'anchor', 'crab', 'spouting-whale', 'shrimp', 'sailboat'] },
  oriental: { style: 'bazaar', logos: ['falafel', 'teapot', 'flatbread', 'palm-tree', 'crescent-moon'] },
  french: { style: 'bistro', logos: ['rooster', 'cheese-wedge', 'croissant', 'wine-glass', 'snail', 'tulip'] },
  korean: { style: 'lantern', logos: ['steaming-bowl', 'rice-ball', 'dumpling', 'egg', 'lotus'] },
  spanish: { style: 'trattoria', logos: ['shallow-pan-of-food', 'sun', 'olive', 'shrimp', 'ox'] },
  international: { style: 'garden', logos: ['green-salad', 'avocado', 'carrot', 'seedling', 'broccoli', 'honeybee'] },
  steak: { style: 'tavern', logos: ['meat-on-bone', 'ox', 'fire', 'crown', 'salt'] },
  snack: { style: 'diner', logos: ['hot-dog', 'french-fries', 'anchor', 'star', 'sandwich'] },
  chinese: { style: 'lantern', logos: ['dumpling', 'takeout-box', 'tropical-fish', 'teapot', 'lotus'] },
};

const placeStyleOf = ({ kitchen }: DemoPlace): PlaceStyle => STYLE_BY_TAG[kitchen.tags[0] ?? ''] ?? DEFAULT_STYLE;

const placePicturesOf = (place: DemoPlace): Picture[] => {
  const { kitchen, id } = place;
  const { style } = placeStyleOf(place);
  const pictureOffset = seededInteger('pictures', id) % 3;
  const [firstPicture, secondPicture, thirdPicture] = [0, 1, 2].map(
    (pictureStep) => kitchen.pictures[(pictureOffset + pictureStep) % 3] ?? kitchen.pictures[0],
  );
  const [tableTone, otherTableTone] = [pickOne(kitchen.tones, 'tone', id), pickOne(kitchen.tones, 'other tone', id)];
  const pictureLayoutFor = (layoutPurpose: string): number => seededInteger(layoutPurpose, id) % 10;
  const heroPicture: Picture = {
    kind: 'table',
    dish: firstPicture ?? kitchen.pictures[0],
    tone: tableTone,
    layout: pictureLayoutFor('hero'),
  };
  const roomPicture: Picture = {
    kind: 'room',
    style,
    dish: firstPicture ?? kitchen.pictures[0],
    tone: otherTableTone,
    layout: pictureLayoutFor('room') % 4,
  };
  const counterPicture: Picture = {
    kind: 'counter',
    style,
    dish: secondPicture ?? kitchen.pictures[1],
    tone: tableTone,
    layout: pictureLayoutFor('counter') % 2,
  };
  const secondTablePicture: Picture = {
    kind: 'table',
    dish: thirdPicture ?? kitchen.pictures[2],
    tone: otherTableTone,
    layout: pictureLayoutFor('more'),
  };
  // Some restaurants show the picture of their dining room first. A take-away has no dining room.
  if (place.traits.includes('takeAway')) return [heroPicture, counterPicture];
  if (seededInteger('look', id) % 6 === 0) return [roomPicture, heroPicture, secondTablePicture];
  return [heroPicture, roomPicture, secondTablePicture, counterPicture].slice(
    0,
    2 + (seededInteger('how many', id) % 3),
  );
};

const mediaOfPicture = (picture: Picture): Media => ({
  type: 'image',
  url: pictureUrl(picture),
  midSizeUrl: pictureUrl(picture),
});

const PRINTED_MENU_BY_HOURS: Readonly<Record<string, 'abendkarte' | 'getraenkekarte'>> = {
  evening: 'abendkarte',
  lateBar: 'getraenkekarte',
  nightBar: 'getraenkekarte',
};

/**
 * Returns the pictures of a restaurant: main dish, dining room, counter. A restaurant that opens in the evening also
 * shows its printed menu. A restaurant that takes no orders through the app has one picture at most.
 */
const mediaOf = (place: DemoPlace): Media[] => {
  if (!place.isPartner)
    return seededInteger('media', place.id) % 2 === 0 ? [] : placePicturesOf(place).slice(0, 1).map(mediaOfPicture);
  const printedMenu = PRINTED_MENU_BY_HOURS[place.hours];
  return [
    ...placePicturesOf(place).map(mediaOfPicture),
    ...(printedMenu === undefined
      ? []
      : [{ type: 'menu', url: pictureUrl({ kind: 'menu', name: printedMenu }) } as const]),
  ];
};

/**
 * Returns a restaurant's logo; null for every ninth one, and for all restaurants that take no orders through the app.
 */
const logoOf = (place: DemoPlace): { url: string } | null => {
  if (!place.isPartner || seededInteger('logo', place.id) % 9 === 0) return null;
  const logoArt = pickOne(placeStyleOf(place).logos, 'emblem', place.id);
  return {
    url: pictureUrl({
      kind: 'logo',
      logoArt,
      tone: pickOne(place.kitchen.tones, 'emblem tone', place.id),
      layout: seededInteger('shape', place.id) % 6,
    }),
  };
};

const REST_TIME_REASONS = ['holidays', 'renovation', 'private', 'illness', 'season', 'semesterbreak', 'other'] as const;

/** Key of the company to which the demo's chain of restaurants belongs. */
export const CHAIN_COMPANY_ID = 'demo-elbtafel';

const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`;

// Returns a restaurant's closure. Its dates depend on the Monday of the week, so that a closure lasts for some days.
const restTimeOf = ({ id, traits }: DemoPlace, day: Day): RestTime | null => {
  const weekStart = mondayOf(day);
  const restTimeTypeKey = pickOne(REST_TIME_REASONS, 'reason', id);
  if (traits.includes('resting'))
    return {
      start: addDays(weekStart, -(seededInteger('since', id) % 10)),
      end: addDays(weekStart, 6 + (seededInteger('until', id) % 8)),
      restTimeTypeKey,
    };
  if (traits.includes('restsLater'))
    return { start: addDays(weekStart, 7), end: addDays(weekStart, 13), restTimeTypeKey };
  return null;
};

type PremiumPeriod = Pick<OwnRestaurant, 'premiumStart' | 'premiumEnd'>;

// Returns the period in which a restaurant has paid to be listed first. Such a period begins and ends with a month,
// like real bookings.
const premiumOf = ({ traits }: DemoPlace, day: Day): PremiumPeriod => {
  const monthStart = firstOfMonth(day);
  const [previousMonth, nextMonth] = [addMonths(monthStart, -1), addMonths(monthStart, 1)];
  if (traits.includes('premium'))
    return { premiumStart: previousMonth, premiumEnd: addDays(addMonths(nextMonth, 1), -1) };
  if (traits.includes('premiumPast')) return { premiumStart: previousMonth, premiumEnd: addDays(monthStart, -1) };
  if (traits.includes('premiumSoon'))
    return { premiumStart: nextMonth, premiumEnd: addDays(addMonths(nextMonth, 1), -1) };
  return { premiumStart: null, premiumEnd: null };
};

const FIRST_ACTIVE_DAY = '2024-03-01';

const activeSinceDayOf = ({ id, isPartner, traits }: DemoPlace, day: Day): Day | null => {
  if (!isPartner) return null;
  return traits.includes('new')
    ? addDays(firstOfMonth(day), -(seededInteger('since when', id) % 50))
    : addDays(FIRST_ACTIVE_DAY, seededInteger('since when', id) % 500);
};

const FORERUN_MINUTE_CHOICES = [0, 10, 15, 20, 30, 45] as const;

const ownRestaurantOn = (place: DemoPlace, day: Day): OwnRestaurant => {
  const { id, name, kitchen, site, hours, traits, isPartner } = place;
  return {
    key: stableKey(DEMO_SEED_NAME, id),
    name,
    routingName: id,
    type: isPartner ? 'Restaurant' : 'NonPartner',
    logo: logoOf(place),
    tagIds: isPartner ? [...kitchen.tags] : kitchen.tags.slice(0, 1),
    ...site,
    hasPayment: isPartner && !traits.includes('noPayment'),
    media: mediaOf(place),
    openingHours: HOURS_BY_KEY[hours].opening,
    openingHoursText: null,
    lunchTimes: HOURS_BY_KEY[hours].lunch,
    restTime: restTimeOf(place, day),
    orderForerunMinutes: isPartner ? pickOne(FORERUN_MINUTE_CHOICES, 'forerun', id) : 0,
    activeSince: activeSinceDayOf(place, day),
    ...premiumOf(place, day),
    onlyTakeAway: traits.includes('takeAway'),
    ordersPausedUntil: null,
    companyId: traits.includes('chain') ? CHAIN_COMPANY_ID : null,
    data: restaurantDataOf(place),
  };
};

// The database column of the shortened id takes 64 characters, including the prefix.
const shortenId = (id: string): string => id.slice(0, 50);

/** Returns a restaurant with the values that it has on a day. */
export const placeOn = (place: DemoPlace, day: Day): SeedPlace => {
  const restaurant = ownRestaurantOn(place, day);
  const name = shortenId(place.id);
  return {
    id: place.id,
    restaurant,
    payout: restaurant.hasPayment ? { userId: `demo-user-${name}`, walletId: `demo-wallet-${name}` } : null,
  };
};
