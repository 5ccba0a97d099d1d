import { createProgressBar, fileErrorLine, warningLines } from './import-report';

describe('warningLines', () => {
  it('speaks once of each kind, with a few examples', () => {
    const skippedLabels = Array.from({ length: 7 }, (_, index) => ({
      kind: 'unknownLabel' as const,
      subject: `L${index}`,
      count: index + 1,
    }));
    expect(warningLines([...skippedLabels, { kind: 'unknownCanteen', subject: 'zwei', count: 1 }])).toEqual([
      'Unbekannte Kennzeichnung, weggelassen: „L0“, „L1“ (2×), „L2“ (3×), „L3“ (4×), „L4“ (5×), und 2 weitere',
      'Speiseplan ohne Lokal, weggelassen: „zwei“',
    ]);
  });
});

describe('fileErrorLine', () => {
  it('names the file', () => {
    expect(fileErrorLine({ file: 'a.json', why: 'notJson' })).toBe(
      'a.json: Die Datei ist kein gültiges JSON, übernommen ist nur, was davor steht.',
    );
  });
});

describe('createProgressBar', () => {
  const drawProgressBar = (isTTY: boolean): string => {
    const writtenTexts: string[] = [];
    const progressBar = createProgressBar({ isTTY, write: (text) => writtenTexts.push(text) });
    progressBar.show({ file: 'feeds/a.json', done: 1, share: 0.5 });
    progressBar.end();
    return writtenTexts.join('');
  };

  it('draws in place on a terminal', () => {
    expect(drawProgressBar(true)).toBe('\r\u001b[K████████████░░░░░░░░░░░░ 50 % (1) a.json\n');
  });

  it('writes nothing elsewhere', () => {
    expect(drawProgressBar(false)).toBe('');
  });
});
