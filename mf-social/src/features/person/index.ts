export { useBlocking, usePersonActions, useVerifiedOnly } from './person-actions';
export { PersonRows, PersonSheet } from './person-sheet';
export { PersonReportSheet, ReportSheet } from './report';
export type { Report, ReportedPart } from './report';
export { ReportRows } from './report-rows';
