// The sheets of the second login step are a script of their own, because few users open them.
export { EndSheet } from './end-sheet';
export { SetUpSheet } from './set-up-sheet';
