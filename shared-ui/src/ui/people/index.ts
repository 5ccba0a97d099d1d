export { PeopleHeading, PersonRow, SelectRow } from './person-row';
export { PersonChips } from './person-chips';
export type { ChosenPerson } from './person-chips';
export { ActionRow, ActionSheet } from './action-sheet';
export { SpeedDial } from './speed-dial';
export type { SpeedDialEntry } from './speed-dial';
