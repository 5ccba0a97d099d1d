export { useBlockPerson, usePersonActions, useEnsureVerified } from './person-actions';
export { PersonRows, PersonSheet } from './person-sheet';
export { PersonReportSheet, ReportSheet } from './report';
export type { ReportedPart } from './report';
export { ReportRows } from './report-rows';
