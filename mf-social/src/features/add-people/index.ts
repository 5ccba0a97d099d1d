export { AddPeopleSheet } from './add-people-sheet';
export { FoundPeople } from './found-people';
