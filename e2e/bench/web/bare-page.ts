import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** URL path of the list of places; the bundler fills it in. */
declare const PLACES_PATH: string;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const firstPlaceNameIn = (places: unknown): string => {
  const firstPlace: unknown = Array.isArray(places) ? places[0] : undefined;
  return isRecord(firstPlace) ? String(firstPlace['name']) : '';
};

/** A minimal React page: it requests the places and shows the first one. */
const FirstRestaurant = () => {
  const [restaurantName, setRestaurantName] = useState('');
  useEffect(() => {
    void fetch(PLACES_PATH).then(async (response) => setRestaurantName(firstPlaceNameIn(await response.json())));
  }, []);
  return restaurantName === ''
    ? null
    : createElement('main', null, createElement('article', null, createElement('h3', null, restaurantName)));
};

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(createElement(FirstRestaurant));
