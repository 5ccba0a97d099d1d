import { createDiskFullLog } from './disk-full-log';

it('tells of a full disk once, and of its end once nothing has failed for a while', () => {
  jest.useFakeTimers();
  const lines: string[] = [];
  const noteDisk = createDiskFullLog({
    error: (line: string) => void lines.push(line),
    info: (line: string) => void lines.push(line),
  });
  for (let count = 0; count < 3; count += 1) {
    noteDisk(true);
    noteDisk(false);
    jest.advanceTimersByTime(9_000);
  }
  expect(lines).toEqual(['the disk of the database is full: reads go on, writes are refused']);
  jest.advanceTimersByTime(1_000);
  noteDisk(true);
  expect(lines.slice(1)).toEqual([
    'the database can write again',
    'the disk of the database is full: reads go on, writes are refused',
  ]);
  jest.useRealTimers();
});
