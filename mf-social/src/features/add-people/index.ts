export { AddPeopleSheet } from './add-people-sheet';
export { CodeAndEmailSheet } from './code-and-email';
export { FoundPeople } from './found-people';
