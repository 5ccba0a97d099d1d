export { browserPartnerDeps, createPartnerPlatform } from './partner-platform';
export type { PartnerPlatform, SignedOutBecause } from './partner-platform';
export * from './partner-context';
