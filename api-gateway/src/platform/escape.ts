const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text inside HTML, in an attribute too. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** JSON inside a script element: no `<` that could end it or begin a comment. */
export const escapeJson = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** A text with its `{placeholders}` filled in; what a value holds is never taken for one of the next. */
export const fillText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
