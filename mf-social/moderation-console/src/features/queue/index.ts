export { Queue } from './queue';
export { neighbourReportOf, nextReportAfter } from './queue-rules';
