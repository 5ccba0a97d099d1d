export { BankPage } from './bank-page';
export { loadFailureText, useFailureText } from './load-failure-text';
export { POLL_PAUSES_MS, REPEAT_PAUSES_MS, RETURN_DELAY_MS } from './pauses';
export { PlateTint } from './plate-tint';
export { refusedBy } from './refused-by';
export { thisBrowser } from './this-browser';
export { WaitingBars } from './waiting-bars';
