export { Devices } from './devices';
