export { ReportDetail } from './report-detail';
