export { SupportWays } from './support-ways';
