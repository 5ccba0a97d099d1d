export { DishLine, DishList, LeaderText, Price } from './dish-line';
