/** A paragraph, or a list of points. */
export type LegalBlock = string | readonly string[];

/** A legal document as it is written: no markup can get in by hand. */
export interface LegalText {
  readonly kind: 'imprint' | 'privacy' | 'terms' | 'accessibility';
  readonly title: string;
  readonly version: number;
  readonly sections: readonly { readonly heading: string; readonly blocks: readonly LegalBlock[] }[];
}

const SAMPLE_NOTICE = 'Mustertext: Dieses Dokument zeigt, was hier stehen wird. Es ist keine Rechtsberatung und gilt nicht. Vor dem Betrieb ersetzt es der Anbieter durch einen geprüften Text.';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

const htmlOfBlock = (block: LegalBlock): string =>
  typeof block === 'string' ? `<p>${escaped(block)}</p>` : `<ul>${block.map((point) => `<li>${escaped(point)}</li>`).join('')}</ul>`;

/** The document as HTML: headings, paragraphs and lists, everything else escaped. */
export const htmlOfLegalText = ({ sections }: LegalText): string => [
  `<p><strong>${escaped(SAMPLE_NOTICE)}</strong></p>`,
  ...sections.map(({ heading, blocks }) => `<h3>${escaped(heading)}</h3>${blocks.map(htmlOfBlock).join('')}`),
].join('\n');
