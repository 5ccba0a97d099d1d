import { installMessageChannel } from './message-channel';

installMessageChannel();

// A file without a page needs none of the libraries that look at one.
if (typeof document !== 'undefined') jest.requireActual('./page-setup');

const consoleErrors: string[] = [];
const printError = console.error;

const wordsOf = (part: unknown): string => (part instanceof Error ? (part.stack ?? part.message) : String(part));

beforeEach(() => {
  consoleErrors.length = 0;
  console.error = (...parts: unknown[]): void => {
    consoleErrors.push(parts.map(wordsOf).join(' '));
  };
});

// jest itself fails a test with an unhandled rejection.
afterEach(() => {
  console.error = printError;
  if (consoleErrors.length > 0) throw new Error(`The test wrote to console.error:\n${consoleErrors.join('\n')}`);
});
