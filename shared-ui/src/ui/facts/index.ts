export { DishLine, DishList, LeaderText, Price } from './dish-line';
export { Fact, FactList } from './fact-list';
export { MetaItem, MetaLine, PriceLevel, Travel } from './meta-line';
export { StatusLine } from './status-line';
export type { OpenState } from './status-line';
