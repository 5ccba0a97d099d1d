export { startupSteps } from './start-steps';
export { yieldToBrowser } from './yield-to-browser';
