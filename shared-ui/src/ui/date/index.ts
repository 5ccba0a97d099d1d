export { DatePicker } from './date-picker';
export type { Moment, MomentChoices, MomentNotice, TimeChoice } from './moment-choices';
export { MomentPicker } from './moment-picker';
export { MomentSheet } from './moment-sheet';
