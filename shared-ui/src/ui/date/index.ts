export { DatePicker } from './date-picker';
export { MomentSheet } from './moment-sheet';
