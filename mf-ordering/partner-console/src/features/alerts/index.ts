export { browserAudio, createSound } from './sound';
export type { Sound, Tone } from './sound';
export { useAlerts } from './use-alerts';
export { useAwake } from './use-awake';
