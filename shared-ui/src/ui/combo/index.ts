export { ComboBox } from './combo-box';
export type { ComboItem, ComboSection } from './combo-box';
