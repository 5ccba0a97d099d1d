export { PeopleHeading, PersonRow, SelectRow } from './person-row';
export { PersonChips } from './person-chips';
export type { ChosenPerson } from './person-chips';
