export { canteenFormat } from './canteen-format';
