/** A piece of HTML in which everything foreign is escaped. */
export interface Html {
  readonly html: string;
}

type Part = string | number | null | Html | readonly Html[];

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const textOf = (part: Part): string => {
  if (part === null) return '';
  if (typeof part === 'object') return 'html' in part ? part.html : part.map(({ html: inner }) => inner).join('');
  return String(part).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
};

/** Makes a piece of HTML: html\`<b>${name}</b>\` escapes the name. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.map((string, index) => string + (index < parts.length ? textOf(parts[index] ?? null) : '')).join(''),
});
