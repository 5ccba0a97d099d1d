import { anOffer } from '@mahlzeit/contract/fixtures';
import { distanceMeters, instantOf, lunchPriceAt, withDerivedFields } from '@mahlzeit/contract/rules';
import { demoSeed } from '../../../api-gateway/src/seeds/demo/demo-seed';
import {
  cameraOnPoints,
  cameraOnResults,
  isPinVisible,
  viewAt,
} from '../../../mf-discovery/src/features/map/camera-rules';
import type { Camera } from '../../../mf-discovery/src/features/map/camera-rules';
import { MIN_ZOOM } from '../../../mf-discovery/src/features/map/map-provider';
import { BUTTONS_SIZE_PX, buttonsBox, coveredBoxesOf } from '../../../mf-discovery/src/features/map/map-overlays';
import { minPillZoom, PILL_ZOOM, lowestPriceText, pillText } from '../../../mf-discovery/src/features/map/map-rules';
import { createMarkerSizes } from '../../../mf-discovery/src/features/map/marker-boxes';
import { createPlaceIndex } from '../../../mf-discovery/src/features/map/place-index';
import { countReadablePrices } from '../../../mf-discovery/src/features/map/place-marks';
import { DEMO_TOWN } from '../../world/start-world';

const DAY = '2026-06-24';
const now = instantOf(DAY, '12:00');

/** Restaurants of the list around the middle of the demo town at noon, the nearest first. */
const nearestPlaces = demoSeed
  .placesOn(DAY)
  .filter(({ restaurant }) => restaurant.type !== 'NonPartner')
  .map((place) => ({ place, meters: distanceMeters(DEMO_TOWN, place.restaurant.location) }))
  .sort((a, b) => a.meters - b.meters)
  .slice(0, 100)
  .map(({ place, meters }) => {
    const offers = demoSeed
      .menuOf(place, DAY)
      .map(({ key, price, unit, mealType, date }) => anOffer({ key, price, unit, baseName: mealType, date }));
    return withDerivedFields(
      {
        ...place.restaurant,
        midSizeFirstImage: null,
        tags: [],
        offers,
        initialDistanceKm: meters / 1_000,
        credit: null,
      },
      now,
    );
  });

const tagIds = [...new Set(nearestPlaces.flatMap(({ tagIds }) => tagIds))].sort();

/** Returns the restaurants that a map of this size shows after a chip has filtered the list. */
const resultsFor = (
  tag: string,
  { width, height, isWide }: { readonly width: number; readonly height: number; readonly isWide: boolean },
) => {
  const places = nearestPlaces.filter(({ tagIds }) => tagIds.includes(tag));
  const markedPlaces = places.map((place) => ({
    key: place.key,
    location: place.location,
    label: pillText(place, now),
    price: lunchPriceAt(place, now),
  }));
  const index = createPlaceIndex(markedPlaces, {
    markerSizes: createMarkerSizes(1),
    minPillZoom: minPillZoom(true),
    priceLabel: lowestPriceText,
  });
  const bottomPx = isWide ? 60 : 130;
  const coveredBoxes = coveredBoxesOf({ width, height }, { isWide, bottomPx, hasAreaButton: false });
  const startView = viewAt({ center: DEMO_TOWN, zoom: PILL_ZOOM }, width, height);
  const coveredEdges = {
    top: BUTTONS_SIZE_PX,
    right: BUTTONS_SIZE_PX,
    bottom: bottomPx,
    left: 0,
    buttons: buttonsBox({ width, height }, isWide),
  };
  const countPrices = (camera: Camera): number =>
    countReadablePrices(index, viewAt(camera, width, height), coveredBoxes);
  const points = places.map(({ location }) => location);
  const isPriced = markedPlaces.some(({ price }) => price !== null);
  const camera = cameraOnResults({ center: DEMO_TOWN, points, isPriced, countPrices }, (markerPoints) =>
    cameraOnPoints(markerPoints, startView, coveredEdges, { minZoom: MIN_ZOOM, maxZoom: PILL_ZOOM }),
  );
  return {
    outOfSight: points.filter(
      (point) => !isPinVisible(point, viewAt(camera, width, height), { ...coveredEdges, top: 0, right: 0 }),
    ).length,
    isPriced,
    prices: countPrices(camera),
  };
};

it.each([
  ['a phone', { width: 360, height: 594, isWide: false }],
  ['a tablet', { width: 480, height: 1_050, isWide: true }],
  ['a wide screen', { width: 960, height: 790, isWide: true }],
])('shows all that a chip of the demo town leaves, and a price among it, on %s', (_screen, size) => {
  expect(tagIds.length).toBeGreaterThan(10);
  const tagResults = tagIds.map((tag) => ({ tag, ...resultsFor(tag, size) }));
  expect(tagResults.filter(({ outOfSight }) => outOfSight > 0)).toEqual([]);
  expect(tagResults.filter(({ isPriced, prices }) => isPriced && prices === 0)).toEqual([]);
});
