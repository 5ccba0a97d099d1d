import type { ShellAlert } from '../dialogs';

/** A demand in words, and what follows from a choice. */
export interface DemandQuestion {
  readonly request: ShellAlert;
  /** Does what was chosen; whatever could not be done leaves the demand standing. */
  answer(choice: string | null): Promise<void>;
}
