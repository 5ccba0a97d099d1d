import { anOffer } from '@mahlzeit/contract/fixtures';
import { distanceMeters, instantOf, lunchPriceAt, withDerivedFields } from '@mahlzeit/contract/rules';
import { demoSeed } from '../../../api-gateway/src/seeds/demo/demo-seed';
import {
  fitCameraToPoints,
  fitCameraToResults,
  isPinVisible,
  mapViewAt,
} from '../../../mf-discovery/src/features/map/camera-rules';
import type { Camera } from '../../../mf-discovery/src/features/map/camera-rules';
import { MIN_MAP_ZOOM } from '../../../mf-discovery/src/features/map/map-provider';
import {
  BUTTON_COLUMN_SIZE_PX,
  mapButtonsBox,
  coveredBoxesOf,
} from '../../../mf-discovery/src/features/map/map-overlays';
import {
  minPillZoomFor,
  MIN_PILL_ZOOM,
  lowestPriceText,
  priceTextOf,
} from '../../../mf-discovery/src/features/map/map-rules';
import { createMarkerSizes } from '../../../mf-discovery/src/features/map/marker-boxes';
import { createPlaceIndex } from '../../../mf-discovery/src/features/map/place-index';
import { countReadablePrices } from '../../../mf-discovery/src/features/map/place-marks';
import { DEMO_TOWN_POSITION } from '../../world/start-world';

const RESULT_DAY = '2026-06-24';
const noonMs = instantOf(RESULT_DAY, '12:00');

/** Restaurants of the list around the middle of the demo town at noon, the nearest first. */
const nearestPlaces = demoSeed
  .placesOn(RESULT_DAY)
  .filter(({ restaurant }) => restaurant.type !== 'NonPartner')
  .map((seedPlace) => ({ place: seedPlace, meters: distanceMeters(DEMO_TOWN_POSITION, seedPlace.restaurant.location) }))
  .sort((nearerPlace, fartherPlace) => nearerPlace.meters - fartherPlace.meters)
  .slice(0, 100)
  .map(({ place, meters }) => {
    const noonOffers = demoSeed
      .menuOf(place, RESULT_DAY)
      .map(({ key, price, unit, mealType, date }) => anOffer({ key, price, unit, baseName: mealType, date }));
    return withDerivedFields(
      {
        ...place.restaurant,
        midSizeFirstImage: null,
        tags: [],
        offers: noonOffers,
        initialDistanceKm: meters / 1_000,
        credit: null,
        canReceiveOrders: true,
      },
      noonMs,
    );
  });

const tagIds = [...new Set(nearestPlaces.flatMap(({ tagIds }) => tagIds))].sort();

/** Returns the restaurants that a map of this size shows after a filter chip was applied to the list. */
const resultsFor = (
  tagId: string,
  { width, height, isWide }: { readonly width: number; readonly height: number; readonly isWide: boolean },
) => {
  const taggedPlaces = nearestPlaces.filter(({ tagIds }) => tagIds.includes(tagId));
  const markedPlaces = taggedPlaces.map((place) => ({
    key: place.key,
    location: place.location,
    label: priceTextOf(place, noonMs),
    price: lunchPriceAt(place, noonMs),
  }));
  const index = createPlaceIndex(markedPlaces, {
    markerSizes: createMarkerSizes(1),
    minPillZoom: minPillZoomFor(true),
    priceLabel: lowestPriceText,
  });
  const bottomPx = isWide ? 60 : 130;
  const coveredBoxes = coveredBoxesOf({ width, height }, { isWide, bottomPx, hasAreaButton: false });
  const startMapView = mapViewAt({ center: DEMO_TOWN_POSITION, zoom: MIN_PILL_ZOOM }, width, height);
  const coveredEdges = {
    top: BUTTON_COLUMN_SIZE_PX,
    right: BUTTON_COLUMN_SIZE_PX,
    bottom: bottomPx,
    left: 0,
    buttons: mapButtonsBox({ width, height }, isWide),
  };
  const countPrices = (camera: Camera): number =>
    countReadablePrices(index, mapViewAt(camera, width, height), coveredBoxes);
  const placePoints = taggedPlaces.map(({ location }) => location);
  const isPriced = markedPlaces.some(({ price }) => price !== null);
  const camera = fitCameraToResults(
    { center: DEMO_TOWN_POSITION, points: placePoints, isPriced, countPrices },
    (markerPoints) =>
      fitCameraToPoints(markerPoints, startMapView, coveredEdges, { minZoom: MIN_MAP_ZOOM, maxZoom: MIN_PILL_ZOOM }),
  );
  return {
    outOfSight: placePoints.filter(
      (placePoint) =>
        !isPinVisible(placePoint, mapViewAt(camera, width, height), { ...coveredEdges, top: 0, right: 0 }),
    ).length,
    isPriced,
    prices: countPrices(camera),
  };
};

it.each([
  ['a phone', { width: 360, height: 594, isWide: false }],
  ['a tablet', { width: 480, height: 1_050, isWide: true }],
  ['a wide screen', { width: 960, height: 790, isWide: true }],
])('shows all that a chip of the demo town leaves, and a price among it, on %s', (_screen, screenSize) => {
  expect(tagIds.length).toBeGreaterThan(10);
  const tagResults = tagIds.map((tag) => ({ tag, ...resultsFor(tag, screenSize) }));
  expect(tagResults.filter(({ outOfSight }) => outOfSight > 0)).toEqual([]);
  expect(tagResults.filter(({ isPriced, prices }) => isPriced && prices === 0)).toEqual([]);
});
