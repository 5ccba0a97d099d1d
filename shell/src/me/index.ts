export { storeLanguage } from './store-language';
export { watchMe } from './watch-me';
export type { MeWatch } from './watch-me';
