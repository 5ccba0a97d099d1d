import type { ProgramOutput } from '../../startup';

/** A command of a command-line program, which prints lines and returns its exit code. */
type Command = (programOutput: ProgramOutput) => Promise<number>;

/**
 * Runs a command in the process of the test and returns its output. Like `execFile`, rejects when the exit code isn't
 * 0.
 */
export const runCommand = async (command: Command): Promise<{ readonly stdout: string; readonly stderr: string }> => {
  const printedText = { stdout: '', stderr: '' };
  const exitCode = await command({
    log: (printedLine) => {
      printedText.stdout += `${printedLine}\n`;
    },
    error: (line) => {
      printedText.stderr += `${line}\n`;
    },
  });
  if (exitCode !== 0)
    throw Object.assign(new Error(`The command has the exit code ${exitCode}`), { code: exitCode, ...printedText });
  return printedText;
};
