export { FoodArt } from './food-art';
export type { FoodArtName } from './food-art-name';
export { Icon } from './icon';
export type { IconSource } from './icon';
export { Mark } from './mark';
export { PlateArt } from './plate-art';
