export { BusyWarning, useBusyWarning } from './busy-time';
