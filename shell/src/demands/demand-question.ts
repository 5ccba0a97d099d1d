import type { ShellAlert } from '../dialogs/create-alerts';

/** An alert, and what follows from a choice. */
export interface Question {
  readonly request: ShellAlert;
  /** Does what was chosen; where that fails, the question stays. */
  answer(choice: string | null): Promise<void>;
}
