export { NearbyCard } from './nearby-card';
