export { Banner } from './banner';
export { BusySign } from './busy-sign';
export { EmptyState } from './empty-state';
export { ErrorState } from './error-state';
