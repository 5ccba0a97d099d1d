export { SupportOptions } from './support-ways';
