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

const signsOf = ({ stream }: PdfObject): Map<number, string> => {
  const signs = new Map<number, string>();
  for (const [, firstCode = '', list = ''] of stream.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.*?)\]/g)) {
    [...list.matchAll(/<([0-9a-f]*)>/g)].forEach(([, hex = ''], index) =>
      signs.set(parseInt(firstCode, 16) + index, Buffer.from(hex, 'hex').swap16().toString('utf16le')),
    );
  }
  return signs;
};

/** Returns the lines of text on each page of a PDF, in the order in which they were written. */
export const pdfPages = (bytes: Uint8Array): string[][] => {
  const objects = objectsOf(bytes);
  const findObject = (number: string | undefined): PdfObject => {
    const match = objects.find((object) => object.number === number);
    if (match === undefined) throw new Error(`The PDF has no object ${number}`);
    return match;
  };
  return objects
    .filter(({ head }) => head.includes('/Type /Page\n'))
    .map(({ head }) => {
      const fonts = new Map(
        [...findObject(/\/Resources (\d+)/.exec(head)?.[1]).head.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(
          ([, name = '', number]) =>
            [name, signsOf(findObject(/\/ToUnicode (\d+)/.exec(findObject(number).head)?.[1]))] as const,
        ),
      );
      const content = findObject(/\/Contents (\d+)/.exec(head)?.[1]).stream;
      return [...content.matchAll(/BT\n([\s\S]*?)ET\n/g)].map(([, block = '']) => {
        const signs = fonts.get(/\/(F\d+) /.exec(block)?.[1] ?? '');
        return [...block.matchAll(/<([0-9a-f]+)>/g)]
          .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
          .map((sign) => signs?.get(parseInt(sign, 16)) ?? '�')
          .join('')
          .trim();
      });
    });
};
