export { NearbyCard } from './nearby-card';
export { PlaceCard } from './place-card';
