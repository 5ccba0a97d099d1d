// The sheets are a script of their own, because few users open them.
export { EndSheet } from './end-sheet';
export { SetUpSheet } from './set-up-sheet';
