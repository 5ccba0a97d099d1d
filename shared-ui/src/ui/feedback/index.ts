export { Banner } from './banner';
export { BusySign } from './busy-sign';
export { EmptyState } from './empty-state';
export { ErrorState } from './error-state';
export { CardSkeletons, PageSkeleton, RowSkeletons } from './list-skeletons';
export { AfterDelay, Skeleton } from './skeleton';
export { SnackbarRegion, SnackbarView } from './snackbar-view';
export type { SnackbarTone } from './snackbar-view';
