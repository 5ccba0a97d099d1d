export { BankPage } from './bank-page';
export { loadFailureText, useFailureText } from './load-failure-text';
export { TintedPlateArea, WaitingBars } from './plate-signs';
export { isBrowserOnline, useIsBrowserOnline } from './use-connection';
export { POLL_PAUSES_MS, REQUEST_REPEAT_PAUSES_MS, BANK_RETURN_DELAY_MS, currentBrowserInfo } from './provider-calls';
