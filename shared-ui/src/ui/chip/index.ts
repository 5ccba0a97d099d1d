export { Chip, ChipBar } from './chip';
