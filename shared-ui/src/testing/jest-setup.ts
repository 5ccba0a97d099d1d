import { installMessageChannel } from './message-channel';

installMessageChannel();

// Test files without a page don't need the libraries that work on a page, so the libraries aren't loaded.
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

// Fails each test that wrote to console.error. Unhandled rejections need no check: jest itself fails their tests.
afterEach(() => {
  console.error = printError;
  if (consoleErrors.length > 0) throw new Error(`The test wrote to console.error:\n${consoleErrors.join('\n')}`);
});
