import { fillText } from './platform/escape';

/** Runs what a program does with its arguments and ends with the code that it answers; what it throws is told by `failed`, a text with `{reason}`. */
export const runProgram = (main: (args: string[]) => Promise<number>, failed: string): void => {
  void main(process.argv.slice(2)).then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      process.stderr.write(`${fillText(failed, { reason: String(error) })}\n`);
      process.exitCode = 1;
    },
  );
};
