export { createDatedHoursWorker } from './dated-hours-worker';
export { createProgressBar, fileErrorLine, warningLines } from './import-report';
export { importFiles } from './import-service';
export type { ImportResult } from './import-service';
export { offerOfDish } from './menu-import';
export type { DishDraft } from './record';
