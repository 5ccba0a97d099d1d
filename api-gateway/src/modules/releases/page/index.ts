export { createPolicyReports } from './policy-reports';
export type { PageSources } from './content-security-policy';
export { renderPageHtml, renderUnavailableHtml } from './page-html';
export type { LinkPreview } from './page-html';
export { createPageRouter } from './page-router';
export type { SharedLink } from './page-router';
export { createPaymentReturnRouter } from './payment-return-page';
export { createSeparatePagesRouter } from './separate-page';
