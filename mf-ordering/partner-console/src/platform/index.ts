export { browserPartnerDeps, createPartnerPlatform } from './partner-platform';
export type { PartnerPlatform } from './partner-platform';
export * from './partner-context';
export { useOpenReports } from './use-open-reports';
