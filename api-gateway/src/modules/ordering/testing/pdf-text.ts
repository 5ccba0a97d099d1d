import { inflateSync } from 'node:zlib';

interface PdfObject {
  readonly number: string;
  readonly head: string;
  /** Decompressed stream; empty for an object without one. */
  readonly stream: string;
}

/**
 * Reads the objects of a PDF that the gateway has written. Such a PDF has deflated streams, and each font has a table
 * of its characters.
 */
const objectsOf = (bytes: Uint8Array): PdfObject[] => {
  const text = Buffer.from(bytes).toString('latin1');
  return [...text.matchAll(/(\d+) 0 obj\n([\s\S]*?)(?:stream\n([\s\S]*?)\nendstream|endobj)/g)].map(
    ([, number = '', head = '', stream]) => ({
      number,
      head,
      stream:
        stream === undefined || !head.includes('/FlateDecode')
          ? ''
          : inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'),
    }),
  );
};

const characterByCodeOf = ({ stream }: PdfObject): Map<number, string> => {
  const characterByCode = new Map<number, string>();
  for (const [, firstCodeHex = '', characterList = ''] of stream.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.*?)\]/g)) {
    [...characterList.matchAll(/<([0-9a-f]*)>/g)].forEach(([, hex = ''], index) =>
      characterByCode.set(parseInt(firstCodeHex, 16) + index, Buffer.from(hex, 'hex').swap16().toString('utf16le')),
    );
  }
  return characterByCode;
};

/** Returns the lines of text on each page of a PDF, in the order in which they were written. */
export const pdfPages = (bytes: Uint8Array): string[][] => {
  const objects = objectsOf(bytes);
  const findObject = (number: string | undefined): PdfObject => {
    const matchingObject = objects.find((object) => object.number === number);
    if (matchingObject === undefined) throw new Error(`The PDF has no object ${number}`);
    return matchingObject;
  };
  return objects
    .filter(({ head }) => head.includes('/Type /Page\n'))
    .map(({ head }) => {
      const fonts = new Map(
        [...findObject(/\/Resources (\d+)/.exec(head)?.[1]).head.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(
          ([, name = '', number]) =>
            [name, characterByCodeOf(findObject(/\/ToUnicode (\d+)/.exec(findObject(number).head)?.[1]))] as const,
        ),
      );
      const content = findObject(/\/Contents (\d+)/.exec(head)?.[1]).stream;
      return [...content.matchAll(/BT\n([\s\S]*?)ET\n/g)].map(([, textBlock = '']) => {
        const characterByCode = fonts.get(/\/(F\d+) /.exec(textBlock)?.[1] ?? '');
        return [...textBlock.matchAll(/<([0-9a-f]+)>/g)]
          .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
          .map((codeHex) => characterByCode?.get(parseInt(codeHex, 16)) ?? '�')
          .join('')
          .trim();
      });
    });
};
