const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text inside HTML, in an attribute too. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** JSON inside a script element: no `<` that could end it or begin a comment. */
export const escapeJson = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');
