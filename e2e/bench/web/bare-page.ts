import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** URL path of the list of places; the bundler fills it in. */
declare const PLACES_PATH: string;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const firstNameIn = (places: unknown): string => {
  const firstPlace: unknown = Array.isArray(places) ? places[0] : undefined;
  return isRecord(firstPlace) ? String(firstPlace['name']) : '';
};

/** A minimal React page: it requests the places and shows the first one. */
const FirstRestaurant = () => {
  const [name, setName] = useState('');
  useEffect(() => {
    void fetch(PLACES_PATH).then(async (response) => setName(firstNameIn(await response.json())));
  }, []);
  return name === ''
    ? null
    : createElement('main', null, createElement('article', null, createElement('h3', null, name)));
};

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(createElement(FirstRestaurant));
