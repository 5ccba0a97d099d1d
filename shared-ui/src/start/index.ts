export { startSteps } from './start-steps';
export { yieldToBrowser } from './yield-to-browser';
