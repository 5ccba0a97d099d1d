/** Recorder of defects that a gateway reports itself: lines of its log, and rejected promises that nobody handles. */
export interface DefectRecord {
  /** Accepts a line of the log; called as the gateway's `logDestination`. */
  write(line: string): void;
  /** Returns the defects since the last call. */
  take(): readonly string[];
}

/** Records the gateway's defects while the tests of a file run. Must be called at the top of a `describe`. */
export const recordDefects = (): DefectRecord => {
  const defects: string[] = [];
  const noteRejection = (reason: unknown): void => {
    defects.push(`unhandled: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`);
  };
  beforeAll(() => void process.on('unhandledRejection', noteRejection));
  afterAll(() => void process.off('unhandledRejection', noteRejection));
  return {
    write: (line) => void defects.push(line),
    take: () => defects.splice(0),
  };
};
