import { inflateSync } from 'node:zlib';

interface PdfObject {
  readonly number: string;
  readonly head: string;
  /** Decompressed stream of a PDF object; empty for an object without a stream. */
  readonly stream: string;
}

/**
 * Reads the objects of a PDF that the gateway has written. Such a PDF has deflated streams, and each font has a table
 * of its characters.
 */
const pdfObjectsOf = (pdfBytes: Uint8Array): PdfObject[] => {
  const text = Buffer.from(pdfBytes).toString('latin1');
  return [...text.matchAll(/(\d+) 0 obj\n([\s\S]*?)(?:stream\n([\s\S]*?)\nendstream|endobj)/g)].map(
    ([, objectNumber = '', objectHead = '', streamText]) => ({
      number: objectNumber,
      head: objectHead,
      stream:
        streamText === undefined || !objectHead.includes('/FlateDecode')
          ? ''
          : inflateSync(Buffer.from(streamText, 'latin1')).toString('latin1'),
    }),
  );
};

const characterByCodeOf = ({ stream }: PdfObject): Map<number, string> => {
  const characterByCode = new Map<number, string>();
  for (const [, firstCodeHex = '', characterList = ''] of stream.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.*?)\]/g)) {
    [...characterList.matchAll(/<([0-9a-f]*)>/g)].forEach(([, encodedHex = ''], index) =>
      characterByCode.set(
        parseInt(firstCodeHex, 16) + index,
        Buffer.from(encodedHex, 'hex').swap16().toString('utf16le'),
      ),
    );
  }
  return characterByCode;
};

/** Returns the lines of text on each page of a PDF, in the order in which they were written. */
export const readPdfPages = (pdfBytes: Uint8Array): string[][] => {
  const pdfObjects = pdfObjectsOf(pdfBytes);
  const findObject = (objectNumber: string | undefined): PdfObject => {
    const matchingObject = pdfObjects.find((pdfObject) => pdfObject.number === objectNumber);
    if (matchingObject === undefined) throw new Error(`The PDF has no object ${objectNumber}`);
    return matchingObject;
  };
  return pdfObjects
    .filter(({ head }) => head.includes('/Type /Page\n'))
    .map(({ head }) => {
      const characterMapByFont = new Map(
        [...findObject(/\/Resources (\d+)/.exec(head)?.[1]).head.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(
          ([, fontName = '', objectNumber]) =>
            [
              fontName,
              characterByCodeOf(findObject(/\/ToUnicode (\d+)/.exec(findObject(objectNumber).head)?.[1])),
            ] as const,
        ),
      );
      const pageContent = findObject(/\/Contents (\d+)/.exec(head)?.[1]).stream;
      return [...pageContent.matchAll(/BT\n([\s\S]*?)ET\n/g)].map(([, textBlock = '']) => {
        const characterByCode = characterMapByFont.get(/\/(F\d+) /.exec(textBlock)?.[1] ?? '');
        return [...textBlock.matchAll(/<([0-9a-f]+)>/g)]
          .flatMap(([, encodedHex = '']) => encodedHex.match(/.{4}/g) ?? [])
          .map((codeHex) => characterByCode?.get(parseInt(codeHex, 16)) ?? '�')
          .join('')
          .trim();
      });
    });
};
