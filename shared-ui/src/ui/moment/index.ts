export { ChoiceChips } from './choice-chips';
export type { Moment, MomentChoices, MomentNotice, TimeChoice } from './moment-choices';
export { MomentPicker } from './moment-picker';
