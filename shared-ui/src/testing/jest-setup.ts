import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { installMessageChannel } from './message-channel';

installMessageChannel();

// A bound for elements that never come; two busy cores may well take longer than the library's second.
configure({ asyncUtilTimeout: 10_000 });

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
