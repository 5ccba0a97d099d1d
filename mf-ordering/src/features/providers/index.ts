export { BankPage } from './bank-page';
export { loadFailureText, useFailureText } from './load-failure-text';
export { PlateTint, WaitingBars } from './plate-signs';
export { isOnline, useConnection } from './use-connection';
export { POLL_PAUSES_MS, REPEAT_PAUSES_MS, RETURN_DELAY_MS, currentBrowserInfo } from './provider-calls';
