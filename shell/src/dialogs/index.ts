export { createAlerts } from './create-alerts';
export type { Alerts, ShellAlert } from './create-alerts';
export { createAsk } from './create-ask';
export { AlertHost } from './alert-host';
