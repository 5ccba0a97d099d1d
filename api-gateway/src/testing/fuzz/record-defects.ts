/** Defects that a gateway reports of itself: lines of its log, and rejections that nobody handles. */
export interface DefectRecord {
  /** Takes a line of the log, as the gateway's `logDestination`. */
  write(line: string): void;
  /** Returns what has come since the last call. */
  take(): readonly string[];
}

/** Records defects while the tests of a file run. Must be called at the top of a `describe`. */
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
