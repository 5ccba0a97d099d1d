export { createSeedStore } from './seed-store';
export type { SeedStore } from './seed-store';
