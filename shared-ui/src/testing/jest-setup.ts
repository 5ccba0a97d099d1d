import { installMessageChannel } from './message-channel';

installMessageChannel();

// Test files that need no page don't load the libraries that work on a page.
if (typeof document !== 'undefined') jest.requireActual('./page-setup');

const consoleErrors: string[] = [];
const originalConsoleError = console.error;

const textOfArgument = (argument: unknown): string =>
  argument instanceof Error ? (argument.stack ?? argument.message) : String(argument);

beforeEach(() => {
  consoleErrors.length = 0;
  console.error = (...loggedArguments: unknown[]): void => {
    consoleErrors.push(loggedArguments.map(textOfArgument).join(' '));
  };
});

// Fails each test that wrote to console.error. Unhandled rejections need no check here, because Jest itself fails their
// tests.
afterEach(() => {
  console.error = originalConsoleError;
  if (consoleErrors.length > 0) throw new Error(`The test wrote to console.error:\n${consoleErrors.join('\n')}`);
});
