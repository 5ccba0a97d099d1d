import type { IncomingMessage } from 'node:http';

const offer = /^(connection|upgrade|http2-settings)$/i;

const fieldsOf = ({ rawHeaders }: IncomingMessage): string[] =>
  rawHeaders.flatMap((name, index) => (index % 2 === 0 && !offer.test(name) ? [`${name}: ${rawHeaders[index + 1] ?? ''}`] : []));

/** The bytes of a request as if it had never asked for another protocol; `head` is what followed its header. */
export const withoutUpgrade = (request: IncomingMessage, head: Buffer): Buffer => {
  const lines = [`${request.method ?? 'GET'} ${request.url ?? '/'} HTTP/${request.httpVersion}`, ...fieldsOf(request), 'Connection: close', '', ''];
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), head]);
};
