/** The product's two clocks as the sandbox needs them; epoch milliseconds. */
export interface SandboxClock {
  /** The one that can be moved. */
  now(): number;
  /** The machine's: tokens and codes of the sign-in pages live by it. */
  realNow(): number;
  /** Sets the first; whatever has become due has been done when it resolves. */
  moveTo(instant: number): Promise<void>;
}
