export { createSnackbars } from './create-snackbars';
export type { Snackbars } from './create-snackbars';
export { SnackbarHost } from './snackbar-host';
