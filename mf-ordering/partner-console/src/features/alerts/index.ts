export { browserAudio, createSound } from './sound';
export type { Sound, Tone } from './sound';
export { useAlerts } from './use-alerts';
export { useScreenWakeLock } from './use-awake';
