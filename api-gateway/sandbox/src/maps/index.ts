export { createMapsRouter, MAPS_PATH } from './maps-router';
